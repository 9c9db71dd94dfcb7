package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.lattice.Cursor;
import org.einkorn.lattice.Formula;
import org.einkorn.lattice.Path;
import org.einkorn.lattice.Regions;
import org.einkorn.lattice.Traversal;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Operator;
import org.einkorn.schedule.Step;

/**
 * Builds the loops for one target in a given order. A workspace takes what the target cannot:
 * values that come more than once or out of order for a level that must be appended in order.
 */
final class Nest {
  private final Workspaces workspaces;

  /** How a schedule binds variables; those it does not name have plain loops. */
  private final Map<IndexVariable, Step> steps = new HashMap<>();

  /** For each outermost reduction within the body its scalar, and others that it takes. */
  private final Map<Expression, Set<String>> sums = new HashMap<>();

  /** Whether every entry of the target is to be written once and in order. */
  private final boolean appends;

  Nest(Workspaces workspaces) {
    this(workspaces, List.of(), false);
  }

  Nest(Workspaces workspaces, List<Step> steps, boolean appends) {
    this.workspaces = workspaces;
    this.appends = appends;
    steps.forEach(s -> this.steps.put(s.variable(), s));
  }

  private Step step(IndexVariable v) {
    return steps.getOrDefault(v, Step.loop(v));
  }

  /**
   * A reduction that is computed into a workspace, usually a scalar, in the outermost loop where
   * the variables are bound that its producer uses.
   */
  record Inner(Workspace workspace, Set<IndexVariable> uses, Statement producer) {}

  /**
   * {@code target = reduce(body)}, with loops over {@code order}: the target's variables and those
   * of the reduction.
   */
  Statement build(Access target, Term term, List<IndexVariable> order) {
    return build(target, term, order, List.of());
  }

  /** The same with workspaces that the body reads, which are filled as soon as that can be. */
  Statement build(Access target, Term term, List<IndexVariable> order, List<Inner> before) {
    TensorType type = workspaces.type(target.tensor());
    List<Inner> inner = new ArrayList<>(before);
    Expression body = extractNoted(term.body(), inner);
    List<IndexVariable> stored = Orders.stored(target, workspaces.types());
    int outermost = inStoredOrder(order, stored);
    List<IndexVariable> outer = order.subList(0, outermost);
    List<IndexVariable> rest = order.subList(outermost, order.size());
    List<IndexVariable> remaining = stored.stream().filter(v -> !outer.contains(v)).toList();
    boolean exact = !appends && canScatter(target, type, term, workspaces);
    Statement statement;
    if (remaining.isEmpty() && !rest.isEmpty()) {
      statement =
          exact && isChain(target, body, order, inner)
              ? loops(rest, new Statement.Assign(target, term.operator(), body), inner)
              : throughScalar(target, Optional.empty(), term, body, outer, rest, inner);
    } else if (remaining.isEmpty()) {
      statement = new Statement.Assign(target, Optional.empty(), body);
    } else if (exact && isLocated(target, remaining)) {
      statement = scatter(target, term, body, outer, rest, inner);
    } else {
      statement = throughTable(target, term, body, remaining, rest, inner);
    }
    return atRoot(loops(outer, statement, inner), inner);
  }

  /** The scalars that each outermost reduction within the body takes. */
  Map<Expression, Set<String>> sums() {
    return sums;
  }

  /**
   * How many steps of an order visit the target's coordinates as it stores them, each once: loops
   * over its variables, and over parts of these right outside of them.
   */
  private int inStoredOrder(List<IndexVariable> order, List<IndexVariable> stored) {
    int matched = 0;
    int complete = 0;
    for (int k = 0; k < order.size() && matched < stored.size(); k++) {
      Step step = step(order.get(k));
      if (!step.ascending() || !step.covers().equals(Set.of(stored.get(matched)))) {
        break;
      }
      if (step.variable().equals(stored.get(matched))) {
        matched++;
        complete = k + 1;
      }
    }
    return complete;
  }

  /**
   * Loops over the levels of one operand, without which nothing is to be computed; all other
   * operands are looked up where its entries are, and the target takes values in the order in which
   * they come.
   */
  Statement drive(Access target, Term term, Driver driver) {
    List<Inner> inner = new ArrayList<>();
    Expression body = extract(term.body(), inner);
    Set<IndexVariable> rest = new LinkedHashSet<>(target.indices());
    rest.addAll(term.reduced());
    rest.removeAll(Statements.variables(driver.around(Statement.NOTHING, (v, s) -> s)));
    boolean exact = canScatter(target, workspaces.type(target.tensor()), term, workspaces);
    Access goal = target;
    Optional<Workspace> between = Optional.empty();
    List<IndexVariable> stored = Orders.stored(target, workspaces.types());
    if (stored.isEmpty() || !exact || !isLocated(target, stored)) {
      between = Optional.of(workspaceFor(target, term, stored));
      goal = new Access(between.get().name(), stored);
    }
    Access read = goal;
    Statement producer =
        Optional.of(term)
            .filter(t -> rest.isEmpty() && inner.isEmpty() && t.operator().isPresent())
            .flatMap(t -> driver.accumulation(target, body))
            .map(a -> a.loops(read, term, body, workspaces))
            .orElseGet(
                () -> {
                  Statement leaf = new Statement.Assign(read, term.operator(), body);
                  Statement inside = loops(new ArrayList<>(rest), leaf, inner);
                  return driver.around(
                      inside, (v, s) -> place(s, inner, i -> i.uses().contains(v)));
                });
    Statement all =
        between
            .<Statement>map(
                w ->
                    new Statement.Where(
                        w,
                        Statement.foralls(
                            stored, new Statement.Assign(target, Optional.empty(), read)),
                        producer))
            .orElse(producer);
    return atRoot(all, inner);
  }

  /**
   * A workspace that takes the values of a term at the given variables of the target, in any order.
   */
  private Workspace workspaceFor(Access target, Term term, List<IndexVariable> variables) {
    TensorType targetType = workspaces.type(target.tensor());
    ElementType element =
        term.operator().isPresent() ? term.accumulator(workspaces) : targetType.element();
    Constant fill = term.operator().flatMap(op -> op.identity(element)).orElse(targetType.fill());
    return variables.isEmpty()
        ? workspaces.add(
            workspaces.scalarAccess().tensor(), new TensorType(element, Format.of(), fill))
        : workspaces.table(variables.size(), element, fill);
  }

  /**
   * Like {@link #build}, but adds to what the target has: the target must take values in any order.
   */
  Statement accumulate(
      Access target, Operator operator, Term term, List<IndexVariable> order, List<Inner> before) {
    List<Inner> inner = new ArrayList<>(before);
    Expression body = extract(term.body(), inner);
    Statement leaf = new Statement.Assign(target, Optional.of(operator), body);
    return atRoot(loops(order, leaf, inner), inner);
  }

  /** Whether a term's values can go to their places as they come. */
  static boolean canScatter(Access target, TensorType type, Term term, Workspaces workspaces) {
    return term.operator().isEmpty()
        || canAccumulate(target, type, term.operator().get(), term.accumulator(workspaces));
  }

  /**
   * Whether values can be combined in place. The result begins as the identity then, but where its
   * variables never reach, because they repeat or because a level holds only what was appended, it
   * has its fill value: the two must be the same.
   */
  static boolean canAccumulate(
      Access target, TensorType type, Operator operator, ElementType element) {
    boolean reachesAll =
        new HashSet<>(target.indices()).size() == target.indices().size()
            && type.format().levels().stream().allMatch(l -> l.location().isPresent());
    return type.element() == element
        && (reachesAll || operator.identity(element).filter(type.fill()::sameValue).isPresent());
  }

  private Statement scatter(
      Access target,
      Term term,
      Expression body,
      List<IndexVariable> outer,
      List<IndexVariable> rest,
      List<Inner> inner) {
    int tail = rest.size();
    while (tail > 0 && !target.indices().contains(rest.get(tail - 1))) {
      tail--;
    }
    List<IndexVariable> before = rest.subList(0, tail);
    boolean once =
        before.stream()
            .noneMatch(v -> step(v).covers().stream().anyMatch(term.reduced()::contains));
    Optional<Operator> combine = once ? Optional.empty() : term.operator();
    if (tail == rest.size()) {
      return loops(rest, new Statement.Assign(target, combine, body), inner);
    }
    List<IndexVariable> bound = new ArrayList<>(outer);
    bound.addAll(before);
    Statement sum =
        throughScalar(target, combine, term, body, bound, rest.subList(tail, rest.size()), inner);
    return loops(before, sum, inner);
  }

  private Statement throughScalar(
      Access target,
      Optional<Operator> combine,
      Term term,
      Expression body,
      List<IndexVariable> outer,
      List<IndexVariable> reduced,
      List<Inner> inner) {
    Operator operator = term.operator().orElseThrow();
    ElementType element = term.accumulator(workspaces);
    Constant identity = operator.identity(element).orElseThrow();
    TensorType targetType = workspaces.type(target.tensor());
    Access scalar = workspaces.scalarAccess();
    Statement producer =
        loops(reduced, new Statement.Assign(scalar, Optional.of(operator), body), inner);
    boolean tracked =
        identity.sameValue(targetType.fill())
            && !isLocated(target, target.indices())
            && mayBeEmpty(body, outer, reduced);
    Workspace workspace =
        workspaces.add(
            new Workspace(
                scalar.tensor(),
                new TensorType(element, Format.of(), identity),
                tracked ? Workspace.Reading.IF_WRITTEN : Workspace.Reading.ALWAYS));
    return new Statement.Where(workspace, new Statement.Assign(target, combine, scalar), producer);
  }

  private Statement throughTable(
      Access target,
      Term term,
      Expression body,
      List<IndexVariable> remaining,
      List<IndexVariable> rest,
      List<Inner> inner) {
    Workspace table = workspaceFor(target, term, remaining);
    Access access = new Access(table.name(), remaining);
    Statement producer = loops(rest, new Statement.Assign(access, term.operator(), body), inner);
    Statement consumer =
        Statement.foralls(remaining, new Statement.Assign(target, Optional.empty(), access));
    return new Statement.Where(table, consumer, producer);
  }

  /** Whether every level from the first one that stores one of these variables on is located. */
  private boolean isLocated(Access target, List<IndexVariable> variables) {
    Format format = workspaces.type(target.tensor()).format();
    boolean reached = false;
    for (int l = 0; l < format.order(); l++) {
      reached |= variables.contains(target.indices().get(format.dimension(l)));
      if (reached && format.level(l).location().isEmpty()) {
        return false;
      }
    }
    return true;
  }

  // ---- inner reductions ----

  /** Replaces the outermost reductions within the expression by scalars. */
  private Expression extract(Expression e, List<Inner> inner) {
    if (e instanceof Reduce) {
      Term term = Term.of(e);
      List<Inner> nested = new ArrayList<>();
      Expression body = extract(term.body(), nested);
      Workspace workspace = workspaces.sumOf(term);
      Access scalar = new Access(workspace.name(), List.of());
      List<IndexVariable> order = Concordance.bestOrder(term, workspaces.types());
      Statement producer =
          loops(order, new Statement.Assign(scalar, term.operator(), body), nested);
      inner.addAll(nested);
      inner.add(new Inner(workspace, Expressions.variables(e), producer));
      return scalar;
    }
    return Expressions.mapChildren(e, x -> extract(x, inner));
  }

  /** The same, noting which scalars each of them takes. */
  private Expression extractNoted(Expression e, List<Inner> inner) {
    if (e instanceof Reduce) {
      List<Inner> own = new ArrayList<>();
      Expression scalar = extract(e, own);
      Set<String> names = sums.computeIfAbsent(e, _ -> new HashSet<>());
      own.forEach(i -> names.add(i.workspace().name()));
      inner.addAll(own);
      return scalar;
    }
    return Expressions.mapChildren(e, x -> extractNoted(x, inner));
  }

  /**
   * Loops around a statement; each inner reduction is placed in the first loop after which its
   * variables are bound.
   */
  private Statement loops(List<IndexVariable> variables, Statement body, List<Inner> inner) {
    Statement result = body;
    for (IndexVariable v : variables.reversed()) {
      result = step(v).around(place(result, inner, i -> i.uses().contains(v)));
    }
    return result;
  }

  private static Statement atRoot(Statement statement, List<Inner> inner) {
    return place(statement, inner, i -> true);
  }

  private static Statement place(
      Statement statement, List<Inner> inner, java.util.function.Predicate<Inner> here) {
    Statement result = statement;
    // A reduction's own inner reductions come before it in the list, so they end up outside of it.
    for (Inner i : List.copyOf(inner).reversed()) {
      if (here.test(i)) {
        result = new Statement.Where(i.workspace(), result, i.producer());
        inner.remove(i);
      }
    }
    return result;
  }

  // ---- questions ----

  /**
   * Whether loops over {@code reduced} may compute nothing at all where the loops around them have
   * arrived.
   */
  private boolean mayBeEmpty(
      Expression body, List<IndexVariable> outer, List<IndexVariable> reduced) {
    Path path = Path.EMPTY;
    for (IndexVariable v : outer) {
      path = inside(path, v);
    }
    for (IndexVariable v : reduced) {
      path = inside(path, v);
      Formula where = new Regions(workspaces::type, path).of(body).where();
      if (!(where instanceof Formula.Present p) || !hasParentIterated(p.cursor(), path)) {
        return true;
      }
    }
    return false;
  }

  private Path inside(Path path, IndexVariable v) {
    return step(v).isLoop() ? path.loop(v) : path.computing(v);
  }

  private boolean hasParentIterated(Cursor cursor, Path path) {
    Format format = workspaces.type(cursor.access().tensor()).format();
    return cursor.level() > 0
        && Traversal.of(cursor.access(), format, path).steps().get(cursor.level() - 1).mode()
            == Traversal.Mode.ITERATE;
  }

  /**
   * Whether one coordinate list drives all loops alone, so that they can run as one and add
   * straight to the target.
   */
  private boolean isChain(
      Access target, Expression body, List<IndexVariable> order, List<Inner> inner) {
    if (!inner.isEmpty() || !isLocated(target, target.indices())) {
      return false;
    }
    Path path = Path.EMPTY;
    Set<Access> drivers = new HashSet<>();
    for (IndexVariable v : order) {
      if (!step(v).equals(Step.loop(v))) {
        return false;
      }
      path = path.loop(v);
      Regions regions = new Regions(workspaces::type, path);
      if (!(regions.visited(regions.of(body).where()) instanceof Formula.Present p)) {
        return false;
      }
      Format format = workspaces.type(p.cursor().access().tensor()).format();
      boolean last = path.size() == order.size();
      if (!last && !format.repeats(p.cursor().level())) {
        return false;
      }
      drivers.add(p.cursor().access());
    }
    return drivers.size() == 1;
  }
}
