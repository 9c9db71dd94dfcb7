package org.einkorn.schedule;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.lattice.Cursor;
import org.einkorn.lattice.Formula;
import org.einkorn.lattice.Path;
import org.einkorn.lattice.Regions;
import org.einkorn.lattice.Traversal;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;

/**
 * Estimates what a statement costs, to compare loop orders: about the number of times that
 * something is computed, each weighed by how it reaches memory. Sizes that were measured are taken
 * as they are. Otherwise every dimension is large, and every sparse tensor holds a few nonzeros for
 * each coordinate of a dimension; so what is asymptotically worse costs more.
 */
public final class CostModel {
  private static final double SIZE = 1e6;
  private static final double NONZEROS_PER_COORDINATE = 10;
  private static final double STRIDED = 0.5;
  private static final double SEARCH = 2;

  /** How many times as much a step costs in long rows at most. */
  private static final double MOST_UNFORESEEN = 6;

  /** The logarithms of how long rows are that cost no more. */
  private static final double LEARNT = 3;

  private static final double CACHED = 7;

  /** Dimensions may be far larger than what is stored, and then no loop over them ever ends. */
  private static final double UNBOUNDED = 1000;

  /** To set an element of a dense workspace to its fill value, of many side by side. */
  private static final double CLEAR = 0.25;

  /** For each operand beyond the second that has to be fetched and combined. */
  private static final double OPERAND = 0.2;

  private final Map<String, TensorType> types;
  private final String target;
  private final Measurements measured;
  private final Set<IndexVariable> parts;
  private final Map<IndexVariable, Double> sizes = new HashMap<>();
  private final Map<String, Double> inserted = new HashMap<>();
  private final Map<Statement, Regions.Effect> effects = new IdentityHashMap<>();
  private Account account = new Account(List.of(), Set.of());

  public CostModel(Map<String, TensorType> types, String target, Measurements measured) {
    this(types, target, measured, Set.of());
  }

  /**
   * For the loops of a schedule.
   *
   * @param parts the variables that it made: loops over them do not add iterations, but divide
   *     those of the variables that they are parts of
   */
  public CostModel(
      Map<String, TensorType> types,
      String target,
      Measurements measured,
      Set<IndexVariable> parts) {
    this.types = types;
    this.parts = parts;
    this.target = target;
    this.measured = measured;
  }

  /** Asks for an account of what is estimated from now on. */
  public CostModel keeping(Account kept) {
    account = kept;
    return this;
  }

  public double cost(Statement statement) {
    return cost(statement, Path.EMPTY);
  }

  /** The cost of a statement within loops, each time it runs. */
  public double cost(Statement statement, Path outer) {
    if (isKnown()) {
      Statements.accesses(statement).forEach(this::measure);
    }
    inserted.put(target, 0.0);
    double cost = cost(statement, outer, 1);
    inserted.computeIfPresent(target, (name, entries) -> distinct(statement, name, entries));
    return cost;
  }

  /** Of so many entries at places that are chosen at random, about how many are different. */
  private double distinct(Statement statement, String tensor, double entries) {
    if (!isKnown()) {
      return entries;
    }
    double places = places(statement, tensor);
    return places == 0 ? 0 : places * -Math.expm1(-entries / places);
  }

  /**
   * How many entries a tensor got when the cost was estimated: a workspace each time it is filled,
   * the target in all.
   */
  public double entries(String tensor) {
    return inserted.getOrDefault(tensor, 0.0);
  }

  /** How many coordinates a variable has, as far as that was measured. */
  public OptionalDouble measuredSize(IndexVariable v) {
    return sizes.containsKey(v) ? OptionalDouble.of(sizes.get(v)) : OptionalDouble.empty();
  }

  /** Takes the sizes of variables from the tensors that they index. */
  private void measure(Access access) {
    Optional<TensorStatistics> known = measured.of(access.tensor());
    Format format = types.get(access.tensor()).format();
    for (int l = 0; known.isPresent() && l < format.depth(); l++) {
      sizes.put(access.indices().get(format.dimension(l)), known.get().sizes().get(l));
    }
  }

  private double size(IndexVariable v) {
    return sizes.getOrDefault(v, SIZE);
  }

  private double cost(Statement statement, Path path, double times) {
    return switch (statement) {
      case Statement.Forall f -> {
        Path inner = path.loop(f.variable());
        if (parts.contains(f.variable())) {
          yield times + cost(f.body(), inner, times);
        }
        Regions regions = new Regions(types::get, inner);
        Formula where = regions.of(effect(f.body(), regions));
        IndexVariable v = f.variable();
        double steps = visits(where, regions.visited(where), v) * 0.5;
        double often = times * size(where, v);
        account.ran(inner, often);
        yield times * (1 + steps) + cost(f.body(), inner, often);
      }
      case Statement.Bind b -> {
        Path inner = path.computing(b.variable());
        double values = isMadeOfParts(b) ? size(b.variable()) : 1;
        int searched = new Regions(types::get, inner).of(b.body()).cursors().size();
        yield times * values * (1 + searched * SEARCH) + cost(b.body(), inner, times * values);
      }
      case Statement.Sequence s -> s.parts().stream().mapToDouble(p -> cost(p, path, times)).sum();
      case Statement.Where w -> {
        String name = w.workspace().name();
        inserted.put(name, 0.0);
        Format format = w.workspace().type().format();
        double places = places(w.producer(), name);
        double cleared = w.workspace().isArray() ? times * CLEAR * places : 0;
        double made = InsertionCosts.making(format, places, times);
        double producer = cost(w.producer(), path, times);
        double all = inserted.get(name);
        double entries = times == 0 ? 0 : all / times;
        double filled =
            isConverted(w, path)
                ? InsertionCosts.CONVERT * all
                : producer + all * (isKnown() ? InsertionCosts.crowded(format, entries) : 0);
        inserted.put(name, distinct(w.producer(), name, entries));
        yield account.rest(name, made + cleared + filled) + cost(w.consumer(), path, times);
      }
      case Statement.Assign a -> {
        inserted.computeIfPresent(a.target().tensor(), (name, entries) -> entries + times);
        yield times * leaf(a, path);
      }
    };
  }

  private boolean isKnown() {
    return !measured.tensors().isEmpty();
  }

  /** Whether what fills a workspace is done before all loops, in another way. */
  private boolean isConverted(Statement.Where w, Path path) {
    return path.size() == 0
        && parts.isEmpty()
        && OperandCopy.of(w, types, measured, OperandCopy.FEWEST).isPresent();
  }

  /** Loops around each other have the same effect. */
  private Regions.Effect effect(Statement body, Regions regions) {
    return body instanceof Statement.Forall f
        ? effect(f.body(), regions)
        : effects.computeIfAbsent(body, regions::effect);
  }

  /** Whether this is where a variable of the notation is put together again. */
  private boolean isMadeOfParts(Statement.Bind b) {
    return !parts.contains(b.variable()) && parts.stream().anyMatch(b.value()::uses);
  }

  private double leaf(Statement.Assign a, Path path) {
    TensorType type = types.get(a.target().tensor());
    List<Access> read = Expressions.accesses(a.value());
    double cost = 1 + OPERAND * Math.max(0, read.size() - 2);
    if (!a.target().tensor().equals(target)) {
      cost += InsertionCosts.insertion(type.format());
    } else if (isAppended(type.format())) {
      cost += 1;
    }
    if (path.size() > 0) {
      for (Access access : read) {
        cost += strided(access, path.last());
      }
      cost += strided(a.target(), path.last());
    }
    return cost;
  }

  /** Whether each value is appended for itself, not a row of them at once. */
  private static boolean isAppended(Format format) {
    return !format.isLocated() && format.level(format.depth() - 1).location().isEmpty();
  }

  /** How many places a tensor has that the statement assigns to. */
  private double places(Statement statement, String tensor) {
    return Statements.target(statement, tensor)
        .map(
            a -> a.indices().stream().distinct().mapToDouble(this::size).reduce(1, (x, y) -> x * y))
        .orElse(0.0);
  }

  /** Jumping through memory costs more than walking along it. */
  private double strided(Access access, IndexVariable innermost) {
    Format format = types.get(access.tensor()).format();
    for (int l = 0; l + 1 < format.depth(); l++) {
      if (access.indices().get(format.dimension(l)).equals(innermost)) {
        return format.levels().subList(l + 1, format.depth()).stream()
                .anyMatch(below -> !below.properties().branchless())
            ? STRIDED
            : 0;
      }
    }
    return 0;
  }

  /** How many coordinates of v the loop computes at. */
  private double size(Formula where, IndexVariable v) {
    return switch (where) {
      case Formula.All a -> size(v);
      case Formula.None n -> 0;
      case Formula.Present p -> isDiagonal(p.cursor()) ? size(v) : children(p.cursor());
      case Formula.And and -> and.parts().stream().mapToDouble(p -> size(p, v)).min().orElse(0);
      case Formula.Or or ->
          Math.min(size(v), or.parts().stream().mapToDouble(p -> size(p, v)).sum());
    };
  }

  /** How many coordinates of v the loop steps through, and what it costs to search there. */
  private double visits(Formula where, Formula visited, IndexVariable v) {
    if (visited instanceof Formula.All && !isFull(where) && !sizes.containsKey(v)) {
      return SIZE * UNBOUNDED;
    }
    double steps = size(visited, v);
    double probed = where.equals(visited) ? 0 : steps;
    return (visited instanceof Formula.And and ? intersection(and, v) : steps) + probed;
  }

  /**
   * The steps through the smallest part, and what it takes to follow in each other one: to walk
   * along, or, if it is much larger, to bisect.
   */
  private double intersection(Formula.And and, IndexVariable v) {
    double[] parts = and.parts().stream().mapToDouble(p -> size(p, v)).sorted().toArray();
    double steps = parts[0];
    double sum = steps;
    for (int k = 1; k < parts.length; k++) {
      double halvings = Math.log(1 + parts[k]) / Math.log(2);
      double walked = (steps + parts[k]) * unforeseen(halvings - LEARNT);
      double searched = steps * SEARCH * halvings * unforeseen((halvings - CACHED) / 2);
      sum += Math.min(walked, searched);
    }
    return sum;
  }

  /**
   * How many times as much a step costs, if sizes are known. Which of two rows is behind, and in
   * which half to search on, the processor learns in short rows but not in long ones; to search in
   * very long ones besides takes it to memory.
   */
  private double unforeseen(double times) {
    return isKnown() ? Math.clamp(times, 1, MOST_UNFORESEEN) : 1;
  }

  /** Whether all coordinates have to be looked at, if only because a level has places for them. */
  private boolean isFull(Formula where) {
    return switch (where) {
      case Formula.All a -> true;
      case Formula.None n -> false;
      case Formula.Present p ->
          format(p.cursor()).isDirect(p.cursor().level()) || isDiagonal(p.cursor());
      case Formula.And and -> and.parts().stream().allMatch(this::isFull);
      case Formula.Or or -> or.parts().stream().anyMatch(this::isFull);
    };
  }

  /** Most entries of a diagonal are stored. */
  private boolean isDiagonal(Cursor cursor) {
    return Traversal.isDiagonal(cursor.access(), format(cursor), cursor.level());
  }

  private Format format(Cursor cursor) {
    return types.get(cursor.access().tensor()).format();
  }

  /** How many children a parent has in the cursor's level. */
  private double children(Cursor cursor) {
    Access access = cursor.access();
    Optional<TensorStatistics> known = measured.of(access.tensor());
    if (known.isPresent()) {
      return known.get().fibre(cursor.level());
    }
    Format format = format(cursor);
    double nonzeros = inserted.getOrDefault(access.tensor(), SIZE * NONZEROS_PER_COORDINATE);
    double parents = 1;
    double count = 1;
    for (int l = 0; l <= cursor.level(); l++) {
      parents = count;
      count *= size(access.indices().get(format.dimension(l)));
      if (format.level(l).location().isEmpty()) {
        count = Math.min(count * 0.9, nonzeros / Math.pow(2, format.order() - 1.0 - l));
      }
    }
    return Math.max(1, count / parents);
  }
}
