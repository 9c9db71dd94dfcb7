package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.EinkornException;
import org.einkorn.format.Format;
import org.einkorn.format.IndexExpression;
import org.einkorn.format.TensorType;
import org.einkorn.lattice.Path;
import org.einkorn.lattice.Traversal;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.notation.Reductions;
import org.einkorn.schedule.Directive;
import org.einkorn.schedule.LoopGroup;
import org.einkorn.schedule.LoopNest;
import org.einkorn.schedule.LoopNest.Outcome;
import org.einkorn.schedule.Relation;
import org.einkorn.schedule.Step;
import org.einkorn.schedule.Subject;

/**
 * Loops as a user's schedule says. It begins with the base nest: the variables of the left side,
 * then those that are summed, in another order only where levels demand it. No costs are weighed;
 * what the order makes necessary, copies and workspaces, is inserted.
 */
public final class Scheduler {
  private final Access target;
  private final Map<String, TensorType> types;
  private final List<Statement.Where> copies;
  private final Term term;
  private final LevelViews views;
  private final TensorType resultType;
  private final Windowing windows;

  /** How the result is stored, for a reader. */
  private final String result;

  private Scheduler(
      Access target,
      Map<String, TensorType> types,
      List<Statement.Where> copies,
      Term term,
      LevelViews views,
      TensorType resultType,
      String result,
      Windowing windows) {
    this.result = result;
    this.windows = windows;
    this.target = target;
    this.types = types;
    this.copies = copies;
    this.term = term;
    this.views = views;
    this.resultType = resultType;
  }

  /** For an assignment whose reductions are all bound. */
  public static Scheduler of(
      Assignment assignment, Map<String, TensorType> inputs, TensorType resultType) {
    return of(assignment, inputs, resultType, resultType.format());
  }

  /**
   * The same for a result that is packed into another format afterwards.
   *
   * @param asked that format
   */
  public static Scheduler of(
      Assignment written, Map<String, TensorType> given, TensorType resultType, Format asked) {
    Windowing windows = Windowing.of(written, given);
    Assignment assignment = windows.assignment();
    Map<String, TensorType> inputs = windows.types();
    Access target = Legaliser.target(assignment, inputs);
    if (isSeveralNests(assignment)) {
      throw new EinkornException(severalNests(assignment));
    }
    LevelViews views = new LevelViews(assignment, inputs);
    Map<String, TensorType> types = new LinkedHashMap<>(views.levelTypes());
    types.put(target.tensor(), resultType);
    List<Statement.Where> copies = new ArrayList<>();
    Expression value =
        views.copyAll(
            Reductions.outermost(Legaliser.value(assignment, inputs, resultType)), types, copies);
    String result =
        asked + (asked.equals(resultType.format()) ? "" : ", packed from a list of its entries,");
    return new Scheduler(target, types, copies, Term.of(value), views, resultType, result, windows);
  }

  private static boolean isSeveralNests(Assignment assignment) {
    return assignment.accumulate().isPresent() && Legaliser.hasRepeats(assignment.target());
  }

  private static String severalNests(Assignment assignment) {
    return "A statement that adds to "
        + Printer.print(assignment.target())
        + " runs as several nests of loops, which a schedule cannot name; leave the schedule out.";
  }

  /**
   * Why directives do not apply to an assignment whose reductions are all bound, if they do not.
   */
  public static Optional<String> refusal(
      Assignment assignment,
      Map<String, TensorType> inputs,
      TensorType resultType,
      Format asked,
      List<Directive> directives) {
    if (isSeveralNests(assignment)) {
      return Optional.of(severalNests(assignment));
    }
    return of(assignment, inputs, resultType, asked).outcome(directives)
            instanceof Outcome.Refused r
        ? Optional.of(r.reason())
        : Optional.empty();
  }

  /** The loops before any directive. */
  public LoopNest base() {
    Set<IndexVariable> variables = new LinkedHashSet<>(target.indices());
    variables.addAll(term.reduced());
    List<Access> accesses = new ArrayList<>(Expressions.accesses(term.body()));
    accesses.add(target);
    InnerSums sums = new InnerSums(new Workspaces(types));
    Expression body = sums.taken(term.body());
    Subject subject = new Subject(target, term.operator(), term.reduced(), body, sums.types());
    return LoopNest.base(
        new LoopGroup(subject, Orders.base(variables, accesses, types)), sums.producers(), result);
  }

  /** The nest that directives make of the base nest. */
  public LoopNest nest(List<Directive> directives) {
    return switch (outcome(directives)) {
      case Outcome.Applied a -> a.nest();
      case Outcome.Refused r -> throw new EinkornException(r.reason());
    };
  }

  /** The same as a value, whether they apply or not. */
  public Outcome outcome(List<Directive> directives) {
    LoopNest nest = base();
    for (Directive directive : directives) {
      Optional<String> computed = windows.refusal(directive);
      if (computed.isPresent()) {
        return new Outcome.Refused("'" + directive.text() + "' does not apply: " + computed.get());
      }
      switch (nest.apply(windows.inside(directive))) {
        case Outcome.Applied a -> nest = a.nest();
        case Outcome.Refused r -> {
          return new Outcome.Refused("'" + directive.text() + "' does not apply: " + r.reason());
        }
      }
    }
    Optional<String> lost = lostPositions(nest);
    if (lost.isPresent()) {
      return new Outcome.Refused(lost.get());
    }
    Optional<String> misplaced = notInserted(nest).or(layouts(nest)::refusal);
    if (misplaced.isPresent()) {
      return new Outcome.Refused(misplaced.get());
    }
    if (nest.parallel().isPresent() && nest.chunks(program(nest)).isEmpty()) {
      return new Outcome.Refused(
          "'"
              + nest.parallel().get().text()
              + "' does not apply: what its iterations give cannot be put together, because "
              + target.tensor()
              + " as "
              + result
              + " is appended in order; let the outermost loop run over "
              + Orders.stored(target, types).stream().findFirst().map(v -> v.name()).orElse("it")
              + (appends(nest) && resultType.format().isLocated()
                  ? ", or leave assemble(append) out."
                  : ", or choose a dense result."));
    }
    return new Outcome.Applied(nest);
  }

  /** Whose positions cannot be followed, because the order of loops makes the compiler copy it. */
  private Optional<String> lostPositions(LoopNest nest) {
    for (LoopGroup group : nest.groups()) {
      Path path = Path.EMPTY;
      for (Step step : nest.stepsTo(group)) {
        path = step.isLoop() ? path.loop(step.variable()) : path.computing(step.variable());
      }
      for (Relation.Position p : nest.positions(group)) {
        if (Traversal.isDiscordant(
            p.operand(), nest.types().get(p.operand().tensor()).format(), path)) {
          return Optional.of(
              "The loops visit "
                  + Printer.print(p.operand())
                  + " in another order than it is stored, so "
                  + p.position()
                  + " cannot run over its positions; reorder the loops or convert it.");
        }
      }
    }
    return Optional.empty();
  }

  /** The loops of a nest, with what they make necessary. */
  public LoopProgram program(LoopNest nest) {
    return windows.finish(
        new LoopProgram(
            target,
            resultType,
            views.levelTypes(),
            layouts(nest).applied(),
            sizes(nest),
            nest.hints()));
  }

  private Map<IndexVariable, IndexExpression<IndexVariable>> sizes(LoopNest nest) {
    Map<IndexVariable, IndexExpression<IndexVariable>> sizes = new LinkedHashMap<>(views.sizes());
    sizes.putAll(nest.sizes());
    return sizes;
  }

  /** The statement of a nest, whose workspaces are still to be kept as the schedule says. */
  private ChosenLayouts layouts(LoopNest nest) {
    List<Step> steps = nest.steps();
    Workspaces workspaces = new Workspaces(nest.types());
    Statement loops =
        new Nest(workspaces, steps, appends(nest))
            .build(target, left(nest), steps.stream().map(Step::variable).toList());
    Statement legal =
        LevelViews.around(
            Concordance.insertConversions(nest.withProducers(loops), workspaces), copies);
    return new ChosenLayouts(legal, nest, types, sizes(nest));
  }

  private static boolean appends(LoopNest nest) {
    return nest.assembly().filter(a -> a == Directive.Assembly.APPEND).isPresent();
  }

  /** What is left to compute when workspaces are filled. */
  private static Term left(LoopNest nest) {
    Subject rest = nest.main().subject();
    return new Term(rest.operator(), rest.reduced(), rest.body());
  }

  /** Why values cannot go to their places as they come, if they are to and cannot. */
  private Optional<String> notInserted(LoopNest nest) {
    boolean inserts = nest.assembly().filter(a -> a == Directive.Assembly.INSERT).isPresent();
    Workspaces workspaces = new Workspaces(nest.types());
    return !inserts || Nest.canScatter(target, resultType, left(nest), workspaces)
        ? Optional.empty()
        : Optional.of(
            "'"
                + new Directive.Assemble(Directive.Assembly.INSERT).text()
                + "' does not apply: sums do not begin with what "
                + target.tensor()
                + " holds, or are of another type, so they need a workspace; append.");
  }
}
