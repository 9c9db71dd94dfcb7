package org.einkorn.imp;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;

/** Writes the form {@link RowForm#PAIRED}, for rows that end up in a number. */
final class PairedRows {
  private final Rows rows;
  private final LocalNames names;
  private final Variable sum;

  private PairedRows(Rows rows, LocalNames names, Variable sum) {
    this.rows = rows;
    this.names = names;
    this.sum = sum;
  }

  /** For rows whose entries do no more than change a floating-point number, if they do. */
  static Optional<PairedRows> of(Rows rows, LocalNames names) {
    List<Stmt> statements =
        rows.entry() instanceof Stmt.Block b ? b.statements() : List.of(rows.entry());
    return !statements.isEmpty()
            && statements.getLast() instanceof Stmt.Assign(Variable sum, Exp value)
            && sum.type() instanceof Type.Scalar(ElementType element)
            && element.isFloat()
            && statements.subList(0, statements.size() - 1).stream()
                .allMatch(s -> s instanceof Stmt.Declare)
            && Rows.isLittle(rows.entry())
        ? Optional.of(new PairedRows(rows, names, sum))
        : Optional.empty();
  }

  List<Stmt> between(Variable begin, Variable end) {
    Variable second = names.fresh(rows.p().name() + "_second", Type.INT32);
    Variable withSecond = names.another(sum.name(), sum.type());
    return List.of(
        Imp.ifThen(
            Imp.less(begin, end),
            Imp.block(
                RowForm.copy(rows.entry(), names, Map.of(rows.p(), begin)),
                Imp.declare(
                    second,
                    Imp.min(Imp.add(begin, Imp.constant(1)), Imp.subtract(end, Imp.constant(1)))),
                Imp.declare(withSecond, sum),
                RowForm.copy(rows.entry(), names, Map.of(rows.p(), second, sum, withSecond)),
                Imp.assign(sum, Imp.select(Imp.less(begin, second), withSecond, sum)),
                Imp.forLoop(rows.p(), Imp.add(begin, Imp.constant(2)), end, rows.entry()),
                Imp.assign(begin, end))));
  }
}
