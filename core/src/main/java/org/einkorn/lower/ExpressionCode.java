package org.einkorn.lower;

import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.cast;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.select;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.element.ElementType;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Types;

/** Writes expressions of index notation as code. */
final class ExpressionCode {
  private final Map<String, TensorType> types;
  private final Positions positions;
  private final WorkspaceCode workspaces;

  ExpressionCode(Map<String, TensorType> types, Positions positions, WorkspaceCode workspaces) {
    this.types = types;
    this.positions = positions;
    this.workspaces = workspaces;
  }

  ElementType typeOf(Expression e) {
    return Types.typeOf(e, name -> types.get(name).element());
  }

  /** The value of the expression, converted to the given type. */
  Exp emit(Expression e, ElementType target, Scope scope) {
    if (e instanceof Literal literal) {
      return constant(literal.value().as(target));
    }
    return convert(emit(e, scope), target);
  }

  private Exp emit(Expression e, Scope scope) {
    return switch (e) {
      case Literal c -> constant(c.value());
      case IndexValue v -> cast(ElementType.INT64, scope.coordinate(v.variable()));
      case Access a -> access(a, scope);
      case Apply apply -> {
        List<ElementType> operands =
            apply.operator().operandTypes(apply.arguments().stream().map(this::typeOf).toList());
        List<Exp> arguments = new ArrayList<>();
        for (int k = 0; k < operands.size(); k++) {
          arguments.add(emit(apply.arguments().get(k), operands.get(k), scope));
        }
        yield apply.operator().emit(arguments);
      }
      case Reduce r -> throw new IllegalStateException("a reduction was left in " + e);
    };
  }

  private Exp access(Access a, Scope scope) {
    Optional<Variable> variable = workspaces.variable(a, scope);
    if (variable.isPresent()) {
      return variable.get();
    }
    Scope.Reached leaf = positions.reached(a, types.get(a.tensor()).order(), scope);
    TensorType type = types.get(a.tensor());
    Exp value = load(positions.code(a).values(), leaf.positions().begin());
    return leaf.present().map(p -> select(p, value, constant(type.fill()))).orElse(value);
  }

  /** Conversions that could lose an integer are checked when the code runs. */
  static Exp convert(Exp value, ElementType target) {
    if (value.type().element() == target) {
      return value;
    }
    return target == ElementType.INT32 && value.type().element() == ElementType.INT64
        ? call(RuntimeFunction.NARROW, value)
        : cast(target, value);
  }
}
