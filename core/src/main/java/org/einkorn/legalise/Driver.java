package org.einkorn.legalise;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.einkorn.format.IndexExpression;
import org.einkorn.loops.Statement;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/**
 * Loops over the levels of one operand, among which the coordinates of other variables are computed
 * as soon as they are determined.
 */
interface Driver {
  /** A loop over a variable or, with a value, a variable that is computed. */
  record Step(
      IndexVariable variable, int level, IndexExpression<IndexVariable> value, boolean checked) {
    boolean isLoop() {
      return value == null;
    }

    Statement around(Statement body) {
      return isLoop()
          ? new Statement.Forall(variable, body)
          : new Statement.Bind(variable, value, checked, body);
    }
  }

  /** Loops and computed variables, outermost first. */
  List<Step> steps();

  /** How to add up, in variables, what is computed for each entry, if it pays. */
  default Optional<Accumulation> accumulation(Access target, Expression body) {
    return Optional.empty();
  }

  /**
   * The loops and computed variables around a body; {@code inside} sees each variable and what is
   * inside it.
   */
  default Statement around(Statement body, BiFunction<IndexVariable, Statement, Statement> inside) {
    Statement result = body;
    for (Step step : steps().reversed()) {
      result = step.around(inside.apply(step.variable(), result));
    }
    return result;
  }
}
