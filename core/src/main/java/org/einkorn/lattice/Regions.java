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
import org.einkorn.notation.Types;
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
    List<Formula> parts = new ArrayList<>();
    for (Statement.Assign assign : escaping(body, new HashMap<>())) {
      Region region = of(assign.value());
      Constant background = new Simplification(types).background(assign);
      boolean skips = region.fill().filter(background::sameValue).isPresent();
      parts.add(skips ? region.where() : Formula.ALL);
    }
    return Formula.or(parts);
  }

  public Region of(Expression e) {
    return switch (e) {
      case Literal c -> new Region(Formula.NONE, Optional.of(c.value()));
      case IndexValue v -> Region.ANYTHING;
      case Access a -> {
        TensorType type = types.apply(a.tensor());
        Formula present = present(a, type.format());
        yield present instanceof Formula.All
            ? Region.ANYTHING
            : new Region(present, Optional.of(type.fill()));
      }
      case Apply apply -> apply(apply);
      case Reduce reduce -> {
        Region body = of(reduce.body());
        ElementType type = reduce.operator().operandType(List.of(typeOf(reduce.body())));
        Optional<Constant> identity = reduce.operator().identity(type);
        boolean same =
            body.fill().isPresent() && identity.filter(body.fill().get()::sameValue).isPresent();
        yield same ? new Region(body.where(), identity) : Region.ANYTHING;
      }
    };
  }

  /** Where the levels that become known with the innermost variable all have the coordinate. */
  private Formula present(Access a, Format format) {
    IndexVariable v = path.last();
    Traversal traversal = Traversal.of(a, format, path);
    List<Formula> levels = new ArrayList<>();
    traversal.iteratedAt(v).ifPresent(l -> levels.add(new Formula.Present(new Cursor(a, l))));
    for (int l : traversal.soughtAt(v)) {
      if (path.isComputed(v) || !format.leadsLoop(l)) {
        levels.add(new Formula.Present(new Cursor(a, l)));
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

  private Region apply(Apply e) {
    List<Region> regions = e.arguments().stream().map(this::of).toList();
    ElementType operand =
        e.operator().operandType(e.arguments().stream().map(this::typeOf).toList());
    List<Formula> decisive = new ArrayList<>();
    Optional<Constant> annihilated = Optional.empty();
    for (int k = 0; k < regions.size(); k++) {
      Optional<Constant> annihilator = e.operator().annihilator(k, operand);
      Optional<Constant> fill = regions.get(k).fill();
      if (fill.isPresent() && annihilator.filter(fill.get()::sameValue).isPresent()) {
        decisive.add(regions.get(k).where());
        annihilated = annihilator;
      }
    }
    if (annihilated.isPresent()) {
      return new Region(Formula.and(decisive), annihilated);
    }
    if (regions.stream().anyMatch(r -> r.fill().isEmpty())) {
      return Region.ANYTHING;
    }
    Constant fill =
        e.operator().apply(regions.stream().map(r -> r.fill().get().as(operand)).toList());
    return new Region(Formula.or(regions.stream().map(Region::where).toList()), Optional.of(fill));
  }

  private ElementType typeOf(Expression e) {
    return Types.typeOf(e, name -> types.apply(name).element());
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
