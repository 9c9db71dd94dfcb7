package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.einkorn.format.TensorType;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/** Estimates how much memory takes what loops make: their workspaces and their result. */
public final class Space {
  /** Of a table: the key, its slot twice, and the lists of coordinates, for each entry. */
  private static final double TABLE_BYTES = 48;

  /** Of a place that is listed when it is touched: its coordinate in the list, when, and a bit. */
  private static final double TOUCHED_BYTES = 2 * Integer.BYTES + 0.125;

  private final LoopProgram loops;
  private final CostModel model;
  private final Function<IndexVariable, OptionalDouble> sizes;

  /**
   * @param model one that has estimated the cost of these loops
   * @param sizes of variables, as far as they are known
   */
  public Space(LoopProgram loops, CostModel model, Function<IndexVariable, OptionalDouble> sizes) {
    this.loops = loops;
    this.model = model;
    this.sizes = sizes;
  }

  /** The workspaces that are more than variables, with the statements that fill and read them. */
  public static List<Statement.Where> workspaces(Statement statement) {
    List<Statement.Where> all = new ArrayList<>();
    collect(statement, all);
    return all;
  }

  private static void collect(Statement s, List<Statement.Where> all) {
    switch (s) {
      case Statement.Forall f -> collect(f.body(), all);
      case Statement.Bind b -> collect(b.body(), all);
      case Statement.Sequence q -> q.parts().forEach(p -> collect(p, all));
      case Statement.Where w -> {
        if (w.workspace().type().order() > 0 && !w.workspace().isTile()) {
          all.add(w);
        }
        collect(w.consumer(), all);
        collect(w.producer(), all);
      }
      case Statement.Assign a -> {}
    }
  }

  /** The bytes of a workspace each time it is filled. */
  public double bytes(Statement.Where w) {
    double element = w.workspace().type().element().bytes();
    boolean listed = w.workspace().type().format().hasPlaces();
    if (w.workspace().isArray() || listed) {
      return (element + (listed ? TOUCHED_BYTES : 0))
          * Statements.target(w.producer(), w.workspace().name())
              .map(this::places)
              .orElse(OptionalDouble.empty())
              .orElse(0);
    }
    return model.entries(w.workspace().name())
        * (TABLE_BYTES * w.workspace().type().order() + element);
  }

  /** How many entries the result will have stored; nothing if sizes are missing. */
  public OptionalDouble resultEntries() {
    if (isDense(loops.targetType())) {
      return places(loops.target());
    }
    return OptionalDouble.of(Math.rint(model.entries(loops.target().tensor())));
  }

  /** The bytes of the result: of its values, and of its coordinates if it is sparse. */
  public OptionalDouble resultBytes() {
    TensorType type = loops.targetType();
    double each = type.element().bytes() + (isDense(type) ? 0 : Integer.BYTES);
    OptionalDouble entries = resultEntries();
    return entries.isPresent() ? OptionalDouble.of(entries.getAsDouble() * each) : entries;
  }

  private static boolean isDense(TensorType type) {
    return type.format().levels().stream().allMatch(l -> l.location().isPresent());
  }

  private OptionalDouble places(Access access) {
    double places = 1;
    for (IndexVariable v : access.indices()) {
      OptionalDouble size = sizes.apply(v);
      if (size.isEmpty()) {
        return size;
      }
      places *= size.getAsDouble();
    }
    return OptionalDouble.of(places);
  }
}
