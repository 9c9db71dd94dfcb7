package org.einkorn.imp;

import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /**
   * For rows whose entries are combined to a number, if they are. An entry may be read twice, so it
   * must not call anything.
   */
  static Optional<PairedRows> of(Rows rows, LocalNames names) {
    return RowSum.of(rows)
        .filter(
            _ ->
                Walk.statements(rows.entry()).stream()
                    .flatMap(s -> Walk.expressions(s).stream())
                    .noneMatch(PairedRows::calls))
        .map(s -> new PairedRows(rows, names, s.sum()));
  }

  private static boolean calls(Exp e) {
    return e instanceof Exp.Call
        || e instanceof Exp.Invoke
        || Walk.children(e).stream().anyMatch(PairedRows::calls);
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
