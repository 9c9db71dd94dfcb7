package org.einkorn;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.explain.Explainer;
import org.einkorn.explain.Explanation;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.Levels;
import org.einkorn.format.TensorType;
import org.einkorn.legalise.Windowing;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.notation.Reductions;
import org.einkorn.notation.Types;
import org.einkorn.schedule.Absence;
import org.einkorn.schedule.Measurements;
import org.einkorn.schedule.ResultFormat;

/**
 * The type of a result: what was asked for, and for the rest what follows from the statement and
 * the types of its tensors.
 */
final class ResultChoice {
  private final Assignment assignment;
  private final Map<String, TensorType> types;
  private final Map<String, Tensor> tensors;
  private final Wishes wishes;

  ResultChoice(
      Assignment assignment,
      Map<String, TensorType> types,
      Map<String, Tensor> tensors,
      Wishes wishes) {
    this.assignment = assignment;
    this.types = types;
    this.tensors = tensors;
    this.wishes = wishes;
  }

  TensorType type() {
    Assignment bound = Reductions.bind(assignment);
    Constant fill = Absence.fill(bound, types);
    Expression old = bound.old(types.containsKey(bound.target().tensor()), this::typeOf);
    Expression value = bound.valueAfter(old, fill, this::typeOf);
    ElementType computed =
        isPart() ? ElementType.common(typeOf(bound.target()), typeOf(value)) : typeOf(value);
    ElementType element = wishes.resultElement().orElse(computed);
    if (!Inputs.holds(element, computed)) {
      throw new EinkornException(
          "The values of '"
              + Printer.print(assignment)
              + "' are "
              + computed
              + ", which a result of "
              + element
              + " cannot hold.");
    }
    Format format =
        wishes
            .resultFormat()
            .map(text -> Formats.parse(text, assignment.target().order()))
            .orElseGet(
                () ->
                    isPart()
                        ? types.get(bound.target().tensor()).format()
                        : format(bound.target(), value, fill));
    return new TensorType(element, format, fill);
  }

  /** Whether a part of a tensor is assigned, which stays as it is otherwise. */
  private boolean isPart() {
    return !assignment.target().windows().isEmpty();
  }

  private ElementType typeOf(Expression e) {
    return Types.typeOf(e, name -> types.get(name).element());
  }

  /** The format that follows from the operands'; a vector that may well be full is dense. */
  private Format format(Access target, Expression value, Constant fill) {
    Windowing windows = Windowing.of(new Assignment(target, Optional.empty(), value), types);
    Format chosen = ResultFormat.choose(target, windows.value(), windows.sparseTypes(), fill);
    if (target.indices().size() != 1) {
      return chosen;
    }
    IndexVariable v = target.indices().getFirst();
    long stored = tensors.values().stream().mapToLong(Tensor::stored).sum();
    for (Access a : Expressions.accesses(value)) {
      Tensor tensor = tensors.get(a.tensor());
      for (int d = 0; tensor != null && tensor.order() > 1 && d < a.order(); d++) {
        if (a.plain(d).filter(v::equals).isPresent()) {
          return tensor.dimension(d) <= stored ? Formats.dense(1) : chosen;
        }
      }
    }
    return chosen;
  }

  /**
   * Why it has its format.
   *
   * @param cost of computing it so
   * @param comparable whether another format can be weighed against it
   */
  Explanation.Choice explained(Measurements measured, double cost, boolean comparable) {
    TensorType chosen = type();
    String reason =
        isPart()
            ? "A part of it is assigned, and the rest stays as it is."
            : chosen.format().isLocated()
                ? "None was given, and no absent operand leaves nothing of the result."
                : "None was given: a dimension is compressed where absent operands leave"
                    + " nothing of the result.";
    return new Explanation.Choice(
        "result format",
        chosen.format().toString(),
        reason,
        comparable && !isPart() ? other(chosen, measured, cost) : Optional.empty());
  }

  /** All dense instead of a format with compressed levels, or the other way round. */
  private Optional<Explanation.RunnerUp> other(
      TensorType chosen, Measurements measured, double cost) {
    int order = chosen.order();
    Format other =
        chosen.format().isLocated()
            ? Format.plain(
                Collections.nCopies(order, Levels.COMPRESSED), chosen.format().dimensions())
            : Formats.dense(order);
    TensorType otherwise = new TensorType(chosen.element(), other, chosen.fill());
    return Explanation.RunnerUp.of(
        other.toString(), Explainer.costOf(assignment, types, otherwise, measured), cost);
  }
}
