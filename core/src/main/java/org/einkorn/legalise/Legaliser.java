package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.TensorType;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Types;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Operator;
import org.einkorn.schedule.CostModel;

/**
 * Turns an assignment into loops that can run: every access fits the order of its loops, and
 * everything that is written arrives as its target can take it. Among the ways to do that, the
 * cheapest by {@link CostModel} is taken.
 */
public final class Legaliser {
  private final Map<String, TensorType> types;
  private final Access target;

  private Legaliser(Map<String, TensorType> types, Access target) {
    this.types = types;
    this.target = target;
  }

  /** Loops for an assignment whose reductions are all bound. */
  public static LoopProgram legalise(
      Assignment assignment, Map<String, TensorType> inputs, TensorType resultType) {
    Access target = assignment.target();
    Expression value =
        assignment
            .accumulate()
            .<Expression>map(op -> new Apply(op, List.of(target, assignment.value())))
            .orElse(assignment.value());
    String name = target.tensor();
    while (inputs.containsKey(name)) {
      name = name + "_new";
    }
    Access result = new Access(name, target.indices());
    Map<String, TensorType> types = new LinkedHashMap<>(inputs);
    types.put(name, resultType);
    Statement body = new Legaliser(types, result).cheapest(value);
    return new LoopProgram(result, resultType, inputs, body);
  }

  private static final class Best {
    Statement statement;
    double cost = Double.POSITIVE_INFINITY;

    void offer(Statement candidate, Workspaces workspaces, String target) {
      Statement legal = Concordance.insertConversions(candidate, workspaces);
      double price = new CostModel(workspaces.types(), target).cost(legal);
      if (price < cost) {
        cost = price;
        statement = legal;
      }
    }
  }

  private Statement cheapest(Expression value) {
    Best best = new Best();
    Term term = Term.of(value);
    Collection<List<IndexVariable>> orders = orders(target, term);
    for (List<IndexVariable> order : orders) {
      Workspaces workspaces = new Workspaces(types);
      best.offer(new Nest(workspaces).build(target, term, order), workspaces, target.tensor());
    }
    if (containsReduction(term.body())) {
      for (List<IndexVariable> order : orders) {
        Workspaces workspaces = new Workspaces(types);
        best.offer(materialised(term, order, workspaces), workspaces, target.tensor());
      }
      sum(value, best);
    }
    return best.statement;
  }

  private Collection<List<IndexVariable>> orders(Access goal, Term term) {
    Set<IndexVariable> variables = new LinkedHashSet<>(goal.indices());
    variables.addAll(term.reduced());
    return Orders.of(variables, goal, Expressions.accesses(term.body()), types);
  }

  private static boolean containsReduction(Expression e) {
    return e instanceof Reduce
        || Expressions.children(e).stream().anyMatch(Legaliser::containsReduction);
  }

  // ---- inner reductions computed beforehand ----

  /**
   * Every outermost reduction within the body is first computed for all values of its other
   * variables.
   */
  private Statement materialised(Term term, List<IndexVariable> order, Workspaces workspaces) {
    List<Statement.Where> before = new ArrayList<>();
    Expression body = materialise(term.body(), order, workspaces, before);
    Statement result =
        new Nest(workspaces).build(target, new Term(term.operator(), term.reduced(), body), order);
    for (Statement.Where w : before.reversed()) {
      result = new Statement.Where(w.workspace(), result, w.producer());
    }
    return result;
  }

  private Expression materialise(
      Expression e,
      List<IndexVariable> order,
      Workspaces workspaces,
      List<Statement.Where> before) {
    if (!(e instanceof Reduce)) {
      return Expressions.mapChildren(e, x -> materialise(x, order, workspaces, before));
    }
    Term term = Term.of(e);
    List<IndexVariable> used = order.stream().filter(Expressions.variables(e)::contains).toList();
    ElementType element = term.accumulator(workspaces);
    Constant identity = term.operator().orElseThrow().identity(element).orElseThrow();
    Workspace table =
        used.isEmpty()
            ? workspaces.add(
                workspaces.scalarAccess().tensor(),
                new TensorType(element, org.einkorn.format.Format.of(), identity),
                false)
            : workspaces.table(used.size(), element, identity);
    Access access = new Access(table.name(), used);
    Operator operator = term.operator().orElseThrow();
    Best best = new Best();
    for (List<IndexVariable> inner : orders(access, term)) {
      Workspaces own = workspaces.copy();
      best.offer(new Nest(own).accumulate(access, operator, term, inner), own, "");
    }
    // Built once more, so that its workspaces get names that the whole program knows.
    before.add(new Statement.Where(table, Statement.NOTHING, rename(best, workspaces)));
    return access;
  }

  /** Registers the workspaces that a separately built statement brought along. */
  private static Statement rename(Best best, Workspaces workspaces) {
    register(best.statement, workspaces);
    return best.statement;
  }

  private static void register(Statement statement, Workspaces workspaces) {
    switch (statement) {
      case Statement.Forall f -> register(f.body(), workspaces);
      case Statement.Sequence s -> s.parts().forEach(p -> register(p, workspaces));
      case Statement.Where w -> {
        workspaces.add(w.workspace().name(), w.workspace().type(), w.workspace().tracked());
        register(w.consumer(), workspaces);
        register(w.producer(), workspaces);
      }
      case Statement.Assign a -> {}
    }
  }

  // ---- sums of reductions, one loop nest for each ----

  /**
   * Each addend is computed by loops of its own, which add to the target or to a table that becomes
   * the target.
   */
  private void sum(Expression value, Best best) {
    Optional<Operator> operator = additive(value);
    if (operator.isEmpty()) {
      return;
    }
    Operator op = operator.get();
    Workspaces workspaces = new Workspaces(types);
    TensorType type = types.get(target.tensor());
    ElementType element = op.operandType(List.of(Types.typeOf(value, n -> types.get(n).element())));
    boolean direct =
        type.element() == element
            && type.format().levels().stream().allMatch(l -> l.location().isPresent());
    List<IndexVariable> stored = Orders.stored(target, types);
    if (stored.isEmpty()) {
      return;
    }
    Workspace table = null;
    Access goal = target;
    if (!direct) {
      table = workspaces.table(stored.size(), element, op.identity(element).orElseThrow());
      goal = new Access(table.name(), stored);
    }
    List<Statement> parts = new ArrayList<>();
    for (Expression addend : addends(value, op)) {
      Term whole = Term.of(addend);
      Term term =
          whole.operator().filter(op::equals).isPresent()
              ? whole
              : new Term(Optional.empty(), List.of(), addend);
      Best cheapest = new Best();
      for (List<IndexVariable> order : orders(goal, term)) {
        Workspaces own = workspaces.copy();
        cheapest.offer(new Nest(own).accumulate(goal, op, term, order), own, target.tensor());
      }
      parts.add(rename(cheapest, workspaces));
    }
    Statement all = Statement.sequence(parts);
    if (table != null) {
      Statement consumer =
          Statement.foralls(stored, new Statement.Assign(target, Optional.empty(), goal));
      all = new Statement.Where(table, consumer, all);
    }
    best.offer(all, workspaces, target.tensor());
  }

  /** The operator that the value is a sum by, if it is one. */
  private static Optional<Operator> additive(Expression value) {
    if (!(value instanceof Apply apply)) {
      return Optional.empty();
    }
    if (apply.operator() == Arithmetic.SUBTRACT) {
      return Optional.of(Arithmetic.ADD);
    }
    return apply.operator().isReducer() ? Optional.of(apply.operator()) : Optional.empty();
  }

  private static List<Expression> addends(Expression e, Operator op) {
    List<Expression> all = new ArrayList<>();
    if (e instanceof Apply a && a.operator().equals(op)) {
      a.arguments().forEach(x -> all.addAll(addends(x, op)));
    } else if (e instanceof Apply a
        && a.operator() == Arithmetic.SUBTRACT
        && op == Arithmetic.ADD) {
      all.addAll(addends(a.arguments().get(0), op));
      addends(a.arguments().get(1), op).forEach(x -> all.add(negated(x)));
    } else {
      all.add(e);
    }
    return all;
  }

  /** {@code -sum(k, e)} → {@code sum(k, -e)}. */
  private static Expression negated(Expression e) {
    return e instanceof Reduce r && r.operator() == Arithmetic.ADD
        ? new Reduce(r.operator(), r.variable(), negated(r.body()))
        : new Apply(Arithmetic.NEGATE, List.of(e));
  }
}
