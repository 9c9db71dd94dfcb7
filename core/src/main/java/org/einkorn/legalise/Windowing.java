package org.einkorn.legalise;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.IndexExpression;
import org.einkorn.format.TensorType;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.operator.Operator;
import org.einkorn.operator.Presence;
import org.einkorn.schedule.Directive;
import org.einkorn.schedule.Measurements;
import org.einkorn.schedule.TensorStatistics;

/**
 * The operands of a statement that are read through windows, or asked only for what is present,
 * each as a tensor of its own under its own name. To those who choose loops, one with computed
 * indices, x(i+k), is a dense tensor x_1(i,k) in which every coordinate can be looked up; {@link
 * #finish} puts the computed coordinate in its place.
 */
public final class Windowing {
  private final Assignment assignment;
  private final Map<String, TensorType> inputs;
  private final Map<String, String> patterns = new LinkedHashMap<>();
  private final Map<Access, WindowedOperand> operands = new LinkedHashMap<>();

  /** Of coordinates that one operand has besides others, because it is read in several ways. */
  private final Map<IndexVariable, IndexExpression<IndexVariable>> sizes = new LinkedHashMap<>();

  private Windowing(Assignment assignment, Map<String, TensorType> inputs) {
    this.inputs = new LinkedHashMap<>(inputs);
    Expression patterned = patterned(assignment.value());
    this.assignment =
        new Assignment(assignment.target(), assignment.accumulate(), plain(patterned, this.inputs));
  }

  /** The expression with the pattern of a tensor instead of the question what is in it. */
  private Expression patterned(Expression e) {
    if (!(e instanceof Apply(Operator operator, List<Expression> arguments))
        || operator != Presence.PRESENT) {
      return Expressions.mapChildren(e, this::patterned);
    }
    Access a = (Access) arguments.getFirst();
    TensorType type = inputs.get(a.tensor());
    String name = patterns.get(a.tensor());
    if (name == null) {
      name = fresh(a.tensor() + "_present");
      patterns.put(a.tensor(), name);
      inputs.put(name, new TensorType(ElementType.BOOL, type.format(), Constant.of(false)));
    }
    return new Access(name, a.indices(), a.windows());
  }

  /** For a statement whose reductions are bound and whose left side has no windows. */
  public static Windowing of(Assignment assignment, Map<String, TensorType> inputs) {
    return new Windowing(assignment, inputs);
  }

  private Expression plain(Expression e, Map<String, TensorType> types) {
    return e instanceof Access a && !a.windows().isEmpty()
        ? operands
            .computeIfAbsent(
                a,
                x ->
                    new WindowedOperand(
                        x, types.get(x.tensor()), fresh(x.tensor() + "_" + (operands.size() + 1))))
            .access()
        : Expressions.mapChildren(e, x -> plain(x, types));
  }

  private String fresh(String wanted) {
    String name = wanted;
    while (inputs.containsKey(name)) {
      name += "_";
    }
    return name;
  }

  /** Whether all operands are read as they are. */
  public boolean isEmpty() {
    return operands.isEmpty() && patterns.isEmpty();
  }

  /** The names of patterns, by the tensors that they are of. */
  public Map<String, String> patterns() {
    return Collections.unmodifiableMap(patterns);
  }

  /** The operands with windows. */
  public List<WindowedOperand> operands() {
    return List.copyOf(operands.values());
  }

  /** The statement with no window in it. */
  Assignment assignment() {
    return assignment;
  }

  /** A directive about operands as they are written, in terms of those that loops read. */
  Directive inside(Directive directive) {
    return switch (directive) {
      case Directive.Precompute p ->
          new Directive.Precompute(inside(p.expression()), p.variables(), p.inner());
      case Directive.Pos p ->
          inside(p.operand()) instanceof Access a
              ? new Directive.Pos(p.variable(), p.position(), a)
              : p;
      default -> directive;
    };
  }

  private Expression inside(Expression e) {
    return e instanceof Access a && operands.containsKey(a)
        ? operands.get(a).access()
        : Expressions.mapChildren(e, this::inside);
  }

  /** Why a directive cannot be about an operand that is read through a window. */
  Optional<String> refusal(Directive directive) {
    if (!(inside(directive) instanceof Directive.Pos p)) {
      return Optional.empty();
    }
    return operands.values().stream()
        .filter(o -> o.isComputed() && o.name().equals(p.operand().tensor()))
        .map(
            o ->
                Printer.print(o.written())
                    + " is looked up at coordinates that are computed, so no loop follows its"
                    + " positions; take another operand.")
        .findFirst();
  }

  /** The types that loops are chosen by. */
  Map<String, TensorType> types() {
    Map<String, TensorType> types = new LinkedHashMap<>(inputs);
    for (WindowedOperand operand : operands.values()) {
      types.put(
          operand.name(),
          operand.isComputed()
              ? new TensorType(
                  operand.type().element(),
                  Formats.dense(operand.access().indices().size()),
                  operand.type().fill())
              : operand.type());
    }
    return types;
  }

  /** The right side with no window in it. */
  public Expression value() {
    return assignment.value();
  }

  /** The same types, but an operand with computed coordinates is as sparse as its tensor. */
  public Map<String, TensorType> sparseTypes() {
    Map<String, TensorType> types = types();
    for (WindowedOperand o : operands.values()) {
      if (o.isComputed() && !o.type().format().isLocated()) {
        Format sparse = Formats.csf(o.access().indices().size());
        types.put(o.name(), new TensorType(o.type().element(), sparse, o.type().fill()));
      }
    }
    return types;
  }

  /** What is measured of tensors, for their windows too: as large, at most. */
  public Measurements measured(Measurements measured) {
    Map<String, TensorStatistics> all = new LinkedHashMap<>(measured.tensors());
    patterns.forEach(
        (tensor, pattern) -> measured.of(tensor).ifPresent(known -> all.put(pattern, known)));
    for (WindowedOperand operand : operands.values()) {
      if (operand.isWhole() && all.containsKey(operand.tensor())) {
        all.put(operand.driven(), all.get(operand.tensor()));
        all.put(operand.name(), all.get(operand.tensor()));
      }
    }
    return new Measurements(all);
  }

  /** The loops with computed coordinates in their places. */
  LoopProgram finish(LoopProgram program) {
    return isEmpty() ? program : typed(program, computing(program.body()));
  }

  /** Takes the sizes of variables that a driver brought along. */
  void define(Map<IndexVariable, IndexExpression<IndexVariable>> more) {
    sizes.putAll(more);
  }

  /** A statement with computed coordinates in their places. */
  Statement computing(Statement statement) {
    return new WindowBinds(operands.values(), sizes).in(statement);
  }

  /** A program with a body that has computed coordinates in their places. */
  LoopProgram typed(LoopProgram program, Statement body) {
    Set<String> used = new HashSet<>();
    Statements.accesses(body).forEach(a -> used.add(a.tensor()));
    Map<String, TensorType> types = computedTypes(program.inputs());
    types.keySet().retainAll(used);
    Map<IndexVariable, IndexExpression<IndexVariable>> all =
        new LinkedHashMap<>(program.derivedSizes());
    all.putAll(sizes);
    return new LoopProgram(
        program.target(), program.targetType(), types, body, all, program.hints());
  }

  /** The types of tensors, where coordinates are computed in the loops. */
  Map<String, TensorType> computedTypes(Map<String, TensorType> chosen) {
    Map<String, TensorType> types = new LinkedHashMap<>(chosen);
    for (WindowedOperand operand : operands.values()) {
      if (operand.isComputed()) {
        types.put(operand.name(), operand.bounded());
        types.put(operand.driven(), operand.type());
      }
    }
    return types;
  }
}
