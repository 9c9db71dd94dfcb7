package org.einkorn.lattice;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Simplification;
import org.einkorn.loops.Statement;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Operator;

/**
 * Derives which coordinates of a loop matter. An operator's algebra decides: where an operand is
 * absent and its fill value annihilates, nothing is left of the result (so products intersect);
 * otherwise a result differs from its own fill value wherever any operand does (so sums unite).
 */
public final class Regions {
  private final Function<String, TensorType> types;
  private final Path path;

  /** For the innermost variable of a path. */
  public Regions(Function<String, TensorType> types, Path path) {
    this.types = types;
    this.path = path;
  }

  /** The coordinates at which the body of the innermost loop has something to do. */
  public Formula of(Statement body) {
    return of(effect(body));
  }

  /** The same for a body whose effect is known: that of loops is the effect of what is in them. */
  public Formula of(Effect effect) {
    List<Formula> parts = new ArrayList<>();
    for (Effect.Part part : effect.parts) {
      Region region = of(part.value);
      boolean skips = region.fill().filter(part.background::sameValue).isPresent();
      parts.add(skips ? region.where() : Formula.ALL);
    }
    return Formula.or(parts);
  }

  /**
   * What a statement does to what outlives it: the values that are assigned, in terms of what is
   * read, and what leaves each target as it is.
   */
  public static final class Effect {
    private record Part(Expression value, Constant background) {}

    private final List<Part> parts;

    private Effect(List<Part> parts) {
      this.parts = parts;
    }
  }

  public Effect effect(Statement body) {
    Simplification simplification = new Simplification(types);
    return new Effect(
        escaping(body, new HashMap<>()).stream()
            .map(a -> new Effect.Part(a.value(), simplification.background(a)))
            .toList());
  }

  public Region of(Expression e) {
    return typed(e).region();
  }

  /** A region, and the element type of the values in it. */
  private record Typed(Region region, ElementType type) {}

  private Typed typed(Expression e) {
    return switch (e) {
      case Literal c ->
          new Typed(new Region(Formula.NONE, Optional.of(c.value())), c.value().type());
      case IndexValue v -> new Typed(Region.ANYTHING, ElementType.INT64);
      case Access a -> {
        TensorType type = types.apply(a.tensor());
        Formula present = present(a, type.format());
        yield new Typed(
            present instanceof Formula.All
                ? Region.ANYTHING
                : new Region(present, Optional.of(type.fill())),
            type.element());
      }
      case Apply apply -> {
        List<Region> regions = new ArrayList<>();
        List<ElementType> arguments = new ArrayList<>();
        for (Expression argument : apply.arguments()) {
          Typed typed = typed(argument);
          regions.add(typed.region());
          arguments.add(typed.type());
        }
        List<ElementType> operands = apply.operator().operandTypes(arguments);
        yield new Typed(
            apply(apply.operator(), regions, operands), apply.operator().resultType(operands));
      }
      case Reduce reduce -> {
        Typed body = typed(reduce.body());
        ElementType type = reduce.operator().operandType(List.of(body.type(), body.type()));
        Optional<Constant> identity = reduce.operator().identity(type);
        Optional<Constant> fill = body.region().fill();
        boolean same = fill.isPresent() && identity.filter(fill.get()::sameValue).isPresent();
        yield new Typed(same ? new Region(body.region().where(), identity) : Region.ANYTHING, type);
      }
    };
  }

  /** Where the levels that become known with the innermost variable all have the coordinate. */
  private Formula present(Access a, Format format) {
    IndexVariable v = path.last();
    if (!a.indices().contains(v)) {
      return Formula.ALL; // nothing of it becomes known with the variable
    }
    List<Formula> levels = new ArrayList<>();
    for (Traversal.Step step : Traversal.of(a, format, path).steps()) {
      if (step.mode() != Traversal.Mode.LOCATE && step.at().equals(v)) {
        levels.add(new Formula.Present(new Cursor(a, step.level())));
      }
    }
    return Formula.and(levels);
  }

  /**
   * The coordinates that a loop visits for a formula: all that the cursors which can lead it allow,
   * because the others are only looked up there.
   */
  public Formula visited(Formula where) {
    return switch (where) {
      case Formula.All a -> a;
      case Formula.None n -> n;
      case Formula.Present p -> leads(p.cursor()) ? p : Formula.ALL;
      case Formula.And and -> Formula.and(and.parts().stream().map(this::visited).toList());
      case Formula.Or or -> Formula.or(or.parts().stream().map(this::visited).toList());
    };
  }

  private boolean leads(Cursor c) {
    Format format = types.apply(c.access().tensor()).format();
    return Traversal.of(c.access(), format, path).steps().get(c.level()).mode()
        == Traversal.Mode.ITERATE;
  }

  private static Region apply(Operator operator, List<Region> regions, List<ElementType> operands) {
    List<Formula> decisive = new ArrayList<>();
    Optional<Constant> absorbed = Optional.empty();
    List<Optional<Constant>> fills = new ArrayList<>();
    Optional<Region> chosen = Optional.empty();
    for (int k = 0; k < regions.size(); k++) {
      int argument = k;
      Optional<Constant> fill = regions.get(k).fill().map(c -> c.as(operands.get(argument)));
      fills.add(fill);
      Optional<Constant> left = fill.flatMap(c -> operator.absorbed(argument, c));
      if (left.isPresent()) {
        decisive.add(regions.get(k).where());
        absorbed = left;
      }
      Optional<Region> other = fill.flatMap(c -> operator.chosen(argument, c)).map(regions::get);
      if (other.isPresent()) {
        chosen = Optional.of(whereEither(regions.get(k), other.get(), operator, operands));
      }
    }
    if (absorbed.isPresent()) {
      return new Region(Formula.and(decisive), absorbed);
    }
    Optional<Region> settled = settled(operator, regions, fills);
    if (chosen.isPresent() && settled.isPresent()) {
      return new Region(
          Formula.and(List.of(chosen.get().where(), settled.get().where())), settled.get().fill());
    }
    return chosen.or(() -> settled).orElseGet(() -> anywhere(operator, regions, fills));
  }

  /** Where one of the arguments is present, if all that are absent have a known value. */
  private static Region anywhere(
      Operator operator, List<Region> regions, List<Optional<Constant>> fills) {
    List<Constant> absent = new ArrayList<>();
    List<Formula> where = new ArrayList<>();
    for (int k = 0; k < fills.size(); k++) {
      if (fills.get(k).isEmpty()) {
        return Region.ANYTHING;
      }
      absent.add(fills.get(k).get());
      where.add(regions.get(k).where());
    }
    return new Region(Formula.or(where), Optional.of(operator.apply(absent)));
  }

  /** Where one of the arguments is present that decide the result together if they are absent. */
  private static Optional<Region> settled(
      Operator operator, List<Region> regions, List<Optional<Constant>> fills) {
    List<Optional<Constant>> deciding = new ArrayList<>(fills);
    Optional<Constant> result = operator.settled(deciding);
    List<Formula> where = new ArrayList<>();
    for (int k = 0; result.isPresent() && k < deciding.size(); k++) {
      Optional<Constant> fill = deciding.set(k, Optional.empty());
      if (operator.settled(deciding).isEmpty()) {
        deciding.set(k, fill);
        where.add(regions.get(k).where());
      }
    }
    return result.map(c -> new Region(Formula.or(where), Optional.of(c)));
  }

  /** Where a choosing argument is absent, only the argument that it chooses then matters. */
  private static Region whereEither(
      Region choosing, Region chosen, Operator operator, List<ElementType> operands) {
    return chosen
        .fill()
        .map(
            c ->
                new Region(
                    Formula.or(List.of(choosing.where(), chosen.where())),
                    Optional.of(c.as(operator.resultType(operands)))))
        .orElse(Region.ANYTHING);
  }

  /**
   * The assignments whose targets outlive the statement, with workspaces replaced by what they were
   * computed from.
   */
  private static List<Statement.Assign> escaping(
      Statement statement, Map<String, Definition> definitions) {
    return switch (statement) {
      case Statement.Forall f -> escaping(f.body(), definitions);
      case Statement.Bind b -> escaping(b.body(), definitions);
      case Statement.Sequence s ->
          s.parts().stream().flatMap(p -> escaping(p, definitions).stream()).toList();
      case Statement.Where w -> {
        Map<String, Definition> inner = new HashMap<>(definitions);
        inner.put(w.workspace().name(), definition(w.producer(), definitions));
        yield escaping(w.consumer(), inner);
      }
      case Statement.Assign a ->
          List.of(new Statement.Assign(a.target(), a.operator(), expand(a.value(), definitions)));
    };
  }

  /** What a workspace holds at the given indices. */
  private record Definition(Access target, Optional<Operator> operator, Expression value) {}

  private static Definition definition(Statement producer, Map<String, Definition> definitions) {
    return switch (producer) {
      case Statement.Assign a ->
          new Definition(a.target(), a.operator(), expand(a.value(), definitions));
      case Statement.Forall f -> {
        Definition body = definition(f.body(), definitions);
        yield body.target().indices().contains(f.variable()) || body.operator().isEmpty()
            ? body
            : new Definition(
                body.target(),
                body.operator(),
                new Reduce(body.operator().get(), f.variable(), body.value()));
      }
      case Statement.Bind b -> definition(b.body(), definitions);
      case Statement.Where w -> {
        Map<String, Definition> inner = new HashMap<>(definitions);
        inner.put(w.workspace().name(), definition(w.producer(), definitions));
        yield definition(w.consumer(), inner);
      }
      case Statement.Sequence s -> {
        Definition all = null;
        for (Statement part : s.parts()) {
          Definition next = definition(part, definitions);
          all =
              all == null
                  ? next
                  : new Definition(
                      next.target(),
                      next.operator(),
                      new Apply(next.operator().orElseThrow(), List.of(all.value(), next.value())));
        }
        yield all;
      }
    };
  }

  private static Expression expand(Expression e, Map<String, Definition> definitions) {
    if (e instanceof Access a && definitions.containsKey(a.tensor())) {
      // By the names that variables have where it is computed: the operands are read there.
      return definitions.get(a.tensor()).value();
    }
    return Expressions.mapChildren(e, x -> expand(x, definitions));
  }
}
