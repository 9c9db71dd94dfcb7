package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.lattice.Path;
import org.einkorn.legalise.Exploration.Answer;
import org.einkorn.legalise.Exploration.Question;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Operator;
import org.einkorn.schedule.CostModel;
import org.einkorn.schedule.Measurements;

/**
 * Reductions within a term that are computed before it, into workspaces. How much at once is a
 * choice: a reduction over l that uses i, k and j can be computed for all of them in the beginning,
 * for every k and j each time i is known, for every j each time i and k are, and so on.
 */
final class Intermediates {
  /** Up to so many variables every order of the loops that fill a workspace is considered. */
  private static final int EXHAUSTIVE = 3;

  private final Workspaces workspaces;
  private final Measurements measured;
  private final boolean dense;
  private final Exploration exploration;

  /**
   * With {@code dense}, workspaces are arrays where some operand has as large a one already. The
   * exploration is shared by all for the same types.
   */
  Intermediates(
      Workspaces workspaces, Measurements measured, boolean dense, Exploration exploration) {
    this.workspaces = workspaces;
    this.measured = measured;
    this.dense = dense;
    this.exploration = exploration;
  }

  /** Whether workspaces for reductions within a body could be arrays. */
  static boolean mayHaveArrays(Expression body, Map<String, TensorType> types) {
    return Expressions.accesses(body).stream()
        .flatMap(a -> types.get(a.tensor()).format().levels().stream())
        .anyMatch(level -> level.location().isPresent());
  }

  /** A term with reductions replaced by workspaces, and how these are filled. */
  record Split(Term term, List<Nest.Inner> before) {}

  /**
   * Splits off the reductions that use a variable of the loops not yet known.
   *
   * @param order the loops around the term's body
   * @param known the loops of which each workspace is filled anew: those around the term and some
   *     of {@code order}
   */
  Split split(Term term, List<IndexVariable> order, List<IndexVariable> known) {
    List<Nest.Inner> before = new ArrayList<>();
    Expression body = replace(term.body(), order, known, before);
    return new Split(new Term(term.operator(), term.reduced(), body), before);
  }

  /**
   * What it costs to compute the reductions of a term, about; nothing if all of them are computed
   * where all that they use is known, or if there are no arrays where these are asked for.
   *
   * @param depth the number of loops of which each workspace is filled anew
   */
  OptionalDouble cost(Term term, Outline outline, int depth) {
    List<IndexVariable> known = outline.order().subList(0, depth);
    double cost = 0;
    boolean any = depth == 0 && !dense;
    Set<Expression> scalars = new HashSet<>();
    for (Expression reduction : outermost(term.body())) {
      Set<IndexVariable> uses = Expressions.variables(reduction);
      if (isScalar(uses, known)) {
        cost += scalars.add(reduction) ? outline.within(reduction) : 0;
        continue;
      }
      List<IndexVariable> outer = known.stream().filter(uses::contains).toList();
      Answer answer = answer(reduction, own(uses, outline.order(), known), outer);
      any |= answer.hasArrays() || !dense;
      cost += outline.iterations(outer) * answer.cost();
    }
    return any ? OptionalDouble.of(cost) : OptionalDouble.empty();
  }

  private static List<Expression> outermost(Expression e) {
    return e instanceof Reduce
        ? List.of(e)
        : Expressions.children(e).stream().flatMap(x -> outermost(x).stream()).toList();
  }

  private static boolean isScalar(Set<IndexVariable> uses, List<IndexVariable> known) {
    return !known.isEmpty() && known.containsAll(uses);
  }

  /** The variables that a workspace has, in the order of the loops that read it. */
  private static List<IndexVariable> own(
      Set<IndexVariable> uses, List<IndexVariable> order, List<IndexVariable> known) {
    return order.stream().filter(v -> uses.contains(v) && !known.contains(v)).toList();
  }

  /** How a reduction is best computed; the workspace for it is still to be made. */
  private Answer answer(Expression reduction, List<IndexVariable> own, List<IndexVariable> outer) {
    return exploration.answer(
        new Question(reduction, Set.copyOf(own), outer, dense),
        () -> {
          Intermediates scratch =
              new Intermediates(workspaces.copy(), measured, dense, exploration);
          Term term = Term.of(reduction);
          return scratch.best(new Access(scratch.workspace(term, own).name(), own), term, outer);
        });
  }

  private Expression replace(
      Expression e, List<IndexVariable> order, List<IndexVariable> known, List<Nest.Inner> before) {
    if (!(e instanceof Reduce)) {
      return Expressions.mapChildren(e, x -> replace(x, order, known, before));
    }
    Set<IndexVariable> uses = Expressions.variables(e);
    if (isScalar(uses, known)) {
      return e;
    }
    Term term = Term.of(e);
    List<IndexVariable> own = own(uses, order, known);
    List<IndexVariable> outer = known.stream().filter(uses::contains).toList();
    Answer answer = answer(e, own, outer);
    Workspace workspace = workspace(term, own);
    Access access = new Access(workspace.name(), own);
    Statement filled = fill(access, term, outer, answer.order(), answer.depth(), workspaces);
    before.add(
        new Nest.Inner(
            workspace, new LinkedHashSet<>(outer), outer.isEmpty() ? withCopies(filled) : filled));
    return access;
  }

  private Workspace workspace(Term term, List<IndexVariable> own) {
    Operator operator = term.operator().orElseThrow();
    ElementType element = term.accumulator(workspaces);
    Constant fill = operator.identity(element).orElseThrow();
    if (own.isEmpty()) {
      TensorType scalar = new TensorType(element, Format.of(), fill);
      return workspaces.add(workspaces.scalarAccess().tensor(), scalar);
    }
    return dense && own.size() == 1 && hasDense(own.getFirst(), term.body())
        ? workspaces.array(element, fill)
        : workspaces.table(own.size(), element, fill);
  }

  /** Whether some operand takes space proportional to the size of the variable. */
  private boolean hasDense(IndexVariable v, Expression e) {
    for (Access a : Expressions.accesses(e)) {
      Format format = workspaces.type(a.tensor()).format();
      for (int l = 0; l < format.order(); l++) {
        if (a.indices().get(format.dimension(l)).equals(v)
            && format.level(l).location().isPresent()) {
          return true;
        }
      }
    }
    return false;
  }

  /** The cheapest loops that fill a workspace where the outer variables are known. */
  private Answer best(Access goal, Term term, List<IndexVariable> outer) {
    Answer best = null;
    int fewest = Integer.MAX_VALUE;
    double cheapest = Double.POSITIVE_INFINITY;
    Path path = Path.of(outer);
    for (List<IndexVariable> order : orders(goal, term)) {
      for (int depth : depths(term.body(), order)) {
        exploration.tried();
        Workspaces own = workspaces.copy();
        Statement candidate = fill(goal, term, outer, order, depth, own);
        Workspaces fitting = own.copy();
        Concordance.Fitted fitted = Concordance.fitted(candidate, path, fitting);
        if (fitted.copies() > fewest) {
          continue;
        }
        double cost = new CostModel(own.types(), goal.tensor(), measured).cost(candidate, path);
        if (fitted.copies() < fewest || cost < cheapest) {
          double each = exploration.isThorough() ? cost : cost(fitted.statement(), path, fitting);
          boolean hasArrays = workspaces.hasArrays() || own.hasArrays();
          best = new Answer(order, depth, each, hasArrays);
          fewest = fitted.copies();
          cheapest = cost;
        }
      }
    }
    return best;
  }

  private Collection<List<IndexVariable>> orders(Access goal, Term term) {
    Set<IndexVariable> variables = new LinkedHashSet<>(goal.indices());
    variables.addAll(term.reduced());
    List<Access> accesses = Expressions.accesses(term.body());
    Map<String, TensorType> types = workspaces.types();
    if (exploration.isOver()) {
      return List.of(Orders.following(variables, accesses, types));
    }
    return variables.size() <= EXHAUSTIVE
        ? Orders.permutations(variables)
        : Orders.following(variables, goal, accesses, types);
  }

  /** What it costs to fill a workspace with all that belongs to it: values are inserted there. */
  private double cost(Statement filling, Path path, Workspaces known) {
    return new CostModel(known.types(), "", measured).cost(filling, path);
  }

  private Statement fill(
      Access goal,
      Term term,
      List<IndexVariable> outer,
      List<IndexVariable> order,
      int depth,
      Workspaces into) {
    List<IndexVariable> known = new ArrayList<>(outer);
    known.addAll(order.subList(0, depth));
    Split split = new Intermediates(into, measured, dense, exploration).split(term, order, known);
    return new Nest(into)
        .accumulate(goal, term.operator().orElseThrow(), split.term(), order, split.before());
  }

  /**
   * After how many loops reductions within the body may be computed, so that the choices differ:
   * only loops over what some reduction uses make a difference.
   */
  static List<Integer> depths(Expression body, List<IndexVariable> order) {
    Set<IndexVariable> used = new LinkedHashSet<>();
    collect(body, used);
    List<Integer> depths = new ArrayList<>(List.of(0));
    for (int k = 0; k < order.size(); k++) {
      if (used.contains(order.get(k))) {
        depths.add(k + 1);
      }
    }
    return depths;
  }

  private static void collect(Expression e, Set<IndexVariable> used) {
    if (e instanceof Reduce) {
      used.addAll(Expressions.variables(e));
    } else {
      Expressions.children(e).forEach(x -> collect(x, used));
    }
  }

  /** Copies that only this statement needs stand around it; within loops they stand outermost. */
  private Statement withCopies(Statement statement) {
    return Concordance.insertConversions(statement, workspaces);
  }

  static boolean containsReduction(Expression e) {
    return e instanceof Reduce
        || Expressions.children(e).stream().anyMatch(Intermediates::containsReduction);
  }
}
