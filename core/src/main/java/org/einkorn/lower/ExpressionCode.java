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
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Types;
import org.einkorn.operator.Mask;
import org.einkorn.operator.Operator;

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
    return part(e, target, scope).code;
  }

  /**
   * A value that may be absent, so that it is left out where that decides the result: an absent
   * factor makes a product zero, even if the other one is infinite.
   *
   * @param code the value, present or not
   * @param value the value where it is present
   * @param present whether it is there; always if empty
   * @param fill what it is otherwise
   */
  private record Part(Exp code, Exp value, Optional<Exp> present, Constant fill) {
    static Part of(Exp value) {
      return new Part(value, value, Optional.empty(), Constant.of(0L));
    }

    static Part of(Exp value, Optional<Exp> present, Constant fill) {
      Exp code = present.map(p -> select(p, value, constant(fill))).orElse(value);
      return new Part(code, value, present, fill);
    }

    Part as(ElementType target) {
      return new Part(convert(code, target), convert(value, target), present, fill.as(target));
    }
  }

  private Part part(Expression e, ElementType target, Scope scope) {
    return e instanceof Literal literal
        ? Part.of(constant(literal.value().as(target)))
        : part(e, scope).as(target);
  }

  private Part part(Expression e, Scope scope) {
    return switch (e) {
      case Literal c -> Part.of(constant(c.value()));
      case IndexValue v -> Part.of(cast(ElementType.INT64, scope.coordinate(v.variable())));
      case Access a -> access(a, scope);
      case Apply apply -> apply(apply, scope);
      case Reduce r -> throw new IllegalStateException("a reduction was left in " + e);
    };
  }

  private Part apply(Apply apply, Scope scope) {
    Operator operator = apply.operator();
    List<ElementType> operands =
        operator.operandTypes(apply.arguments().stream().map(this::typeOf).toList());
    List<Part> parts = new ArrayList<>();
    List<Exp> arguments = new ArrayList<>();
    List<Exp> present = new ArrayList<>();
    Optional<Constant> absorbed = Optional.empty();
    for (int k = 0; k < operands.size(); k++) {
      Part part = part(apply.arguments().get(k), operands.get(k), scope);
      parts.add(part);
      Optional<Constant> left =
          part.present.isPresent() ? operator.absorbed(k, part.fill) : Optional.empty();
      boolean decides = left.isPresent() && absorbed.map(left.get()::sameValue).orElse(true);
      if (decides) {
        absorbed = left;
        present.add(part.present.get());
      }
      Exp code = decides ? part.value : part.code;
      boolean selects = operator instanceof Mask && k == 1;
      arguments.add(selects ? Witnesses.in(code, apply.arguments().get(k), scope) : code);
    }
    Exp value = operator.emit(arguments);
    if (absorbed.isPresent()) {
      Constant fill = absorbed.get().as(value.type().element());
      return Part.of(value, present.stream().reduce(Imp::and), fill);
    }
    if (parts.isEmpty() || parts.stream().anyMatch(p -> p.present.isEmpty())) {
      return Part.of(value);
    }
    Optional<Exp> any = parts.stream().map(p -> p.present.get()).reduce(Imp::or);
    Constant fill = operator.apply(parts.stream().map(Part::fill).toList());
    return new Part(value, value, any, fill.as(value.type().element()));
  }

  private Part access(Access a, Scope scope) {
    Optional<Variable> variable = workspaces.variable(a, scope);
    if (variable.isPresent()) {
      return Part.of(variable.get());
    }
    Scope.Reached leaf = positions.reached(a, types.get(a.tensor()).order(), scope);
    TensorType type = types.get(a.tensor());
    Exp value = load(positions.code(a).values(), leaf.positions().begin());
    return Part.of(value, leaf.present(), type.fill());
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
