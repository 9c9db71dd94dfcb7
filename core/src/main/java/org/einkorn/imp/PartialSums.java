package org.einkorn.imp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.einkorn.element.Constant;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Const;
import org.einkorn.imp.Exp.Variable;

/**
 * Adds up floating-point numbers along a dimension in several variables by turns:
 *
 * <pre>
 * double t_2 = 0.0, t_3 = 0.0, t_4 = 0.0;
 * int j = 0;
 * while (j &lt; size - 3) {
 *   t += e(j);
 *   t_2 += e(j + 1);
 *   t_3 += e(j + 2);
 *   t_4 += e(j + 3);
 *   j += 4;
 * }
 * while (j &lt; size) {
 *   t += e(j);
 *   j++;
 * }
 * t = t + t_2 + (t_3 + t_4);
 * </pre>
 *
 * In one variable each addition waits for the one before it, several cycles long, and the JIT must
 * leave it so: rounding makes floating-point addition depend on the order. Loops over what is
 * stored of a row are left alone; most rows are too short.
 */
final class PartialSums {
  private static final int SUMS = 4;

  private final LocalNames names;

  private PartialSums(Function function) {
    this.names = new LocalNames(function);
  }

  static Function split(Function function) {
    Stmt body = new PartialSums(function).split(function.body());
    return body == function.body()
        ? function
        : new Function(function.name(), function.parameters(), function.results(), body);
  }

  private Stmt split(Stmt s) {
    if (s instanceof Stmt.For(Variable v, Exp from, Exp to, Stmt.Assign(Variable sum, Exp value))
        && value instanceof Binary(BinaryOp op, Exp left, Exp addend)
        && op == BinaryOp.ADD
        && left.equals(sum)
        && sum.type().element().isFloat()
        && isDimension(from, to)
        && !reads(addend, sum)) {
      return sums(v, from, to, sum, addend);
    }
    return Walk.with(s, Walk.expressions(s), Walk.map(Walk.parts(s), this::split));
  }

  /** Where the children of a parent begin is loaded, and how few there are may be a constant. */
  private static boolean isDimension(Exp from, Exp to) {
    return (from instanceof Const || from instanceof Variable) && to instanceof Variable;
  }

  private static boolean reads(Exp e, Variable variable) {
    boolean[] found = {false};
    Walk.reads(e, v -> found[0] |= v.equals(variable));
    return found[0];
  }

  private Stmt sums(Variable v, Exp from, Exp to, Variable sum, Exp addend) {
    List<Stmt> statements = new ArrayList<>();
    List<Variable> sums = new ArrayList<>(List.of(sum));
    for (int k = 1; k < SUMS; k++) {
      Variable another = names.another(sum.name(), sum.type());
      sums.add(another);
      statements.add(Imp.declare(another, Imp.constant(Constant.zero(another.type().element()))));
    }
    List<Stmt> turn = new ArrayList<>();
    for (int k = 0; k < SUMS; k++) {
      Exp next = Unroller.replace(addend, Map.of(v, Imp.add(v, Imp.constant(k))));
      turn.add(Imp.assign(sums.get(k), Imp.add(sums.get(k), next)));
    }
    turn.add(Imp.assign(v, Imp.add(v, Imp.constant(SUMS))));
    statements.add(Imp.declare(v, from));
    statements.add(
        Imp.whileLoop(Imp.less(v, Imp.subtract(to, Imp.constant(SUMS - 1))), Imp.block(turn)));
    statements.add(
        Imp.whileLoop(
            Imp.less(v, to), Imp.block(Imp.assign(sum, Imp.add(sum, addend)), Imp.increment(v))));
    statements.add(Imp.assign(sum, total(sums)));
    return Imp.block(statements);
  }

  /** In pairs, so that these do not wait for each other either. */
  private static Exp total(List<Variable> sums) {
    return Imp.add(Imp.add(sums.get(0), sums.get(1)), Imp.add(sums.get(2), sums.get(3)));
  }
}
