package org.einkorn.imp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;

/**
 * Writes out loops that take a few turns, always as many:
 *
 * <pre>
 * int j = 0; while (j &lt; 16) { s(j) j += 8; }   →   s(0) s(8) int j = 16;
 * </pre>
 *
 * The JIT does so by itself.
 */
public final class ShortLoops {
  private static final int MOST_TURNS = 32;

  private final LocalNames names;

  private ShortLoops(Function function) {
    this.names = new LocalNames(function);
  }

  /** The function without such loops; the same instance if it has none. */
  public static Function written(Function function) {
    Stmt body = new ShortLoops(function).written(function.body());
    if (body == function.body()) {
      return function;
    }
    Function written = Simplifier.simplify(function.with(body));
    Verifier.verify(written);
    return written;
  }

  private Stmt written(Stmt s) {
    Stmt inner = Walk.map(s, e -> e, this::written);
    if (!(inner instanceof Stmt.Block(List<Stmt> statements))) {
      return inner;
    }
    List<Stmt> all = new ArrayList<>();
    boolean changed = false;
    for (int k = 0; k < statements.size(); k++) {
      Optional<List<Stmt>> turns =
          k + 1 < statements.size()
              ? turns(statements.get(k), statements.get(k + 1))
              : Optional.empty();
      if (turns.isPresent()) {
        all.addAll(turns.get());
        changed = true;
        k++;
      } else {
        all.add(statements.get(k));
      }
    }
    return changed ? new Stmt.Block(all) : inner;
  }

  private Optional<List<Stmt>> turns(Stmt first, Stmt second) {
    if (!(first instanceof Stmt.Declare(Variable v, Exp.Const(Constant from))
        && second instanceof Stmt.While(Exp condition, Stmt.Block(List<Stmt> body))
        && condition instanceof Binary(BinaryOp less, Exp left, Exp.Const(Constant to))
        && less == BinaryOp.LESS
        && left.equals(v)
        && !body.isEmpty()
        && body.getLast() instanceof Stmt.Assign(Variable same, Exp value)
        && same.equals(v)
        && v.type().equals(Type.INT32)
        && value instanceof Binary(BinaryOp add, Exp old, Exp.Const(Constant step))
        && add == BinaryOp.ADD
        && old.equals(v)
        && step.asLong() > 0)) {
      return Optional.empty();
    }
    Stmt turn = new Stmt.Block(body.subList(0, body.size() - 1));
    long count = Math.ceilDiv(to.asLong() - from.asLong(), step.asLong());
    if (count > MOST_TURNS
        || !Rows.isStraight(turn)
        || !Rows.isLittle(turn)
        || Occurrences.assigned(turn).contains(v)) {
      return Optional.empty();
    }
    List<Stmt> turns = new ArrayList<>();
    long at = from.asLong();
    for (; at < to.asLong(); at += step.asLong()) {
      Map<Variable, Exp> replacements = new HashMap<>();
      replacements.put(v, Imp.constant((int) at));
      turns.add(RowForm.copy(turn, names, replacements));
    }
    turns.add(Imp.declare(v, Imp.constant((int) at)));
    return Optional.of(turns);
  }
}
