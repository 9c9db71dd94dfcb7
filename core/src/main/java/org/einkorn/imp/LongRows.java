package org.einkorn.imp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;

/** Writes the forms {@link RowForm#LONG} and LONG_FETCHED, for rows that are added up. */
final class LongRows {
  /** Enough that additions do not wait for each other; with more, the rest of a row gets longer. */
  static final int SUMS = 4;

  /** How many entries ahead lists are fetched: what a processor fetches by itself is nearer. */
  private static final int DISTANCE = 1024;

  private final Rows rows;
  private final LocalNames names;
  private final Variable sum;

  private LongRows(Rows rows, LocalNames names, Variable sum) {
    this.rows = rows;
    this.names = names;
    this.sum = sum;
  }

  /** For rows whose entries are added to a floating-point number, if they are. */
  static Optional<LongRows> of(Rows rows, LocalNames names) {
    return RowSum.of(rows)
        .filter(s -> s.op() == BinaryOp.ADD)
        .map(s -> new LongRows(rows, names, s.sum()));
  }

  /** Adds up the entries from one position to another. */
  List<Stmt> between(Variable begin, Variable end) {
    return between(begin, end, List.of());
  }

  /** The same, and fetches what later ones read. */
  List<Stmt> fetching(Variable begin, Variable end) {
    return between(begin, end, fetched(rows));
  }

  /** What a turn fetches for a later one. */
  static List<Stmt> fetched(Rows rows) {
    List<Stmt> fetched = new ArrayList<>();
    Exp place = Imp.add(rows.p(), Imp.constant(DISTANCE));
    for (Variable list : StreamsAhead.read(rows.entry(), rows.p())) {
      fetched.add(new Stmt.Prefetch(list, place));
    }
    return fetched;
  }

  /**
   * @param first what each turn begins with
   */
  private List<Stmt> between(Variable begin, Variable end, List<Stmt> first) {
    List<Stmt> statements = new ArrayList<>();
    List<Variable> sums = new ArrayList<>();
    List<Stmt> turn = new ArrayList<>(first);
    Variable p = rows.p();
    for (int k = 0; k < SUMS; k++) {
      Variable one = names.another(sum.name(), sum.type());
      sums.add(one);
      statements.add(Imp.declare(one, Imp.constant(Constant.zero(sum.type().element()))));
      turn.add(entry(rows, names, sum, k, one));
    }
    turn.add(Imp.assign(p, Imp.add(p, Imp.constant(SUMS))));
    statements.add(Imp.declare(p, begin));
    statements.add(
        Imp.whileLoop(Imp.less(p, Imp.subtract(end, Imp.constant(SUMS - 1))), Imp.block(turn)));
    statements.add(rest(rows, names, sum, end, sums, 0));
    statements.add(Imp.assign(sum, Imp.add(sum, PartialSums.total(sums))));
    statements.add(Imp.assign(begin, end));
    return statements;
  }

  /** What an entry, so many behind p, adds to one of the sums. */
  private static Stmt entry(Rows rows, LocalNames names, Variable sum, int k, Variable one) {
    Exp position = Imp.add(rows.p(), Imp.constant(k));
    return RowForm.copy(rows.entry(), names, Map.of(rows.p(), position, sum, one));
  }

  /**
   * Adds the entries that are left, fewer than there are sums.
   *
   * @param sum what an entry is added to in the rows
   * @param first how many of those that are left were added
   */
  static Stmt rest(
      Rows rows, LocalNames names, Variable sum, Variable end, List<Variable> sums, int first) {
    List<Stmt> some = new ArrayList<>(List.of(entry(rows, names, sum, first, sums.get(first))));
    if (first < SUMS - 2) {
      some.add(rest(rows, names, sum, end, sums, first + 1));
    }
    Exp position = Imp.add(rows.p(), Imp.constant(first));
    return Imp.ifThen(Imp.less(position, end), new Stmt.Block(some));
  }
}
