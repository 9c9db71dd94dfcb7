package org.einkorn.imp;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.select;
import static org.einkorn.imp.Imp.subtract;
import static org.einkorn.imp.Imp.whileLoop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * Computes neighbouring rows together that have entries at the same coordinates, as the unknowns of
 * one node of a mesh do: what is read at a coordinate is then read once for all of them.
 *
 * <pre>
 * for (int i = from; i &lt; to; i++) row, of i
 * →
 * int i = from;
 * int i_end = to;
 * while (i &lt; i_end) {
 *   int alike = 1;
 *   if (i + 2 &lt; i_end) {
 *     int begin = pos[i];
 *     int length = pos[i + 1] - begin;
 *     if (0 &lt; length &amp;&amp; …) {          rows are as long, and begin and end at the same coordinates
 *       int differences = 0;
 *       rows i to i + 2                 {@link JoinedRows}
 *       alike = differences == 0 ? 3 : 1;
 *     }
 *   }
 *   if (alike == 1) row, of i
 *   i += alike;
 * }
 * </pre>
 *
 * Whether all coordinates are the same is seen on the way. If they are not, rows are computed one
 * by one after all, over what was written in vain; so nobody may read what they write.
 */
public final class AlikeRows {
  /** As many as a node of a mesh has unknowns, in space and in the plane. */
  private static final List<Integer> COUNTS = List.of(3, 2);

  private final Set<Variable> onlyRead;
  private final Set<Variable> read;
  private final LocalNames names;
  private final int registers;

  private AlikeRows(Function function, int registers) {
    this.onlyRead = OnlyRead.of(function);
    this.read = Occurrences.read(function.body());
    this.names = new LocalNames(function);
    this.registers = registers;
  }

  /**
   * The function so; empty if it has no such rows.
   *
   * @param registers how many vectors there can be at a time
   */
  public static Optional<Function> of(Function function, int registers) {
    Stmt body = new AlikeRows(function, registers).visit(function.body());
    if (body == function.body()) {
      return Optional.empty();
    }
    Function together = function.with(body);
    Verifier.verify(together);
    return Optional.of(together);
  }

  private Stmt visit(Stmt s) {
    if (s instanceof Stmt.For f) {
      List<JoinedRows> joined =
          COUNTS.stream()
              .flatMap(count -> JoinedRows.of(f, count, onlyRead, names).stream())
              .filter(rows -> rows.registers() <= registers)
              .filter(rows -> rows.written().stream().noneMatch(read::contains))
              .toList();
      if (!joined.isEmpty()) {
        return together(f, joined);
      }
    }
    return Walk.map(s, e -> e, this::visit);
  }

  private Stmt together(Stmt.For rows, List<JoinedRows> joined) {
    Variable row = rows.variable();
    Variable end = names.fresh(row.name() + "_end", Type.INT32);
    Variable alike = names.fresh("alike", Type.INT32);
    List<Stmt> turn = new ArrayList<>();
    turn.add(declare(alike, constant(1)));
    joined.forEach(some -> turn.add(tried(some, row, end, alike)));
    turn.add(ifThen(equal(alike, constant(1)), rows.body()));
    turn.add(assign(row, add(row, alike)));
    return Imp.block(
        declare(row, rows.from()),
        declare(end, rows.to()),
        whileLoop(less(row, end), new Stmt.Block(turn)));
  }

  private Stmt tried(JoinedRows rows, Variable row, Variable end, Variable alike) {
    Variable begin = names.fresh("begin", Type.INT32);
    Variable length = names.fresh("length", Type.INT32);
    Variable differences = names.fresh("differences", Type.INT32);
    int count = rows.count();
    List<Stmt> all = new ArrayList<>();
    all.add(declare(differences, constant(0)));
    all.addAll(rows.statements(length, differences));
    Exp areAlike = equal(differences, constant(0));
    all.add(assign(alike, select(areAlike, constant(count), constant(1))));
    return ifThen(
        and(equal(alike, constant(1)), less(add(row, constant(count - 1)), end)),
        new Stmt.Block(
            List.of(
                declare(begin, load(rows.bounds(), row)),
                declare(length, subtract(load(rows.bounds(), RowForm.next(row)), begin)),
                ifThen(seemAlike(rows, row, begin, length), new Stmt.Block(all)))));
  }

  /** Whether rows have as many entries as the first, from and to the same coordinates. */
  private static Exp seemAlike(JoinedRows rows, Variable row, Variable begin, Variable length) {
    Exp condition = less(constant(0), length);
    Exp last = subtract(length, constant(1));
    for (int k = 1; k < rows.count(); k++) {
      Exp own = add(begin, multiply(length, constant(k)));
      Exp next = load(rows.bounds(), add(row, constant(k + 1)));
      condition = and(condition, equal(next, add(own, length)));
      condition = and(condition, same(rows.coordinates(), begin, own));
      condition = and(condition, same(rows.coordinates(), add(begin, last), add(own, last)));
    }
    return condition;
  }

  private static Exp same(Variable list, Exp one, Exp other) {
    return equal(load(list, one), load(list, other));
  }
}
