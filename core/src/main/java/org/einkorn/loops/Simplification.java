package org.einkorn.loops;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.Types;

/**
 * Simplifies a statement where some operands are known to be absent: they read their fill value,
 * and what follows from that by the algebra of the operators is carried through, up to whole loops
 * that have nothing left to do.
 */
public final class Simplification {
  private final Function<String, TensorType> types;

  public Simplification(Function<String, TensorType> types) {
    this.types = types;
  }

  /** The statement with the given operands absent. */
  public Statement without(Set<Access> absent, Statement statement) {
    Map<Access, Literal> values = new HashMap<>();
    absent.forEach(a -> values.put(a, new Literal(types.apply(a.tensor()).fill())));
    return statement(statement, values);
  }

  private Statement statement(Statement statement, Map<Access, Literal> values) {
    return switch (statement) {
      case Statement.Forall f -> {
        Statement body = statement(f.body(), values);
        yield isNothing(body) ? Statement.NOTHING : f.with(body);
      }
      case Statement.Bind b -> {
        Statement body = statement(b.body(), values);
        yield isNothing(body)
            ? Statement.NOTHING
            : new Statement.Bind(b.variable(), b.value(), b.checked(), body);
      }
      case Statement.Sequence s -> {
        List<Statement> parts = new ArrayList<>();
        for (Statement part : s.parts()) {
          Statement simple = statement(part, values);
          if (!isNothing(simple)) {
            parts.add(simple);
          }
        }
        yield Statement.sequence(parts);
      }
      case Statement.Where w -> {
        Statement producer = statement(w.producer(), values);
        if (isNothing(producer)) {
          // c where nothing → c, reading the workspace's fill value
          yield statement(withFill(w.workspace(), w.consumer()), values);
        }
        Statement consumer = statement(w.consumer(), values);
        yield isNothing(consumer)
            ? Statement.NOTHING
            : new Statement.Where(w.workspace(), consumer, producer);
      }
      case Statement.Assign a -> {
        Expression value = expression(a.value(), values);
        yield value instanceof Literal c && c.value().sameValue(background(a)) && !isScalarTarget(a)
            ? Statement.NOTHING
            : new Statement.Assign(a.target(), a.operator(), value);
      }
    };
  }

  /** What the target of an assignment holds where nothing is assigned. */
  public Constant background(Statement.Assign assign) {
    return assign
        .operator()
        .flatMap(op -> op.identity(op.operandType(List.of(typeOf(assign.value())))))
        .orElseGet(() -> types.apply(assign.target().tensor()).fill());
  }

  /**
   * A plain scalar assignment stays even if it assigns the fill value: it is the only one there is.
   */
  private static boolean isScalarTarget(Statement.Assign a) {
    return a.operator().isEmpty() && a.target().indices().isEmpty();
  }

  private Statement withFill(Workspace workspace, Statement statement) {
    Literal fill = new Literal(workspace.type().fill());
    return mapValues(
        statement, e -> e instanceof Access a && a.tensor().equals(workspace.name()) ? fill : e);
  }

  private static Statement mapValues(Statement statement, Function<Expression, Expression> leaf) {
    return switch (statement) {
      case Statement.Forall f -> f.with(mapValues(f.body(), leaf));
      case Statement.Bind b ->
          new Statement.Bind(b.variable(), b.value(), b.checked(), mapValues(b.body(), leaf));
      case Statement.Sequence s ->
          new Statement.Sequence(s.parts().stream().map(p -> mapValues(p, leaf)).toList());
      case Statement.Where w ->
          new Statement.Where(
              w.workspace(), mapValues(w.consumer(), leaf), mapValues(w.producer(), leaf));
      case Statement.Assign a ->
          new Statement.Assign(a.target(), a.operator(), mapLeaves(a.value(), leaf));
    };
  }

  private static Expression mapLeaves(Expression e, Function<Expression, Expression> leaf) {
    return leaf.apply(Expressions.mapChildren(e, x -> mapLeaves(x, leaf)));
  }

  private static boolean isNothing(Statement statement) {
    return statement instanceof Statement.Sequence s && s.parts().isEmpty();
  }

  private Expression expression(Expression e, Map<Access, Literal> values) {
    if (e instanceof Access a) {
      return values.containsKey(a) ? values.get(a) : a;
    }
    Expression simple = Expressions.mapChildren(e, x -> expression(x, values));
    return simple instanceof Apply apply ? apply(apply) : simple;
  }

  private Expression apply(Apply e) {
    List<ElementType> argumentTypes = e.arguments().stream().map(this::typeOf).toList();
    List<ElementType> operands = e.operator().operandTypes(argumentTypes);
    ElementType result = e.operator().resultType(operands);
    List<Constant> constants = new ArrayList<>();
    for (int k = 0; k < e.arguments().size(); k++) {
      if (!(e.arguments().get(k) instanceof Literal literal)) {
        continue;
      }
      Constant value = literal.value().as(operands.get(k));
      constants.add(value);
      Optional<Constant> absorbed = e.operator().absorbed(k, value);
      if (absorbed.isPresent()) {
        return new Literal(absorbed.get().as(result)); // op(z, x) → z
      }
      Optional<Expression> chosen = e.operator().chosen(k, value).map(e.arguments()::get);
      if (chosen.isPresent() && typeOf(chosen.get()) == result) {
        return chosen.get(); // false ? x : y → y
      }
    }
    List<Optional<Constant>> known = new ArrayList<>();
    for (int k = 0; k < e.arguments().size(); k++) {
      ElementType operand = operands.get(k);
      known.add(
          e.arguments().get(k) instanceof Literal c
              ? Optional.of(c.value().as(operand))
              : Optional.empty());
    }
    Optional<Constant> settled = e.operator().settled(known);
    if (settled.isPresent()) {
      return new Literal(settled.get()); // x ? 1 : 1 → 1
    }
    if (constants.size() == e.arguments().size()) {
      return new Literal(e.operator().apply(constants)); // op(1, 2) → 3
    }
    for (int k = 0; k < 2 && e.arguments().size() == 2; k++) {
      Expression other = e.arguments().get(1 - k);
      Optional<Constant> neutral = e.operator().neutral(k, operands.get(k));
      if (e.arguments().get(k) instanceof Literal literal
          && neutral.isPresent()
          && neutral.get().sameValue(literal.value())
          && typeOf(other) == result) {
        return other; // op(e, x) → x
      }
    }
    return e;
  }

  private ElementType typeOf(Expression e) {
    return Types.typeOf(e, name -> types.apply(name).element());
  }
}
