package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.ElementType;
import org.einkorn.format.IndexExpression;
import org.einkorn.format.TensorType;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Types;
import org.einkorn.operator.Operator;
import org.einkorn.schedule.Guidance;

/**
 * Turns an assignment into loops that can run: every access fits the order of its loops, and
 * everything that is written arrives as its target can take it. Among the ways to do that, the
 * cheapest by the cost model is taken.
 */
public final class Legaliser {
  /** So many ways to compute a statement are weighed before another way to write it is left out. */
  private static final int ENOUGH = 80;

  private final Map<String, TensorType> types;
  private final Access target;
  private final Guidance guidance;
  private final Exploration exploration;

  /** For a value that reads these accesses. */
  private Legaliser(
      Map<String, TensorType> types, Access target, List<Access> accesses, Guidance guidance) {
    this.types = types;
    this.target = target;
    this.guidance = guidance;
    this.exploration = new Exploration(accesses, guidance.measured());
  }

  /** The loops that were chosen, and all that were considered for it. */
  public record Choice(LoopProgram chosen, List<Candidate> considered) {}

  /** Loops for an assignment whose reductions are all bound. */
  public static LoopProgram legalise(
      Assignment assignment,
      Map<String, TensorType> inputs,
      TensorType resultType,
      Guidance guidance) {
    return choose(assignment, inputs, resultType, guidance).chosen();
  }

  public static Choice choose(
      Assignment assignment,
      Map<String, TensorType> inputs,
      TensorType resultType,
      Guidance guidance) {
    Windowing windows = Windowing.of(assignment, inputs);
    return windows.isEmpty()
        ? plain(assignment, inputs, resultType, guidance)
        : WindowLoops.choose(windows, resultType, guidance);
  }

  /** The same for an assignment without windows. */
  static Choice plain(
      Assignment assignment,
      Map<String, TensorType> inputs,
      TensorType resultType,
      Guidance guidance) {
    Access target = target(assignment, inputs);
    LevelViews views = new LevelViews(assignment, inputs);
    Map<String, TensorType> types = new LinkedHashMap<>(views.levelTypes());
    types.put(target.tensor(), resultType);
    if (assignment.accumulate().isPresent() && hasRepeats(target)) {
      return accumulateRepeats(assignment, types, target, views, guidance);
    }
    Expression value = value(assignment, inputs, resultType);
    Cheapest cheapest =
        views.isEmpty()
            ? cheapest(target, value, types, guidance)
            : new ViewedOperands(target, value, views, types, guidance).cheapest();
    Map<String, TensorType> chosen = new LinkedHashMap<>(inputs);
    chosen.replaceAll((input, type) -> cheapest.types().get(input));
    return new Choice(
        new LoopProgram(target, resultType, chosen, cheapest.statement(), views.sizes()),
        cheapest.offered());
  }

  /** The target under a name that no input has. */
  static Access target(Assignment assignment, Map<String, TensorType> inputs) {
    String name = assignment.target().tensor();
    while (inputs.containsKey(name)) {
      name = name + "_new";
    }
    return new Access(name, assignment.target().indices());
  }

  /** What the target becomes: with an operator, old values count too. */
  static Expression value(
      Assignment assignment, Map<String, TensorType> inputs, TensorType resultType) {
    return assignment.valueAfter(
        old(assignment, inputs), resultType.fill(), e -> typeOf(e, inputs));
  }

  private static Expression old(Assignment assignment, Map<String, TensorType> inputs) {
    return assignment.old(inputs.containsKey(assignment.target().tensor()), e -> typeOf(e, inputs));
  }

  private static ElementType typeOf(Expression e, Map<String, TensorType> types) {
    return Types.typeOf(e, name -> types.get(name).element());
  }

  static boolean hasRepeats(Access access) {
    return new HashSet<>(access.indices()).size() < access.indices().size();
  }

  /**
   * {@code A(i,i) += e} keeps what A has off the diagonal: all of A is added up first, under
   * variables of its own, then e.
   */
  private static Choice accumulateRepeats(
      Assignment assignment,
      Map<String, TensorType> types,
      Access target,
      LevelViews views,
      Guidance guidance) {
    Map<IndexVariable, IndexExpression<IndexVariable>> sizes = new LinkedHashMap<>();
    List<IndexVariable> all = new ArrayList<>();
    for (IndexVariable v : target.indices()) {
      IndexVariable own = new IndexVariable(v.name() + "_" + (all.size() + 1) + "_all");
      sizes.put(own, new IndexExpression.Size<>(v));
      all.add(own);
    }
    Access whole = new Access(target.tensor(), all);
    Expression before =
        old(assignment, views.levelTypes()) instanceof Access a
            ? new Access(a.tensor(), all)
            : old(assignment, views.levelTypes());
    Expression addend =
        assignment.addend(typeOf(before, types), e -> typeOf(e, views.levelTypes()));
    Map<String, TensorType> known = new LinkedHashMap<>(types);
    List<Statement.Where> copies = new ArrayList<>();
    List<Addend> addends =
        List.of(
            new Addend(whole, views.copyAll(before, known, copies)),
            new Addend(target, views.copyAll(addend, known, copies)));
    Cheapest cheapest = new Cheapest(target.tensor(), guidance.measured());
    new Legaliser(known, whole, List.of(), guidance)
        .accumulate(assignment.accumulate().orElseThrow(), addends, cheapest);
    sizes.putAll(views.sizes());
    return new Choice(
        new LoopProgram(
            whole,
            types.get(target.tensor()),
            views.levelTypes(),
            LevelViews.around(cheapest.statement(), copies),
            sizes),
        cheapest.offered());
  }

  /**
   * The cheapest loops for a value whose accesses loops over the variables can follow or search.
   */
  static Cheapest cheapest(
      Access target, Expression value, Map<String, TensorType> types, Guidance guidance) {
    return new Legaliser(types, target, Expressions.accesses(value), guidance).cheapest(value);
  }

  private Cheapest cheapest(Expression value) {
    Cheapest cheapest = new Cheapest(target.tensor(), guidance.measured());
    offer(value, cheapest);
    if (!guidance.placed()) {
      // The form that promises most comes first, in case there are too many to weigh them all.
      for (Expression form : Factoring.forms(value).reversed()) {
        if (cheapest.weighed() < ENOUGH) {
          offer(form, cheapest);
        }
      }
    }
    return cheapest;
  }

  private void offer(Expression value, Cheapest cheapest) {
    Term term = Term.of(value);
    boolean reducesWithin = Intermediates.containsReduction(term.body());
    if (reducesWithin) {
      sum(value, cheapest); // first, for it may be so cheap that others need not be built
    }
    List<Outline> outlines = new ArrayList<>();
    for (List<IndexVariable> order : orders(target, term, types)) {
      Workspaces workspaces = new Workspaces(types);
      Nest nest = new Nest(workspaces);
      Statement loops = nest.build(target, term, order);
      outlines.add(cheapest.offer(order, loops, nest.sums(), workspaces));
    }
    if (reducesWithin) {
      new Beforehand(target, term, types, guidance.measured(), exploration)
          .offer(outlines, cheapest);
    }
  }

  private static Collection<List<IndexVariable>> orders(
      Access goal, Term term, Map<String, TensorType> types) {
    Set<IndexVariable> variables = new LinkedHashSet<>(goal.indices());
    variables.addAll(term.reduced());
    return Orders.of(variables, goal, Expressions.accesses(term.body()), types);
  }

  /** The cheapest loops that add a term to a goal which takes values in any order. */
  private Statement accumulated(Access goal, Operator operator, Term term, Workspaces workspaces) {
    Cheapest cheapest = new Cheapest(goal.tensor(), guidance.measured());
    for (List<IndexVariable> order : orders(goal, term, workspaces.types())) {
      Workspaces own = workspaces.copy();
      cheapest.offer(new Nest(own).accumulate(goal, operator, term, order, List.of()), own);
    }
    workspaces.addAll(cheapest.statement());
    return cheapest.statement();
  }

  // ---- sums of reductions, one loop nest for each ----

  /** What is added to a tensor at the indices of the target. */
  private record Addend(Access target, Expression value) {}

  private void sum(Expression value, Cheapest cheapest) {
    Optional<Operator> operator = Addends.operator(value);
    if (operator.isPresent() && !target.indices().isEmpty()) {
      List<Addend> all =
          Addends.of(value, operator.get()).stream().map(e -> new Addend(target, e)).toList();
      accumulate(operator.get(), all, cheapest);
    }
  }

  /**
   * Each addend is computed by loops of its own, which add to the target or to a table that becomes
   * the target.
   */
  private void accumulate(Operator op, List<Addend> addends, Cheapest cheapest) {
    Workspaces workspaces = new Workspaces(types);
    TensorType type = types.get(target.tensor());
    List<ElementType> elements =
        addends.stream().map(a -> Types.typeOf(a.value(), n -> types.get(n).element())).toList();
    ElementType element = op.operandType(elements);
    boolean direct =
        addends.stream().allMatch(a -> Nest.canAccumulate(a.target(), type, op, element))
            && type.format().levels().stream().allMatch(l -> l.location().isPresent());
    List<Integer> stored = type.format().dimensions();
    Optional<Workspace> table =
        direct
            ? Optional.empty()
            : Optional.of(
                workspaces.table(stored.size(), element, op.identity(element).orElseThrow()));
    List<Statement> parts = new ArrayList<>();
    for (Addend addend : addends) {
      Access goal = table.map(t -> stored(t, addend.target(), stored)).orElse(addend.target());
      Term whole = Term.of(addend.value());
      Term term =
          whole.operator().filter(op::equals).isPresent()
              ? whole
              : new Term(Optional.empty(), List.of(), addend.value());
      parts.add(accumulated(goal, op, term, workspaces));
    }
    Statement all = Statement.sequence(parts);
    if (table.isPresent()) {
      Access entry = stored(table.get(), target, stored);
      Statement consumer =
          Statement.foralls(
              Orders.stored(target, types), new Statement.Assign(target, Optional.empty(), entry));
      all = new Statement.Where(table.get(), consumer, all);
    }
    cheapest.offer(all, workspaces);
  }

  /** A table's entry for an access, in the order in which the target stores its dimensions. */
  private static Access stored(Workspace table, Access access, List<Integer> dimensions) {
    return new Access(table.name(), dimensions.stream().map(access.indices()::get).toList());
  }
}
