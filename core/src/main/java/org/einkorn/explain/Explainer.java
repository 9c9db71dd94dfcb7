package org.einkorn.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.einkorn.advice.Quantities;
import org.einkorn.format.TensorType;
import org.einkorn.legalise.Candidate;
import org.einkorn.legalise.Conversions;
import org.einkorn.legalise.ConvertedOperand;
import org.einkorn.legalise.Legaliser;
import org.einkorn.legalise.Windowing;
import org.einkorn.loops.Chunks;
import org.einkorn.loops.LoopPrinter;
import org.einkorn.loops.LoopProgram;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.notation.Reductions;
import org.einkorn.plan.Plan;
import org.einkorn.plan.PlanPrinter;
import org.einkorn.plan.Planner;
import org.einkorn.plan.SharedPattern;
import org.einkorn.schedule.CostModel;
import org.einkorn.schedule.Division;
import org.einkorn.schedule.Guidance;
import org.einkorn.schedule.LoopNest;
import org.einkorn.schedule.Measurements;
import org.einkorn.schedule.OperandCopy;
import org.einkorn.schedule.Space;
import org.einkorn.schedule.TensorStatistics;
import org.einkorn.storage.Storage;

/**
 * Explains how a statement is computed. The loops are chosen once more, this time keeping what else
 * was considered; what differs between the chosen loops and others says what the choices were.
 */
public final class Explainer {
  /** How many times less another way must cost to be worth writing the statement differently. */
  private static final double MUCH = 4;

  private final Assignment assignment;
  private final Map<String, TensorType> types;
  private final TensorType written;
  private final Measurements measured;
  private final Map<String, Storage> tensors;
  private final Map<IndexVariable, Integer> sizes;
  private final Optional<Scheduled> scheduled;
  private final Optional<Division> division;
  private final Legaliser.Choice choice;
  private final LoopProgram loops;

  /** The loops as they run, and what is done before. */
  private final Conversions run;

  private final CostModel model;
  private final double cost;
  private final Features features;

  private Explainer(
      Assignment assignment,
      Map<String, TensorType> types,
      TensorType written,
      Measurements measured,
      Map<String, Storage> tensors,
      Map<IndexVariable, Integer> sizes,
      Optional<Scheduled> scheduled,
      Optional<Division> division) {
    this.assignment = assignment;
    this.sizes = sizes;
    this.division = division;
    this.scheduled = scheduled;
    this.types = types;
    this.written = written;
    this.tensors = tensors;
    this.measured = measured;
    Guidance guidance = Guidance.of(assignment.value(), measured);
    this.choice = Legaliser.choose(Reductions.bind(assignment), types, written, guidance);
    this.loops = scheduled.map(Scheduled::loops).orElse(choice.chosen());
    this.run =
        scheduled.isPresent()
            ? new Conversions(loops, List.of())
            : Conversions.of(loops, ofWindows(guidance.measured()), OperandCopy.FEWEST);
    this.model =
        new CostModel(
            loops.types(),
            loops.target().tensor(),
            ofWindows(measured),
            scheduled.map(s -> s.nest().parts()).orElse(Set.of()));
    this.cost = model.cost(loops.body());
    this.features = new Features(loops.body(), types);
  }

  /** What a user's schedule makes of a statement. */
  public record Scheduled(LoopProgram loops, LoopNest nest) {}

  /**
   * Explains a statement for tensors of some types.
   *
   * @param written the type of what the kernel writes
   * @param measured what loops are chosen by
   * @param tensors those that are at hand, to describe them
   * @param sizes of variables, as far as they are known
   * @param scheduled the loops, if nobody had to choose them
   * @param division how a run on these tensors is divided among threads, if they all are at hand
   */
  public static Explanation explain(
      Assignment assignment,
      Map<String, TensorType> types,
      TensorType written,
      Measurements measured,
      Map<String, Storage> tensors,
      Map<IndexVariable, Integer> sizes,
      Optional<Scheduled> scheduled,
      Optional<Division> division) {
    return new Explainer(assignment, types, written, measured, tensors, sizes, scheduled, division)
        .explanation();
  }

  /** What is measured, of tensors that are read through windows too. */
  private Measurements ofWindows(Measurements all) {
    return Windowing.of(Reductions.bind(assignment), types).measured(all);
  }

  /** What the loops would cost that are chosen for such a result. */
  public static double costOf(
      Assignment assignment,
      Map<String, TensorType> types,
      TensorType written,
      Measurements measured) {
    LoopProgram loops =
        Legaliser.choose(
                Reductions.bind(assignment),
                types,
                written,
                Guidance.of(assignment.value(), measured))
            .chosen();
    Measurements all = Windowing.of(Reductions.bind(assignment), types).measured(measured);
    return new CostModel(loops.types(), loops.target().tensor(), all).cost(loops.body());
  }

  private Explanation explanation() {
    FullLoops full = new FullLoops(run.program(), model);
    Plan plan = Planner.plan(run.program());
    List<Explanation.Choice> choices = new ArrayList<>();
    if (scheduled.isPresent()) {
      choices.add(orderAsTold());
      choices.addAll(full.choices());
      Patterns.choice(loops, plan).ifPresent(choices::add);
      choices.add(parallelAsTold(scheduled.get()));
      Vectors.choice(loops, plan, scheduled.map(Scheduled::nest)).ifPresent(choices::add);
    } else {
      choices.add(order());
      grouping().ifPresent(choices::add);
      spaces().ifPresent(choices::add);
      run.operands().forEach(operand -> choices.add(conversion(operand, plan)));
      choices.addAll(full.choices());
      Patterns.choice(run.program(), plan).ifPresent(choices::add);
      choices.add(new ThreadChoice(run.program(), features, division).choice());
      Vectors.choice(run.program(), plan, Optional.empty()).ifPresent(choices::add);
      new Tiling(assignment, types, written, measured)
          .choice(features.variables(), cost)
          .ifPresent(choices::add);
    }
    return new Explanation(
        Printer.print(assignment),
        converted() + LoopPrinter.print(run.program().body()),
        converted() + PlanPrinter.print(plan),
        tensorFacts(),
        choices,
        new Spaces(loops, run, model, features, measured).all(),
        warnings(full),
        cost,
        Optional.empty());
  }

  private String converted() {
    return run.operands().stream().map(o -> o + "\n").collect(Collectors.joining());
  }

  private List<String> warnings(FullLoops full) {
    List<String> warnings =
        new ArrayList<>(
            full.warnings(
                measured.tensors().values().stream().mapToDouble(TensorStatistics::stored).max()));
    MultipliedOut.of(assignment)
        .ifPresent(
            other -> {
              double times = cost / costOf(other, types, written, measured);
              if (times >= MUCH) {
                warnings.add(
                    "A product of a sum is computed wherever one of its addends has a value."
                        + " Multiplied out, as "
                        + Printer.print(other)
                        + ", it is estimated to cost "
                        + Quantities.grouped((long) times)
                        + " times less; floating-point numbers would be rounded differently.");
              }
            });
    return warnings;
  }

  // ---- choices ----

  private Explanation.Choice order() {
    return new Explanation.Choice(
        "loop order",
        features.order(),
        considered() == 1
            ? "There is no other."
            : "It costs least of " + considered() + " ways that were considered.",
        runnerUp(Features::order));
  }

  /** What would be chosen without the schedule is the runner-up, whatever it would cost. */
  private Explanation.Choice orderAsTold() {
    String other = new Features(choice.chosen().body(), types).order();
    double otherCost =
        new CostModel(
                choice.chosen().types(), choice.chosen().target().tensor(), ofWindows(measured))
            .cost(choice.chosen().body());
    return new Explanation.Choice(
        "loop order",
        features.order(),
        "The schedule says so.",
        other.equals(features.order())
            ? Optional.empty()
            : Explanation.RunnerUp.of(other, otherCost, cost));
  }

  private static Explanation.Choice parallelAsTold(Scheduled scheduled) {
    Optional<Chunks> chunks = scheduled.nest().chunks(scheduled.loops());
    return new Explanation.Choice(
        "threads",
        chunks.map(c -> "chunks of " + c.variable()).orElse("one"),
        chunks.isPresent() ? "The schedule says so." : "The schedule parallelizes no loop.",
        Optional.empty());
  }

  private int considered() {
    return (int) choice.considered().stream().map(Candidate::statement).distinct().count();
  }

  private Optional<Explanation.Choice> grouping() {
    Optional<Explanation.RunnerUp> other = runnerUp(Features::grouping);
    return other.map(
        o ->
            new Explanation.Choice(
                "grouping",
                features.grouping(),
                "Factors that do not use a summed variable are taken out of its sum where that"
                    + " saves work.",
                other));
  }

  private Optional<Explanation.Choice> spaces() {
    if (features.workspaces().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Explanation.Choice(
            "workspaces",
            features.spaces(),
            "The loops need them, or they save computing something again.",
            runnerUp(Features::spaces)));
  }

  private Explanation.Choice conversion(ConvertedOperand operand, Plan plan) {
    boolean isLent =
        SharedPattern.of(run.program(), plan, Optional.empty())
            .filter(shared -> shared.operand().tensor().equals(operand.name()))
            .isPresent();
    return new Explanation.Choice(
        "copy of " + Printer.print(operand.operand()),
        operand.name() + ", " + operand.type().format() + ", before the loops run",
        "To sort all entries at once is faster than to insert them one by one. "
            + (isLent
                ? "The result shares its arrays, so each run makes its own."
                : "The copy is kept for the next run on the same tensor."),
        Optional.empty());
  }

  /** The cheapest of what was considered that differs in this. */
  private Optional<Explanation.RunnerUp> runnerUp(Function<Features, String> feature) {
    String own = feature.apply(features);
    double chosenCost =
        choice.considered().stream().mapToDouble(Candidate::cost).min().orElse(cost);
    return choice.considered().stream()
        .filter(c -> !feature.apply(new Features(c.statement(), types)).equals(own))
        .min(Comparator.comparing(Candidate::cost))
        .flatMap(
            c -> {
              String what = feature.apply(new Features(c.statement(), types));
              return Explanation.RunnerUp.of(what.isEmpty() ? "none" : what, c.cost(), chosenCost);
            });
  }

  // ---- sizes ----

  private List<Explanation.Tensor> tensorFacts() {
    List<Explanation.Tensor> facts = new ArrayList<>();
    for (Map.Entry<String, TensorType> t : new LinkedHashMap<>(types).entrySet()) {
      facts.add(fact(t.getKey(), t.getValue(), Optional.ofNullable(tensors.get(t.getKey()))));
    }
    facts.add(result());
    return facts;
  }

  private static Explanation.Tensor fact(String name, TensorType type, Optional<Storage> tensor) {
    return new Explanation.Tensor(
        name,
        type.toString(),
        tensor.map(
            t -> Quantities.sizes(t.dimensions().stream().mapToInt(Integer::intValue).toArray())),
        tensor.map(t -> OptionalDouble.of(t.count())).orElse(OptionalDouble.empty()),
        tensor.map(t -> OptionalDouble.of(t.bytes())).orElse(OptionalDouble.empty()),
        tensor.flatMap(Explainer::fibres),
        false);
  }

  /** Of the innermost level, if its fibres differ in length. */
  private static Optional<Explanation.Fibres> fibres(Storage tensor) {
    int last = tensor.type().format().depth() - 1;
    if (last < 1) {
      return Optional.empty();
    }
    OptionalInt longest = TensorStatistics.longestFibre(tensor, last);
    TensorStatistics statistics = TensorStatistics.of(tensor);
    return longest.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Explanation.Fibres(
                statistics.positions().get(last - 1),
                statistics.fibre(last),
                OptionalDouble.of(longest.getAsInt())));
  }

  /** The size of a variable, also where loops run over the levels of the tensor that has it. */
  private OptionalDouble size(IndexVariable v) {
    return sizes.containsKey(v) ? OptionalDouble.of(sizes.get(v)) : model.measuredSize(v);
  }

  private Explanation.Tensor result() {
    TensorType type = loops.targetType();
    double[] sizes =
        loops.target().indices().stream().mapToDouble(v -> size(v).orElse(-1)).toArray();
    boolean known = !measured.tensors().isEmpty() && Arrays.stream(sizes).allMatch(s -> s >= 0);
    // Of what is cut out of a tensor nothing is known before it is.
    boolean counted = known && Windowing.of(Reductions.bind(assignment), types).isEmpty();
    Space space = new Space(loops, model, this::size);
    return new Explanation.Tensor(
        assignment.target().tensor(),
        type.toString(),
        known && sizes.length > 0
            ? Optional.of(Quantities.sizes(Arrays.stream(sizes).mapToInt(s -> (int) s).toArray()))
            : Optional.empty(),
        counted ? space.resultEntries() : OptionalDouble.empty(),
        counted ? space.resultBytes() : OptionalDouble.empty(),
        Optional.empty(),
        true);
  }
}
