package org.einkorn.plan;

import java.util.HashMap;
import java.util.Map;
import org.einkorn.format.IndexExpression;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/** The variables that pick values of tiles: how many coordinates each has. */
final class Tiles {
  private final Map<IndexVariable, IndexExpression<IndexVariable>> sizes;
  private final Map<IndexVariable, Integer> found = new HashMap<>();

  private Tiles(LoopProgram program) {
    this.sizes = program.derivedSizes();
  }

  static Map<IndexVariable, Integer> coordinates(LoopProgram program) {
    Tiles tiles = new Tiles(program);
    tiles.collect(program.body());
    return tiles.found;
  }

  private void collect(Statement statement) {
    switch (statement) {
      case Statement.Forall f -> collect(f.body());
      case Statement.Bind b -> collect(b.body());
      case Statement.Sequence s -> s.parts().forEach(this::collect);
      case Statement.Where w -> {
        if (w.workspace().isTile()) {
          addTarget(w.producer(), w.workspace().name());
          Statements.accesses(w.consumer()).stream()
              .filter(a -> a.tensor().equals(w.workspace().name()))
              .forEach(this::add);
        }
        collect(w.consumer());
        collect(w.producer());
      }
      case Statement.Assign a -> {}
    }
  }

  private void addTarget(Statement producer, String tile) {
    switch (producer) {
      case Statement.Forall f -> addTarget(f.body(), tile);
      case Statement.Bind b -> addTarget(b.body(), tile);
      case Statement.Sequence s -> s.parts().forEach(p -> addTarget(p, tile));
      case Statement.Where w -> addTarget(w.consumer(), tile);
      case Statement.Assign a -> {
        if (a.target().tensor().equals(tile)) {
          add(a.target());
        }
      }
    }
  }

  private void add(Access access) {
    access.indices().forEach(v -> found.put(v, count(v)));
  }

  private int count(IndexVariable v) {
    if (sizes.get(v) instanceof IndexExpression.Constant<IndexVariable> c) {
      return c.value();
    }
    throw new IllegalStateException("a tile has a constant size, but not at " + v);
  }
}
