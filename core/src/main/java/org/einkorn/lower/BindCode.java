package org.einkorn.lower;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifElse;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.lessEqual;
import static org.einkorn.imp.Imp.max;
import static org.einkorn.imp.Imp.min;
import static org.einkorn.imp.Imp.subtract;

import java.util.function.BiFunction;
import org.einkorn.format.IndexExpression;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.loops.Domain;
import org.einkorn.notation.IndexVariable;
import org.einkorn.plan.Plan;

/**
 * Writes variables that are computed from others, and the bounds of loops that follow from them.
 */
final class BindCode {
  private static final int UNSTEADY = 1 << 20;

  private final SizeCode sizes;
  private final Names names;
  private final BiFunction<Plan, Scope, Stmt> emit;

  /** Bodies are written by {@code emit}. */
  BindCode(SizeCode sizes, Names names, BiFunction<Plan, Scope, Stmt> emit) {
    this.sizes = sizes;
    this.names = names;
    this.emit = emit;
  }

  Stmt bind(Plan.Bind bind, Scope scope) {
    Variable v = names.fresh(bind.variable().name(), Type.INT32);
    Exp value = sizes.arithmetic(bind.value(), scope::coordinate);
    Stmt body = emit.apply(bind.body(), scope.with(bind.variable(), v));
    Exp below = less(v, sizes.of(bind.variable()));
    Exp within = isNeverNegative(bind.value()) ? below : and(lessEqual(constant(0), v), below);
    return block(declare(v, value), bind.checked() ? ifThen(within, body) : body);
  }

  /** Whether it is a loop over v right around a checked j := v + c. */
  static boolean isShifted(Plan.FullLoop loop) {
    return loop.cursors().isEmpty()
        && loop.domain() instanceof Domain.All
        && loop.cases().getFirst().body() instanceof Plan.Bind bind
        && bind.checked()
        && shift(bind.value(), loop.variable()) == 1;
  }

  /**
   * A loop over v around j := v + c, for j within its size: the bounds of v follow, and nothing has
   * to be checked inside. (What other systems store as range and offset levels.)
   */
  Stmt shifted(Plan.FullLoop loop, Scope scope) {
    IndexVariable variable = loop.variable();
    Plan.Bind bind = (Plan.Bind) loop.cases().getFirst().body();
    Variable offset = names.fresh(bind.variable().name() + "_offset", Type.INT32);
    Exp zero = constant(0);
    Exp shift =
        sizes.arithmetic(bind.value(), x -> x.equals(variable) ? zero : scope.coordinate(x));
    Exp size = sizes.of(variable);
    Exp from = isNeverNegative(bind.value()) ? zero : max(zero, subtract(zero, offset));
    Exp left = subtract(sizes.of(bind.variable()), offset);
    Stmt code;
    if (size instanceof Exp.Const) {
      // The loop of a whole block has a constant bound; a cut one, at the end, has a loop of its
      // own.
      code =
          ifElse(
              lessEqual(size, left),
              shiftedLoop(variable, from, size, offset, bind, scope),
              shiftedLoop(variable, from, left, offset, bind, scope));
    } else {
      code = shiftedLoop(variable, from, min(size, left), offset, bind, scope);
    }
    return block(declare(offset, shift), code);
  }

  private Stmt shiftedLoop(
      IndexVariable variable, Exp from, Exp to, Exp offset, Plan.Bind bind, Scope scope) {
    Variable v = names.fresh(variable.name(), Type.INT32);
    Variable j = names.fresh(bind.variable().name(), Type.INT32);
    Scope inner = scope.with(variable, v).with(bind.variable(), j);
    return forLoop(v, from, to, block(declare(j, add(v, offset)), emit.apply(bind.body(), inner)));
  }

  /** Whether an expression over coordinates, which are never negative, is never negative itself. */
  private static boolean isNeverNegative(IndexExpression<IndexVariable> e) {
    return switch (e) {
      case IndexExpression.Value<IndexVariable> v -> true;
      case IndexExpression.Size<IndexVariable> s -> true;
      case IndexExpression.Constant<IndexVariable> c -> c.value() >= 0;
      case IndexExpression.Add<IndexVariable> a ->
          isNeverNegative(a.left()) && isNeverNegative(a.right());
      case IndexExpression.Subtract<IndexVariable> s -> false;
      case IndexExpression.Multiply<IndexVariable> m ->
          isNeverNegative(m.left()) && isNeverNegative(m.right());
      case IndexExpression.Divide<IndexVariable> d -> isNeverNegative(d.left());
      case IndexExpression.Modulo<IndexVariable> m -> isNeverNegative(m.left());
    };
  }

  /**
   * How an expression changes when the variable grows by one, if that is always the same; 0 if it
   * does not.
   */
  private static int shift(IndexExpression<IndexVariable> e, IndexVariable v) {
    return switch (e) {
      case IndexExpression.Value<IndexVariable> x -> x.of().equals(v) ? 1 : 0;
      case IndexExpression.Size<IndexVariable> s -> 0;
      case IndexExpression.Constant<IndexVariable> c -> 0;
      case IndexExpression.Add<IndexVariable> a -> shift(a.left(), v) + shift(a.right(), v);
      case IndexExpression.Subtract<IndexVariable> s -> shift(s.left(), v) - shift(s.right(), v);
      case IndexExpression.Multiply<IndexVariable> m ->
          shift(m.left(), v) == 0
              ? 0
              : m.right() instanceof IndexExpression.Constant<IndexVariable>
                  ? shift(m.left(), v) * m.by()
                  : UNSTEADY;
      case IndexExpression.Divide<IndexVariable> d -> shift(d.left(), v) == 0 ? 0 : UNSTEADY;
      case IndexExpression.Modulo<IndexVariable> m -> shift(m.left(), v) == 0 ? 0 : UNSTEADY;
    };
  }
}
