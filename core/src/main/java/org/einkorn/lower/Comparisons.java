package org.einkorn.lower;

import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.ifElse;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.whileLoop;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.lattice.Cursor;
import org.einkorn.notation.IndexVariable;
import org.einkorn.plan.Plan;

/**
 * A merge of few cursors whose coordinates do not repeat: these are compared until it is known
 * which cursors stand at the smallest one.
 *
 * <pre>
 * while (pA &lt; pA_end &amp;&amp; pB &lt; pB_end) {
 *   int jA = A_crd[pA];
 *   int jB = B_crd[pB];
 *   if (jA &lt; jB) {
 *     … pA++;
 *   } else if (jB &lt; jA) {
 *     … pB++;
 *   } else {
 *     … pA++; pB++;
 *   }
 * }
 * </pre>
 *
 * <p>To look for the smallest coordinate first, and then for who stands there, takes up to twice as
 * long with three cursors. But to compare n of them takes up to 3ⁿ⁻¹ copies of bodies.
 */
final class Comparisons {
  private static final int MOST_CURSORS = 3;

  private final IndexVariable variable;
  private final Plan.Piece piece;
  private final Scope scope;
  private final BiFunction<Plan, Scope, Stmt> emit;

  /** Where each cursor stands. */
  private final Map<Finger, Variable> coordinates = new LinkedHashMap<>();

  /** Bodies are written by {@code emit}. */
  Comparisons(
      IndexVariable variable,
      Plan.Piece piece,
      List<Finger> fingers,
      Scope scope,
      Names names,
      BiFunction<Plan, Scope, Stmt> emit) {
    this.variable = variable;
    this.piece = piece;
    this.scope = scope;
    this.emit = emit;
    for (Finger f : fingers) {
      String name = variable.name() + f.cursor.access().tensor();
      coordinates.put(f, names.fresh(name, Type.INT32));
    }
  }

  /** Whether comparing is the better way: of three cursors, bodies are copied and must be short. */
  static boolean suit(Plan.Piece piece, List<Finger> fingers) {
    return fingers.stream().noneMatch(f -> f.repeats)
        && (fingers.size() == 2
            || fingers.size() <= MOST_CURSORS
                && piece.cases().stream().allMatch(c -> isShort(c.body())));
  }

  private static boolean isShort(Plan body) {
    return switch (body) {
      case Plan.Block b -> b.parts().stream().allMatch(Comparisons::isShort);
      case Plan.If i -> isShort(i.body());
      case Plan.Append a -> isShort(a.body());
      case Plan.Compute c -> true;
      default -> false;
    };
  }

  /** The loop, which goes on while all cursors last. */
  Stmt loop(Exp allLast) {
    List<Stmt> code = new ArrayList<>();
    coordinates.forEach((f, coordinate) -> code.add(declare(coordinate, f.coordinate())));
    List<Finger> all = List.copyOf(coordinates.keySet());
    code.add(step(List.of(all.getFirst()), all.subList(1, all.size())));
    return whileLoop(allLast, block(code));
  }

  /**
   * One step.
   *
   * @param first those at the smallest coordinate of those that were compared
   * @param others those that were not compared yet; the rest stand further on
   */
  private Stmt step(List<Finger> first, List<Finger> others) {
    if (!matter(others, first)) {
      return at(first);
    }
    Finger next = others.getFirst();
    List<Finger> rest = others.subList(1, others.size());
    List<Finger> together = new ArrayList<>(first);
    together.add(next);
    Variable smallest = coordinates.get(first.getFirst());
    Variable compared = coordinates.get(next);
    return ifElse(
        less(smallest, compared),
        step(first, rest),
        ifElse(less(compared, smallest), step(List.of(next), rest), step(together, rest)));
  }

  /**
   * Whether it matters where the others stand: whether there is something to do where some of them
   * do, alone or together with the first. If not, they may stay behind, as the factors of a product
   * may behind each other.
   */
  private boolean matter(List<Finger> others, List<Finger> first) {
    Set<Cursor> known = cursors(first);
    Set<Cursor> most = cursors(first);
    most.addAll(cursors(others));
    return piece.cases().stream()
        .map(Plan.Case::present)
        .anyMatch(p -> most.containsAll(p) && !known.containsAll(p));
  }

  private static Set<Cursor> cursors(List<Finger> fingers) {
    Set<Cursor> cursors = new LinkedHashSet<>();
    fingers.forEach(f -> cursors.add(f.cursor));
    return cursors;
  }

  /** What to do where exactly these cursors stand; then they move on. */
  private Stmt at(List<Finger> standing) {
    List<Stmt> code = new ArrayList<>();
    code.add(body(standing));
    standing.forEach(f -> code.add(increment(f.at)));
    return block(code);
  }

  private Stmt body(List<Finger> standing) {
    Set<Cursor> here = cursors(standing);
    for (Plan.Case option : piece.cases()) {
      if (here.containsAll(option.present())) {
        Scope inner = scope.with(variable, coordinates.get(standing.getFirst()));
        for (Finger f : standing) {
          if (option.present().contains(f.cursor)) {
            inner = f.reach(inner, f.at, f.at, Optional.empty());
          }
        }
        return emit.apply(option.body(), inner);
      }
    }
    return Stmt.NOTHING;
  }
}
