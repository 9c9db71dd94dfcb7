package org.einkorn.backend.x64;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.Constant;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Occurrences;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Walk;

/**
 * A loop whose variable goes in steps towards a bound that stays, with nothing that leaves it
 * before:
 *
 * <pre>
 * while (v &lt; to) { body  v += step; }
 * for (int v = from; v &lt; to; v++) body
 * </pre>
 *
 * @param step a power of two
 */
record Counting(Variable v, Exp to, int step, List<Stmt> body) {
  static Optional<Counting> of(Stmt.While loop) {
    if (!(loop.condition() instanceof Binary(BinaryOp less, Variable v, Exp to)
        && less == BinaryOp.LESS
        && v.type().equals(Type.INT32)
        && Imp.isPure(to)
        && loop.body() instanceof Stmt.Block(List<Stmt> statements)
        && !statements.isEmpty()
        && statements.getLast() instanceof Stmt.Assign(Variable same, Exp next)
        && same.equals(v)
        && next instanceof Binary(BinaryOp add, Exp old, Exp.Const(Constant step))
        && add == BinaryOp.ADD
        && old.equals(v)
        && step.asLong() > 0
        && step.asLong() < 1 << 16
        && Long.bitCount(step.asLong()) == 1)) {
      return Optional.empty();
    }
    List<Stmt> body = statements.subList(0, statements.size() - 1);
    Set<Variable> fixed = new HashSet<>(Set.of(v));
    Walk.reads(to, fixed::add);
    Set<Variable> assigned = Occurrences.assigned(new Stmt.Block(body));
    return assigned.stream().noneMatch(fixed::contains) && !Access.leaves(loop)
        ? Optional.of(new Counting(v, to, (int) step.asLong(), body))
        : Optional.empty();
  }
}
