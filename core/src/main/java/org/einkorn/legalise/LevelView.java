package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.format.Coordinate;
import org.einkorn.format.Format;
import org.einkorn.format.IndexExpression;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/**
 * An access to a tensor whose format maps dimensions to levels, as an access to the tensor of
 * levels: loops over the levels' coordinates, among which the coordinates of the dimensions are
 * computed as soon as they are determined.
 */
final class LevelView implements Driver {
  private final Access levels;
  private final Format format;
  private final List<Step> steps = new ArrayList<>();
  private final Map<IndexVariable, IndexExpression<IndexVariable>> sizes = new LinkedHashMap<>();

  LevelView(Access access, Format format, Names names) {
    this.format = format;
    List<IndexVariable> variables = new ArrayList<>();
    names.take(access.indices());
    for (int l = 0; l < format.depth(); l++) {
      Coordinate c = format.coordinates().get(l);
      // What cannot be merged with others has a loop with a variable of its own.
      if (c.plain().isPresent() && format.followsLoop(l)) {
        variables.add(access.indices().get(c.plain().get()));
        continue;
      }
      IndexVariable v = names.fresh(nameOf(c, access));
      variables.add(v);
      format
          .levelSize(l)
          .ifPresent(size -> sizes.put(v, size.map(access.indices()::get, access.indices()::get)));
    }
    this.levels = new Access(access.tensor(), variables);
    Set<Integer> open = new HashSet<>();
    for (int d = 0; d < format.order(); d++) {
      int direct = format.coordinates().indexOf(new Coordinate.Dimension(d));
      if (direct < 0 || !format.followsLoop(direct)) {
        open.add(d);
      }
    }
    for (int l = 0; l < format.depth(); l++) {
      steps.add(new Step(variables.get(l), l, null, false));
      if (format.repeats(l)) {
        continue; // the loops of a coordinate list stay together
      }
      for (int d : List.copyOf(open)) {
        IndexExpression<Integer> value = format.dimensionCoordinate(d);
        if (lastLevel(value) <= l) {
          open.remove(d);
          steps.add(
              new Step(
                  access.indices().get(d),
                  -1,
                  value.map(variables::get, access.indices()::get),
                  !(value instanceof IndexExpression.Value)));
        }
      }
    }
  }

  private static String nameOf(Coordinate c, Access access) {
    return switch (c) {
      case Coordinate.Dimension d -> access.indices().get(d.number()).name();
      case Coordinate.Quotient q -> nameOf(q.of(), access) + "_block";
      case Coordinate.Remainder r -> nameOf(r.of(), access) + "_in";
      case Coordinate.Difference d -> "diagonal";
      case Coordinate.Slot s -> "slot";
    };
  }

  private static int lastLevel(IndexExpression<Integer> e) {
    return switch (e) {
      case IndexExpression.Value<Integer> v -> v.of();
      case IndexExpression.Size<Integer> s -> -1;
      case IndexExpression.Constant<Integer> c -> -1;
      case IndexExpression.Add<Integer> a -> Math.max(lastLevel(a.left()), lastLevel(a.right()));
      case IndexExpression.Subtract<Integer> s ->
          Math.max(lastLevel(s.left()), lastLevel(s.right()));
      case IndexExpression.Multiply<Integer> m -> lastLevel(m.left());
      case IndexExpression.Divide<Integer> d -> lastLevel(d.left());
      case IndexExpression.Modulo<Integer> m -> lastLevel(m.left());
    };
  }

  /** The access to the tensor of levels. */
  Access levels() {
    return levels;
  }

  /** The format of the tensor, whose levels the loops run over. */
  Format format() {
    return format;
  }

  @Override
  public List<Step> steps() {
    return List.copyOf(steps);
  }

  /** The sizes of the variables that the view brought along. */
  Map<IndexVariable, IndexExpression<IndexVariable>> sizes() {
    return sizes;
  }

  @Override
  public Optional<Accumulation> accumulation(Access target, Expression body) {
    return Accumulation.of(this, target, body);
  }

  /** Variable names that are not in use yet. */
  static final class Names {
    private final Set<String> used = new HashSet<>();

    Names(Iterable<IndexVariable> taken) {
      take(taken);
    }

    final void take(Iterable<IndexVariable> taken) {
      taken.forEach(v -> used.add(v.name()));
    }

    IndexVariable fresh(String base) {
      String name = base;
      for (int k = 2; !used.add(name); k++) {
        name = base + k;
      }
      return new IndexVariable(name);
    }
  }
}
