package org.einkorn.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.einkorn.element.Constant;
import org.einkorn.format.TensorType;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Simplification;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Mask;
import org.einkorn.operator.Operator;

/**
 * Moves the conditions of masks outwards, so that what is not selected is neither computed nor
 * stored: of {@code for k: t += A(i,k) * B(k,j) where M(i,j)}, what depends on k is left out as a
 * whole.
 */
final class Selections {
  private final Simplification simplification;
  private final Map<String, Workspace> workspaces = new HashMap<>();

  private Selections(LoopProgram program) {
    Map<String, TensorType> types = program.types();
    this.simplification = new Simplification(types::get);
  }

  static Plan in(LoopProgram program, Plan plan) {
    return new Selections(program).select(plan).close();
  }

  /**
   * A plan that does nothing unless a condition holds.
   *
   * @param plain the plan for where it holds
   * @param masked the plan with the condition inside
   * @param pays whether looking first saves anything but one value
   */
  private record Selected(Optional<Expression> condition, Plan plain, Plan masked, boolean pays) {
    static Selected always(Plan plan) {
      return new Selected(Optional.empty(), plan, plan, false);
    }

    /** The same within something else, which is left out with it. */
    Selected within(UnaryOperator<Plan> around, boolean paysMore) {
      return new Selected(condition, around.apply(plain), around.apply(masked), pays || paysMore);
    }

    Plan close() {
      return condition.isPresent() && pays ? new Plan.If(condition.get(), plain) : masked;
    }

    boolean uses(IndexVariable v) {
      return condition.filter(c -> Expressions.variables(c).contains(v)).isPresent();
    }

    boolean reads(Predicate<Access> operand) {
      return condition.stream().flatMap(c -> Expressions.accesses(c).stream()).anyMatch(operand);
    }
  }

  private Selected select(Plan plan) {
    return switch (plan) {
      case Plan.Compute c -> compute(c);
      case Plan.Append a -> select(a.body()).within(p -> new Plan.Append(a.levels(), p), true);
      case Plan.Segment s ->
          // Its end is noted in any case.
          Selected.always(new Plan.Segment(s.level(), s.everyParent(), select(s.body()).close()));
      case Plan.Where w -> where(w);
      case Plan.Block b -> together(b.parts(), List.of(), Plan.Block::new);
      case Plan.FullLoop l ->
          together(
              l.cases().stream().map(Plan.Case::body).toList(),
              List.of(l.variable()),
              bodies ->
                  new Plan.FullLoop(
                      l.variable(), l.domain(), l.cursors(), with(l.cases(), bodies)));
      case Plan.MergeLoop l ->
          together(
              l.pieces().stream().flatMap(p -> p.cases().stream()).map(Plan.Case::body).toList(),
              List.of(l.variable()),
              bodies -> merged(l, bodies.iterator()));
      case Plan.GuardedLoop l ->
          loop(
              l.body(),
              List.of(l.variable()),
              p -> new Plan.GuardedLoop(l.variable(), l.domain(), l.where(), l.cursors(), p));
      case Plan.ChainLoop l ->
          loop(
              l.body(),
              l.variables(),
              p -> new Plan.ChainLoop(l.variables(), l.domain(), l.first(), p));
      case Plan.Unrolled u ->
          loop(u.body(), List.of(u.variable()), p -> new Plan.Unrolled(u.variable(), u.count(), p));
      case Plan.Seek s -> {
        Selected body = select(s.body());
        UnaryOperator<Plan> around = p -> new Plan.Seek(s.cursor(), s.variable(), s.required(), p);
        yield body.reads(s.cursor().access()::equals)
            ? Selected.always(around.apply(body.close()))
            : body.within(around, true);
      }
      case Plan.Guard g -> {
        Selected body = select(g.body());
        yield g.where().cursors().stream().anyMatch(c -> body.reads(c.access()::equals))
            ? Selected.always(new Plan.Guard(g.where(), body.close()))
            : body.within(p -> new Plan.Guard(g.where(), p), false);
      }
      case Plan.Bind b ->
          loop(
              b.body(),
              List.of(b.variable()),
              p -> new Plan.Bind(b.variable(), b.value(), b.checked(), p));
      case Plan.If i -> Selected.always(new Plan.If(i.condition(), select(i.body()).close()));
    };
  }

  private Selected loop(Plan body, List<IndexVariable> variables, UnaryOperator<Plan> around) {
    return together(List.of(body), variables, bodies -> around.apply(bodies.getFirst()));
  }

  /** Plans that are left out together, if they all have one condition, without the variables. */
  private Selected together(
      List<Plan> bodies, List<IndexVariable> variables, Function<List<Plan>, Plan> around) {
    List<Selected> all = bodies.stream().map(this::select).toList();
    Set<Optional<Expression>> conditions = new HashSet<>();
    all.stream()
        .filter(s -> !s.masked.equals(Plan.NOTHING))
        .forEach(s -> conditions.add(s.condition));
    boolean apart = conditions.size() != 1 || variables.stream().anyMatch(v -> uses(all, v));
    Optional<Expression> condition = apart ? Optional.empty() : conditions.iterator().next();
    return condition.isEmpty()
        ? Selected.always(around.apply(all.stream().map(Selected::close).toList()))
        : new Selected(
            condition,
            around.apply(all.stream().map(Selected::plain).toList()),
            around.apply(all.stream().map(Selected::masked).toList()),
            true);
  }

  private static boolean uses(List<Selected> all, IndexVariable v) {
    return all.stream().anyMatch(s -> s.uses(v));
  }

  private static Plan merged(Plan.MergeLoop l, Iterator<Plan> bodies) {
    List<Plan.Piece> pieces = new ArrayList<>();
    for (Plan.Piece piece : l.pieces()) {
      List<Plan> own = piece.cases().stream().map(c -> bodies.next()).toList();
      pieces.add(new Plan.Piece(piece.cursors(), with(piece.cases(), own)));
    }
    return new Plan.MergeLoop(l.variable(), l.domain(), pieces);
  }

  private static List<Plan.Case> with(List<Plan.Case> cases, List<Plan> bodies) {
    return IntStream.range(0, cases.size())
        .mapToObj(k -> new Plan.Case(cases.get(k).present(), bodies.get(k)))
        .toList();
  }

  private Selected compute(Plan.Compute c) {
    if (c.value() instanceof Apply(Operator operator, List<Expression> arguments)
        && operator instanceof Mask(Optional<Constant> otherwise)
        && isNothing(c, otherwise.orElseThrow())) {
      Plan plain = new Plan.Compute(c.target(), c.operator(), arguments.get(0));
      return new Selected(Optional.of(arguments.get(1)), plain, c, isNoted(c.target()));
    }
    return Selected.always(c);
  }

  /** Whether the target would be the same without assigning this value. */
  private boolean isNothing(Plan.Compute c, Constant value) {
    return simplification
        .background(new Statement.Assign(c.target(), c.operator(), c.value()))
        .sameValue(value);
  }

  /** Whether a workspace keeps where it was assigned to. */
  private boolean isNoted(Access target) {
    Workspace workspace = workspaces.get(target.tensor());
    return workspace != null
        && (workspace.reading() == Workspace.Reading.IF_WRITTEN
            || workspace.type().format().takesInsertions());
  }

  private Selected where(Plan.Where w) {
    workspaces.put(w.workspace().name(), w.workspace());
    Selected producer = select(w.producer());
    Selected consumer = select(w.consumer());
    UnaryOperator<Plan> filled = p -> new Plan.Where(w.workspace(), w.until(), producer.close(), p);
    if (consumer.condition().isPresent()
        && !consumer.reads(a -> a.tensor().equals(w.workspace().name()))) {
      return consumer.within(filled, true);
    }
    if (producer.condition().isPresent() && isNothingWithout(w)) {
      return producer.within(
          p -> new Plan.Where(w.workspace(), w.until(), p, consumer.close()), true);
    }
    if (producer.condition().isPresent()
        && w.consumer() instanceof Plan.Segment s
        && isFew(w.workspace())
        && isNothingWithout(s.body(), w.workspace())) {
      // The segment's end is noted in any case, so the condition is asked again within.
      Plan selected = new Plan.If(producer.condition().get(), select(s.body()).close());
      return Selected.always(filled.apply(new Plan.Segment(s.level(), s.everyParent(), selected)));
    }
    return Selected.always(filled.apply(consumer.close()));
  }

  /** Whether what reads a few values has nothing to do where these were not assigned to. */
  private boolean isNothingWithout(Plan.Where w) {
    return isFew(w.workspace())
        && (w.workspace().reading() != Workspace.Reading.ALWAYS
            || isNothingWithout(w.consumer(), w.workspace()));
  }

  /** What is done for new parents; their segment is as new as they are. */
  private static Plan underNewParents(Plan.Append a) {
    return a.body() instanceof Plan.Segment s ? s.body() : a.body();
  }

  private static boolean isFew(Workspace workspace) {
    return workspace.type().order() == 0 || workspace.isTile();
  }

  private boolean isNothingWithout(Plan reading, Workspace workspace) {
    return switch (reading) {
      case Plan.Append a -> isNothingWithout(underNewParents(a), workspace);
      case Plan.Unrolled u -> isNothingWithout(u.body(), workspace);
      case Plan.Bind b -> isNothingWithout(b.body(), workspace);
      case Plan.Compute c ->
          c.value() instanceof Access a
              && a.tensor().equals(workspace.name())
              && isNothing(c, workspace.type().fill());
      default -> false;
    };
  }
}
