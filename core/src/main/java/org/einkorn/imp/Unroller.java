package org.einkorn.imp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.einkorn.element.Constant;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Const;
import org.einkorn.imp.Exp.Variable;

/**
 * Writes the body of a loop several times for one turn:
 *
 * <pre>
 * int i = from;
 * while (i &lt; to - 3) {
 *   body(i)
 *   body(i + 1)
 *   body(i + 2)
 *   body(i + 3)
 *   i += 4;
 * }
 * while (i &lt; to) {
 *   body(i)
 *   i++;
 * }
 * </pre>
 *
 * A loop that is known to take no more turns than that becomes its bodies alone. Loops count
 * coordinates and positions, so {@code to - 3} and {@code from + 4} do not overflow.
 */
public final class Unroller {
  private final Stmt.For loop;
  private final UnaryOperator<Variable> fresh;
  private final Set<Variable> assigned = new HashSet<>();
  private boolean copied;

  private Unroller(Stmt.For loop, UnaryOperator<Variable> fresh) {
    this.loop = loop;
    this.fresh = fresh;
    collectAssigned(loop.body());
  }

  /**
   * The loop with its body written {@code times} times.
   *
   * @param fresh a variable like the given one, under a name that the function does not have yet
   */
  public static Stmt unroll(Stmt.For loop, int times, UnaryOperator<Variable> fresh) {
    if (times < 1) {
      throw new IllegalArgumentException("a body written " + times + " times");
    }
    return times == 1 ? loop : new Unroller(loop, fresh).unroll(times);
  }

  private Stmt unroll(int times) {
    Variable i = loop.variable();
    Optional<Integer> turns = turns();
    List<Stmt> statements = new ArrayList<>();
    if (turns.isPresent() && turns.get() <= times) {
      Exp from = loop.from();
      if (!(from instanceof Const)) {
        statements.add(Imp.declare(i, from));
        from = i;
      }
      writeBodies(from, turns.get(), statements);
      return new Stmt.Block(statements);
    }
    statements.add(Imp.declare(i, loop.from()));
    Exp to = loop.to();
    if (!isFixed(to)) {
      Variable end = fresh.apply(new Variable(i.name() + "_end", Type.INT32));
      statements.add(Imp.declare(end, to)); // after i: the bounds are evaluated in this order
      to = end;
    }
    statements.add(
        Imp.whileLoop(Imp.less(i, Imp.subtract(to, Imp.constant(times - 1))), turn(times)));
    if (turns.isEmpty() || turns.get() % times != 0) {
      statements.add(Imp.whileLoop(Imp.less(i, to), turn(1)));
    }
    return new Stmt.Block(statements);
  }

  /** One turn of the loop, with so many bodies. */
  private Stmt turn(int times) {
    Variable i = loop.variable();
    List<Stmt> statements = new ArrayList<>();
    writeBodies(i, times, statements);
    statements.add(Imp.assign(i, Imp.add(i, Imp.constant(times))));
    return new Stmt.Block(statements);
  }

  private void writeBodies(Exp from, int times, List<Stmt> statements) {
    for (int k = 0; k < times; k++) {
      Stmt body = body(Imp.add(from, Imp.constant(k)));
      if (body instanceof Stmt.Block(List<Stmt> inner)) {
        statements.addAll(inner);
      } else {
        statements.add(body);
      }
    }
  }

  /** The body for a value of the loop's variable; names of its own are its own in every copy. */
  private Stmt body(Exp value) {
    Map<Variable, Exp> replacements = new HashMap<>();
    replacements.put(loop.variable(), value);
    if (copied) {
      Copying.rename(loop.body(), fresh, replacements);
    }
    copied = true;
    return Copying.replace(loop.body(), replacements);
  }

  /** How many turns the loop takes, where its bounds tell: constants, or x and x + constant. */
  private Optional<Integer> turns() {
    if (loop.from() instanceof Const(Constant from) && loop.to() instanceof Const(Constant to)) {
      long turns = Math.max(0, to.asLong() - from.asLong());
      return turns > Integer.MAX_VALUE ? Optional.empty() : Optional.of((int) turns);
    }
    return loop.to() instanceof Binary(BinaryOp op, Exp base, Const(Constant turns))
            && op == BinaryOp.ADD
            && base.equals(loop.from())
            && Effects.isRepeatable(base)
        ? Optional.of((int) Math.max(0, turns.asLong()))
        : Optional.empty();
  }

  /** Whether it can be read again in every turn. */
  private boolean isFixed(Exp to) {
    return to instanceof Const || to instanceof Variable v && !assigned.contains(v);
  }

  private void collectAssigned(Stmt s) {
    if (s instanceof Stmt.Assign a) {
      assigned.add(a.variable());
    }
    Walk.parts(s).forEach(this::collectAssigned);
  }
}
