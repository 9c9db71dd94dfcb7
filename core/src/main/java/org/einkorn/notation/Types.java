package org.einkorn.notation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.operator.Operator;

/** The element type of an expression's value. */
public final class Types {
  private Types() {}

  public static ElementType typeOf(Expression e, Function<String, ElementType> tensorTypes) {
    return switch (e) {
      case Literal(Constant value) -> value.type();
      case IndexValue _ -> ElementType.INT64;
      case Access a -> tensorTypes.apply(a.tensor());
      case Apply(Operator operator, List<Expression> arguments) -> {
        List<ElementType> types = new ArrayList<>(arguments.size());
        for (Expression argument : arguments) {
          types.add(typeOf(argument, tensorTypes));
        }
        yield operator.resultType(operator.operandTypes(types));
      }
      case Reduce(Operator operator, var _, Expression body) -> {
        ElementType type = typeOf(body, tensorTypes);
        yield operator.operandType(List.of(type, type));
      }
    };
  }
}
