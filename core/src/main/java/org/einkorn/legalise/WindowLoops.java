package org.einkorn.legalise;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.einkorn.format.TensorType;
import org.einkorn.loops.LoopProgram;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.schedule.Guidance;

/**
 * Loops for a statement that reads operands through windows: loops over its variables, in which
 * coordinates are computed, or loops over the entries of one operand, from whose coordinates
 * variables are computed.
 */
final class WindowLoops {
  private final Windowing windows;
  private final Guidance guidance;
  private final Cheapest cheapest;

  /** Loops over what a sparse operand stores: however short others seem, these are shorter. */
  private final Cheapest shorter;

  private final Access target;
  private final Map<String, TensorType> types;

  private WindowLoops(Windowing windows, TensorType resultType, Guidance guidance) {
    this.windows = windows;
    this.guidance = guidance;
    this.target = Legaliser.target(windows.assignment(), windows.types());
    this.types = new LinkedHashMap<>(windows.types());
    types.put(target.tensor(), resultType);
    this.shorter = new Cheapest(target.tensor(), windows.measured(guidance.measured()));
    this.cheapest = new Cheapest(target.tensor(), windows.measured(guidance.measured()));
  }

  static Legaliser.Choice choose(Windowing windows, TensorType resultType, Guidance guidance) {
    return new WindowLoops(windows, resultType, guidance).choose(resultType);
  }

  private Legaliser.Choice choose(TensorType resultType) {
    Assignment assignment = windows.assignment();
    Legaliser.Choice looked = Legaliser.plain(assignment, windows.types(), resultType, guidance);
    LoopProgram program = looked.chosen();
    Map<String, TensorType> known = new LinkedHashMap<>(windows.computedTypes(program.inputs()));
    known.put(target.tensor(), resultType);
    Workspaces workspaces = new Workspaces(known);
    workspaces.addAll(program.body());
    cheapest.offer(windows.computing(program.body()), workspaces);
    Expression value = Legaliser.value(assignment, windows.types(), resultType);
    boolean repeats = assignment.accumulate().isPresent() && Legaliser.hasRepeats(target);
    if (!repeats && types.values().stream().allMatch(t -> t.format().followsLoops())) {
      windows.operands().stream()
          .filter(WindowedOperand::isComputed)
          .forEach(operand -> offerDriven(operand, value));
    }
    Cheapest best = shorter.statement() == null ? cheapest : shorter;
    return new Legaliser.Choice(windows.typed(program, best.statement()), best.offered());
  }

  /**
   * The variables to compute, of the result if they can be: these have about as many values as the
   * operand, and loops over the others few.
   */
  private List<Map<Integer, IndexVariable>> solutions(WindowedOperand operand) {
    List<Map<Integer, IndexVariable>> all = WindowDriver.solutions(operand);
    ToLongFunction<Map<Integer, IndexVariable>> ofTarget =
        solved -> solved.values().stream().filter(target.indices()::contains).count();
    long most = all.stream().mapToLong(ofTarget).max().orElse(0);
    return all.stream().filter(solved -> ofTarget.applyAsLong(solved) == most).toList();
  }

  /** Offers loops over the entries of an operand, if nothing is to be done without them. */
  private void offerDriven(WindowedOperand operand, Expression value) {
    Term term = Term.of(value);
    if (!ViewedOperands.vanishesWithout(operand.access(), target, term, types)) {
      return;
    }
    Set<IndexVariable> needed = new LinkedHashSet<>(target.indices());
    needed.addAll(term.reduced());
    Access driven = WindowDriver.access(operand);
    Expression body = Expressions.replace(term.body(), operand.access(), driven);
    for (Map<Integer, IndexVariable> solved : solutions(operand)) {
      Map<String, TensorType> known = windows.computedTypes(types);
      Workspaces workspaces = new Workspaces(known);
      WindowDriver.of(operand, solved, needed)
          .map(
              driver -> {
                windows.define(driver.sizes());
                return new Nest(workspaces)
                    .drive(target, new Term(term.operator(), term.reduced(), body), driver);
              })
          .ifPresent(
              loops -> {
                cheapest.offer(windows.computing(loops), workspaces);
                if (!operand.type().format().isLocated()) {
                  shorter.offer(windows.computing(loops), workspaces);
                }
              });
    }
  }
}
