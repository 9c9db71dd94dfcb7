package org.einkorn.imp;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.subtract;
import static org.einkorn.imp.Imp.whileLoop;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;

/**
 * Loops that do nothing but write to elements side by side do so in vectors:
 *
 * <pre>
 * for (int q = begin; q &lt; end; q++) {
 *   seen[q + shift] = turn;
 *   w[q + shift] += a * x[q];
 * }
 * →
 * int at = begin;
 * while (at &lt; end - 7) {
 *   seen[at + shift : 8] = int&lt;8&gt;(turn);
 *   w[at + shift : 8] = w[at + shift : 8] + double&lt;8&gt;(a) * x[at : 8];
 *   at += 8;
 * }
 * for (int q = at; q &lt; end; q++) { as before }
 * </pre>
 */
final class SideBySide {
  private final LocalNames names;
  private final ToIntFunction<ElementType> lanes;

  private SideBySide(Function function, ToIntFunction<ElementType> lanes) {
    this.names = new LocalNames(function);
    this.lanes = lanes;
  }

  /**
   * The function so.
   *
   * @param lanes how many elements a vector register takes
   */
  static Function inVectors(Function function, ToIntFunction<ElementType> lanes) {
    Function vectors = function.with(new SideBySide(function, lanes).visit(function.body()));
    Verifier.verify(vectors);
    return vectors;
  }

  private Stmt visit(Stmt s) {
    if (s instanceof Stmt.For f) {
      List<Stmt> body = Walk.statements(f.body());
      Set<Variable> written = new HashSet<>();
      boolean suits = true;
      for (Stmt part : body) {
        suits &= isSideBySide(part, f.variable(), written);
      }
      int width = width(written);
      if (suits && width > 1 && body.stream().allMatch(part -> readsNone(part, written))) {
        return inVectors(f, body, width);
      }
    }
    return Walk.map(s, e -> e, this::visit);
  }

  /** As many elements as a register takes of the largest. */
  private int width(Set<Variable> written) {
    return written.stream().mapToInt(v -> lanes.applyAsInt(v.type().element())).min().orElse(1);
  }

  /** Whether a statement writes to an array that no other does, at places side by side. */
  private static boolean isSideBySide(Stmt s, Variable q, Set<Variable> written) {
    return switch (s) {
      case Stmt.Store(Variable array, Exp index, Exp value, boolean _) ->
          written.add(array) && suits(array, index, value, q);
      case Stmt.Update(Variable array, Exp index, BinaryOp op, Exp value) ->
          written.add(array)
              && op.accepts(new Type.Vector(array.type().element(), 2))
              && suits(array, index, value, q);
      default -> false;
    };
  }

  private static boolean suits(Variable array, Exp index, Exp value, Variable q) {
    return RowValue.begin(index, q).isPresent()
        && new RowValue(array.type().element(), q).isElementwise(value);
  }

  private static boolean readsNone(Stmt s, Set<Variable> written) {
    return Walk.expressions(s).stream().noneMatch(e -> Walk.readsAny(e, written::contains));
  }

  private Stmt inVectors(Stmt.For f, List<Stmt> body, int width) {
    Variable at = names.fresh("at", Type.INT32);
    Variable end = names.fresh("whole", Type.INT32);
    List<Stmt> turn = new ArrayList<>();
    body.forEach(s -> turn.add(vector(s, f.variable(), at, width)));
    turn.add(assign(at, add(at, constant(width))));
    return new Stmt.Block(
        List.of(
            declare(at, f.from()),
            declare(end, f.to()),
            whileLoop(less(at, subtract(end, constant(width - 1))), new Stmt.Block(turn)),
            forLoop(f.variable(), at, end, f.body())));
  }

  /** The statement for several elements. */
  private static Stmt vector(Stmt s, Variable q, Variable at, int width) {
    return switch (s) {
      case Stmt.Store(Variable array, Exp index, Exp value, boolean _) ->
          Imp.store(array, moved(index, q, at), value(array, value, q, at, width));
      case Stmt.Update(Variable array, Exp index, BinaryOp op, Exp value) -> {
        Exp old = new Exp.LoadVector(array, moved(index, q, at), width);
        Exp result = new Binary(op, old, value(array, value, q, at, width));
        yield Imp.store(array, moved(index, q, at), result);
      }
      default -> throw new IllegalStateException("not written side by side: " + s);
    };
  }

  private static Exp moved(Exp index, Variable q, Variable at) {
    return Copying.replace(index, Map.of(q, at));
  }

  private static Exp value(Variable array, Exp value, Variable q, Variable at, int width) {
    return new RowValue(array.type().element(), q).vector(value, at, width);
  }
}
