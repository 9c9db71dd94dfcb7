package org.einkorn.schedule;

import java.util.HashMap;
import java.util.Map;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.lattice.Cursor;
import org.einkorn.lattice.Formula;
import org.einkorn.lattice.Path;
import org.einkorn.lattice.Regions;
import org.einkorn.loops.Statement;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;

/**
 * Estimates what a statement costs, to compare loop orders. Without statistics every dimension is
 * large, and every sparse tensor holds a few nonzeros for each coordinate of a dimension; so what
 * is asymptotically worse costs more.
 */
public final class CostModel {
  private static final double SIZE = 1e6;
  private static final double NONZEROS_PER_COORDINATE = 10;
  private static final double INSERT = 10;
  private static final double STRIDED = 0.5;
  private static final double SEARCH = 2;

  /** Dimensions may be far larger than what is stored, and then no loop over them ever ends. */
  private static final double UNBOUNDED = 1000;

  private final Map<String, TensorType> types;
  private final String target;
  private final Map<String, Double> inserted = new HashMap<>();

  public CostModel(Map<String, TensorType> types, String target) {
    this.types = types;
    this.target = target;
  }

  public double cost(Statement statement) {
    return cost(statement, Path.EMPTY, 1);
  }

  private double cost(Statement statement, Path path, double times) {
    return switch (statement) {
      case Statement.Forall f -> {
        Path inner = path.loop(f.variable());
        Regions regions = new Regions(types::get, inner);
        Formula where = regions.of(f.body());
        double visits = visits(where, regions.visited(where));
        yield times * (1 + visits * 0.5) + cost(f.body(), inner, times * size(where));
      }
      case Statement.Bind b -> {
        Path inner = path.computing(b.variable());
        int searched = new Regions(types::get, inner).of(b.body()).cursors().size();
        yield times * (1 + searched * SEARCH) + cost(b.body(), inner, times);
      }
      case Statement.Sequence s -> s.parts().stream().mapToDouble(p -> cost(p, path, times)).sum();
      case Statement.Where w -> {
        inserted.put(w.workspace().name(), 0.0);
        double producer = cost(w.producer(), path, times);
        inserted.computeIfPresent(w.workspace().name(), (name, entries) -> entries / times);
        yield producer + cost(w.consumer(), path, times);
      }
      case Statement.Assign a -> {
        inserted.computeIfPresent(a.target().tensor(), (name, entries) -> entries + times);
        yield times * leaf(a, path);
      }
    };
  }

  private double leaf(Statement.Assign a, Path path) {
    TensorType type = types.get(a.target().tensor());
    double cost = 1;
    if (!a.target().tensor().equals(target)) {
      boolean inserts = type.format().levels().stream().anyMatch(l -> l.inserting().isPresent());
      cost += inserts ? type.order() * INSERT : 0;
    } else if (!isLocated(type.format())) {
      cost += 1;
    }
    if (path.size() > 0) {
      for (Access access : Expressions.accesses(a.value())) {
        cost += strided(access, path.last());
      }
      cost += strided(a.target(), path.last());
    }
    return cost;
  }

  private static boolean isLocated(Format format) {
    return format.levels().stream().allMatch(l -> l.location().isPresent());
  }

  /** Jumping through memory costs more than walking along it. */
  private double strided(Access access, IndexVariable innermost) {
    Format format = types.get(access.tensor()).format();
    for (int l = 0; l + 1 < format.order(); l++) {
      boolean branches =
          format.levels().subList(l + 1, format.order()).stream()
              .anyMatch(below -> !below.properties().branchless());
      if (access.indices().get(format.dimension(l)).equals(innermost) && branches) {
        return STRIDED;
      }
    }
    return 0;
  }

  /** How many coordinates the loop computes at. */
  private double size(Formula where) {
    return switch (where) {
      case Formula.All a -> SIZE;
      case Formula.None n -> 0;
      case Formula.Present p -> children(p.cursor());
      case Formula.And and -> and.parts().stream().mapToDouble(this::size).min().orElse(0);
      case Formula.Or or -> Math.min(SIZE, or.parts().stream().mapToDouble(this::size).sum());
    };
  }

  /** How many coordinates the loop steps through, and what it costs to search there. */
  private double visits(Formula where, Formula visited) {
    if (visited instanceof Formula.All && !isFull(where)) {
      return SIZE * UNBOUNDED;
    }
    double steps = size(visited);
    double probed = where.equals(visited) ? 0 : steps;
    // What is searched instead of merged costs a little for each match.
    return (visited instanceof Formula.And ? steps * 2 * SEARCH : steps) + probed;
  }

  /** Whether all coordinates have to be looked at, if only because a level has places for them. */
  private boolean isFull(Formula where) {
    return switch (where) {
      case Formula.All a -> true;
      case Formula.None n -> false;
      case Formula.Present p -> format(p.cursor()).isDirect(p.cursor().level());
      case Formula.And and -> and.parts().stream().allMatch(this::isFull);
      case Formula.Or or -> or.parts().stream().anyMatch(this::isFull);
    };
  }

  private Format format(Cursor cursor) {
    return types.get(cursor.access().tensor()).format();
  }

  /** How many children a parent has in the cursor's level. */
  private double children(Cursor cursor) {
    Format format = format(cursor);
    double nonzeros =
        inserted.getOrDefault(cursor.access().tensor(), SIZE * NONZEROS_PER_COORDINATE);
    double parents = 1;
    double count = 1;
    for (int l = 0; l <= cursor.level(); l++) {
      parents = count;
      count *= SIZE;
      if (format.level(l).location().isEmpty()) {
        count = Math.min(count * 0.9, nonzeros / Math.pow(2, format.order() - 1.0 - l));
      }
    }
    return Math.max(1, count / parents);
  }
}
