package org.einkorn;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.ElementType;
import org.einkorn.explain.Explanation;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.Over;
import org.einkorn.notation.Printer;
import org.einkorn.operator.Operator;
import org.einkorn.operator.Reducers;
import org.einkorn.operator.Semiring;
import org.einkorn.runtime.Kernels;
import org.einkorn.schedule.Measurements;
import org.einkorn.storage.Storage;

/**
 * A statement of index notation with what is known about its tensors so far. It never changes:
 * every method gives a new one.
 *
 * <pre>{@code
 * Tensor y = Einkorn.expression("y(i) = A(i,j) * x(j)").with("A", a).with("x", x).evaluate();
 * Kernel spmv = Einkorn.expression("y(i) = A(i,j) * x(j)").with("A", a).with("x", x).compile();
 * }</pre>
 */
public final class Computation {
  private final Assignment assignment;
  private final Map<String, Tensor> tensors;
  private final Map<String, TensorType> types;
  private final Map<String, Integer> sizes;
  private final Wishes wishes;

  Computation(Assignment assignment) {
    this(assignment, Map.of(), Map.of(), Map.of(), Wishes.NONE);
  }

  private Computation(
      Assignment assignment,
      Map<String, Tensor> tensors,
      Map<String, TensorType> types,
      Map<String, Integer> sizes,
      Wishes wishes) {
    this.assignment = assignment;
    this.tensors = tensors;
    this.types = types;
    this.sizes = sizes;
    this.wishes = wishes;
  }

  /** The same with a tensor for a name. */
  public Computation with(String name, Tensor tensor) {
    return with(Collections.singletonMap(name, tensor));
  }

  public Computation with(Map<String, Tensor> more) {
    Map<String, Tensor> allTensors = new LinkedHashMap<>(tensors);
    Map<String, TensorType> allTypes = new LinkedHashMap<>(types);
    more.forEach(
        (name, tensor) -> {
          Objects.requireNonNull(name, "a tensor has a name, not null");
          Objects.requireNonNull(tensor, () -> "tensor " + name + " is null");
          Inputs.checkName(name, assignment);
          allTensors.put(name, tensor);
          allTypes.put(name, tensor.type());
        });
    return new Computation(assignment, allTensors, allTypes, sizes, wishes);
  }

  /** The same with a type for a name: enough to compile, not to evaluate. */
  public Computation withType(String name, TensorType type) {
    Objects.requireNonNull(name, "a tensor has a name, not null");
    Objects.requireNonNull(type, () -> "the type of tensor " + name + " is null");
    Map<String, TensorType> all = new LinkedHashMap<>(types);
    all.put(name, type);
    return new Computation(assignment, tensors, all, sizes, wishes);
  }

  /** The same with the size of an index variable, for where no tensor gives it. */
  public Computation size(String variable, int size) {
    Set<String> variables = variables();
    if (!variables.contains(variable)) {
      if (Expressions.accesses(assignment.value()).contains(new Access(variable, List.of()))) {
        throw new EinkornException(
            "In '"
                + this
                + "' "
                + variable
                + " indexes nothing, so it is read as a scalar tensor and has no size; as a"
                + " variable it needs a sum, for example sum("
                + variable
                + ", "
                + variable
                + ").");
      }
      throw new EinkornException(
          "There is no variable "
              + variable
              + " in '"
              + this
              + "' to give a size to"
              + (variables.isEmpty() ? "." : "; there is " + String.join(", ", variables) + "."));
    }
    Map<String, Integer> all = new LinkedHashMap<>(sizes);
    all.put(variable, size);
    return new Computation(assignment, tensors, types, all, wishes);
  }

  private Set<String> variables() {
    Set<String> names = new LinkedHashSet<>();
    assignment.target().indices().forEach(v -> names.add(v.name()));
    Deque<Expression> rest = new ArrayDeque<>(List.of(assignment.value()));
    while (!rest.isEmpty()) {
      Expression e = rest.pop();
      switch (e) {
        case Access a -> a.indices().forEach(v -> names.add(v.name()));
        case IndexValue i -> names.add(i.variable().name());
        case Reduce r -> names.add(r.variable().name());
        case Apply a -> {}
        case Literal c -> {}
      }
      Expressions.children(e).reversed().forEach(rest::push);
    }
    return names;
  }

  /**
   * The same with + and *, and what is summed, read as the operators of a semiring, as {@code
   * "min-plus"}.
   */
  public Computation over(String semiring) {
    Semiring named =
        Semiring.named(semiring)
            .orElseThrow(
                () ->
                    new EinkornException(
                        "There is no semiring '"
                            + semiring
                            + "'; those that are: "
                            + Semiring.names()
                            + "."));
    return over(named);
  }

  /** The same with two operators of your own, {@code add} also for what is summed. */
  public Computation over(ScalarOperator add, ScalarOperator multiply) {
    Operator product = multiply.operator();
    if (product.arity() != 2) {
      throw new EinkornException(
          product.symbol()
              + " takes "
              + Reducers.count(product.arity())
              + ", and what takes the place of * takes two.");
    }
    return over(new Semiring(add.name() + "-" + multiply.name(), add.reducer(), product));
  }

  private Computation over(Semiring semiring) {
    return new Computation(Over.semiring(assignment, semiring), tensors, types, sizes, wishes);
  }

  /**
   * The same combined, at every coordinate, with old values of the result by an operator, as {@code
   * op=} does in text; what is not on the left side is reduced by it too.
   */
  public Computation accumulate(ScalarOperator operator, Tensor old) {
    return new Computation(
            new Assignment(
                assignment.target(), Optional.of(operator.reducer()), assignment.value()),
            tensors,
            types,
            sizes,
            wishes)
        .with(assignment.target().tensor(), old);
  }

  /** The same with the format of the result, as {@code "csr"}. Without one, a format is chosen. */
  public Computation result(String format) {
    return with(wishes.resultFormat(format));
  }

  /** The same with the element type of the result. Without one, it follows from the expression. */
  public Computation result(ElementType element) {
    return with(wishes.resultElement(element));
  }

  /**
   * The same with orders how its loops run. Without any, that is chosen; a schedule begins with the
   * loops of the left side's variables, then those that are summed.
   */
  public Computation schedule(Schedule schedule) {
    return with(wishes.schedule(Objects.requireNonNull(schedule, "a schedule is not null")));
  }

  /** The same with a schedule in text, as {@code "split(i,i0,i1,32); parallelize(i0,threads)"}. */
  public Computation schedule(String schedule) {
    return schedule(Schedule.of(schedule));
  }

  /**
   * Why a schedule does not apply to it, in one sentence that also says what would; nothing if it
   * applies. What a schedule promises about sizes is checked when tensors run.
   */
  public Optional<String> refusal(Schedule schedule) {
    Inputs.check(assignment, types);
    return Kernels.refusal(assignment, types, result().type(), schedule.directives());
  }

  /** The same for a schedule in text. */
  public Optional<String> refusal(String schedule) {
    return refusal(Schedule.of(schedule));
  }

  /**
   * The same with somebody who is told how many chunks of a run are done, and how many there are.
   * Little work is not divided, and nothing is told of it; a result that is packed afterwards may
   * count anew for that. A run stops between chunks, with a {@link CancelledException}, when the
   * thread that called it is interrupted.
   */
  public Computation onProgress(Progress progress) {
    return with(wishes.progress(Objects.requireNonNull(progress, "a listener is not null")));
  }

  private Computation with(Wishes other) {
    return new Computation(assignment, tensors, types, sizes, other);
  }

  /** Compiles and runs it. */
  public Tensor evaluate() {
    return compile().run(tensors);
  }

  /**
   * Compiles it for the types of its tensors, to run with any tensors of these types. The loops
   * suit tensors of about the sizes of those given.
   */
  public Kernel compile() {
    Inputs.check(assignment, types);
    return new Kernel(assignment, types, result().type(), sizes, measured(), wishes);
  }

  private Measurements measured() {
    Map<String, Storage> storages = new LinkedHashMap<>();
    tensors.forEach((name, tensor) -> storages.put(name, tensor.storage()));
    return Measurements.of(storages);
  }

  /**
   * How it is computed, and why so: loops and what else was considered, workspaces and their sizes,
   * the estimated size of the result.
   */
  public Explanation explain() {
    return explained(compile().explain(tensors));
  }

  /** The same with what a run shows: times, and sizes beside their estimates. */
  public Explanation analyze() {
    long start = System.nanoTime();
    Kernel kernel = compile();
    double seconds = (System.nanoTime() - start) / 1e9;
    Explanation explanation = kernel.analyze(tensors);
    return explained(
        explanation.with(
            explanation
                .analysis()
                .orElseThrow()
                .after(List.of(new Explanation.Phase("compile", seconds)))));
  }

  private Explanation explained(Explanation explanation) {
    if (wishes.resultFormat().isPresent() || assignment.target().order() == 0) {
      return explanation;
    }
    return explanation.with(
        result().explained(measured(), explanation.cost(), wishes.schedule().isEmpty()));
  }

  private ResultChoice result() {
    return new ResultChoice(assignment, types, tensors, wishes);
  }

  /** The statement in text. */
  @Override
  public String toString() {
    return Printer.print(assignment);
  }
}
