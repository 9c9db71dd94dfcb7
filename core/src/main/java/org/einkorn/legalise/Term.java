package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.einkorn.element.ElementType;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Types;
import org.einkorn.operator.Operator;

/** An expression as a reduction over some variables, perhaps none, of a body. */
record Term(Optional<Operator> operator, List<IndexVariable> reduced, Expression body) {
  /** Takes apart the reductions by one operator that stand outermost. */
  static Term of(Expression e) {
    List<IndexVariable> reduced = new ArrayList<>();
    Optional<Operator> operator = Optional.empty();
    Expression body = e;
    while (body instanceof Reduce r
        && (operator.isEmpty() || operator.get().equals(r.operator()))) {
      operator = Optional.of(r.operator());
      reduced.add(r.variable());
      body = r.body();
    }
    return new Term(operator, reduced, body);
  }

  /** The type that the reduction computes in. */
  ElementType accumulator(Workspaces workspaces) {
    ElementType type = Types.typeOf(body, name -> workspaces.type(name).element());
    return operator.map(op -> op.operandType(List.of(type, type))).orElse(type);
  }
}
