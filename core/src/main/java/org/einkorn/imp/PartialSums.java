package org.einkorn.imp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Const;
import org.einkorn.imp.Exp.Variable;

/**
 * Adds up floating-point numbers along a dimension in several variables by turns:
 *
 * <pre>
 * double t_2 = 0.0, t_3 = 0.0, …, t_9 = 0.0;
 * int j = 0;
 * while (j &lt; size - 7) {
 *   t_2 += e(j);
 *   t_3 += e(j + 1);
 *   …
 *   t_9 += e(j + 7);
 *   j += 8;
 * }
 * t += t_2 + t_3 + (t_4 + t_5) + (t_6 + t_7 + (t_8 + t_9));
 * while (j &lt; size) {
 *   t += e(j);
 *   j++;
 * }
 * </pre>
 *
 * In one variable each addition waits for the one before it, several cycles long, and the JIT must
 * leave it so: rounding makes floating-point addition depend on the order. There are as many as fit
 * into a vector register, so that vectors can add up in the same order ({@link VectorSums}). Loops
 * over what is stored of a row are left alone; most rows are too short.
 */
final class PartialSums {
  static final int SUMS = 8;

  private final LocalNames names;

  private PartialSums(Function function) {
    this.names = new LocalNames(function);
  }

  static Function split(Function function) {
    Stmt body = new PartialSums(function).split(function.body());
    return body == function.body() ? function : function.with(body);
  }

  /** {@code for (int v = from; v < to; v++) sum += addend} */
  record Sum(Variable v, Exp from, Variable to, Variable sum, Exp addend) {
    /** The statement as such a sum, if it is one along a dimension. */
    static Optional<Sum> of(Stmt s) {
      return s instanceof Stmt.For(Variable v, Exp from, Exp to, Stmt body)
              && body instanceof Stmt.Assign(Variable sum, Exp value)
              && value instanceof Binary(BinaryOp op, Exp left, Exp addend)
              && op == BinaryOp.ADD
              && left.equals(sum)
              && sum.type() instanceof Type.Scalar(ElementType element)
              && element.isFloat()
              // Where the children of a parent begin is loaded; how few there are may be a
              // constant.
              && (from instanceof Const || from instanceof Variable)
              && to instanceof Variable size
              && !RowValue.reads(addend, sum)
          ? Optional.of(new Sum(v, from, size, sum, addend))
          : Optional.empty();
    }

    Exp zero() {
      return Imp.constant(Constant.zero(sum.type().element()));
    }

    /** Adds partial sums. */
    Stmt addAll(List<? extends Exp> sums) {
      return Imp.assign(sum, Imp.add(sum, total(sums)));
    }
  }

  /** Partial sums added up, in pairs, so that these do not wait for each other either. */
  static Exp total(List<? extends Exp> sums) {
    int half = sums.size() / 2;
    return half == 0
        ? sums.getFirst()
        : Imp.add(total(sums.subList(0, half)), total(sums.subList(half, sums.size())));
  }

  private Stmt split(Stmt s) {
    Optional<Sum> sum = Sum.of(s);
    return sum.isPresent() ? split(sum.get()) : Walk.map(s, e -> e, this::split);
  }

  private Stmt split(Sum s) {
    List<Stmt> statements = new ArrayList<>();
    List<Variable> sums = new ArrayList<>();
    List<Stmt> turn = new ArrayList<>();
    for (int k = 0; k < SUMS; k++) {
      Variable one = names.another(s.sum().name(), s.sum().type());
      sums.add(one);
      statements.add(Imp.declare(one, s.zero()));
      Exp next = Copying.replace(s.addend(), Map.of(s.v(), Imp.add(s.v(), Imp.constant(k))));
      turn.add(Imp.assign(one, Imp.add(one, next)));
    }
    turn.add(Imp.assign(s.v(), Imp.add(s.v(), Imp.constant(SUMS))));
    statements.add(Imp.declare(s.v(), s.from()));
    statements.add(
        Imp.whileLoop(
            Imp.less(s.v(), Imp.subtract(s.to(), Imp.constant(SUMS - 1))), Imp.block(turn)));
    statements.add(s.addAll(sums));
    statements.add(
        Imp.whileLoop(
            Imp.less(s.v(), s.to()),
            Imp.block(Imp.assign(s.sum(), Imp.add(s.sum(), s.addend())), Imp.increment(s.v()))));
    return Imp.block(statements);
  }
}
