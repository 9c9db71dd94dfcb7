package org.einkorn.imp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.einkorn.element.Constant;
import org.einkorn.imp.Exp.Variable;

/** Writes the form {@link RowForm#FLAT}. */
final class FlatRows {
  private final Rows rows;
  private final LocalNames names;
  private final Variable row;
  private final Variable lastRow;
  private final Variable last;

  FlatRows(Rows rows, LocalNames names) {
    this.rows = rows;
    this.names = names;
    this.row = rows.row();
    this.lastRow = names.fresh(row.name() + "_last", Type.INT32);
    this.last = names.fresh(rows.p().name() + "_last", Type.INT32);
  }

  Stmt write() {
    Variable begin = names.fresh(rows.p().name() + "_begin", Type.INT32);
    List<Stmt> statements = new ArrayList<>();
    statements.add(Imp.declare(row, rows.from()));
    statements.add(Imp.declare(lastRow, Imp.subtract(rows.to(), Imp.constant(1))));
    for (Stmt.Declare d : rows.before()) {
      Constant zero = Constant.zero(d.variable().type().element());
      statements.add(Imp.declare(d.variable(), Imp.constant(zero)));
    }
    Variable p = names.another(rows.p().name(), Type.INT32);
    Stmt all =
        Imp.block(
            Imp.declare(begin, Imp.load(rows.bounds(), row)),
            emptyRows(begin),
            before(),
            Imp.declare(last, lastOfRow()),
            Imp.forLoop(
                rows.p(),
                begin,
                Imp.load(rows.bounds(), lastRow),
                Imp.block(rows.entry(), Imp.ifThen(Imp.equal(rows.p(), last), nextRow()))),
            Imp.forLoop(
                p,
                Imp.load(rows.bounds(), lastRow),
                Imp.load(rows.bounds(), RowForm.next(lastRow)),
                RowForm.copy(rows.entry(), names, Map.of(rows.p(), p))),
            RowForm.copy(rows.after(), names, Map.of()));
    statements.add(Imp.ifThen(Imp.lessEqual(row, lastRow), all));
    return Imp.block(statements);
  }

  private Stmt nextRow() {
    return Imp.block(
        rows.after(),
        Imp.increment(row),
        Imp.assign(last, lastOfRow()),
        Imp.ifThen(
            Imp.equal(last, rows.p()),
            Imp.block(emptyRows(RowForm.next(rows.p())), Imp.assign(last, lastOfRow()))),
        before());
  }

  private Exp lastOfRow() {
    return Imp.subtract(Imp.load(rows.bounds(), RowForm.next(row)), Imp.constant(1));
  }

  /** All rows from this one on, but the last, that end where they begin. */
  private Stmt emptyRows(Exp begin) {
    Exp end = Imp.load(rows.bounds(), RowForm.next(row));
    return Imp.whileLoop(
        Imp.and(Imp.less(row, lastRow), Imp.equal(end, begin)),
        Imp.block(before(), RowForm.copy(rows.after(), names, Map.of()), Imp.increment(row)));
  }

  private Stmt before() {
    return Imp.block(rows.before().stream().map(d -> Imp.assign(d.variable(), d.value())).toList());
  }
}
