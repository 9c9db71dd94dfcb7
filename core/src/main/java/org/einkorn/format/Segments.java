package org.einkorn.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Type;

/**
 * Where a level has the coordinates of its children: side by side in one of its arrays, those of a
 * parent in ascending order and each once, from where another array says that they begin.
 *
 * @param bounds the number of the array that says where they begin, and at the next place end
 * @param list the number of the array that they stand in
 */
public record Segments(int bounds, int list) {
  /** Those of a level, if that is how it has coordinates: its own code tells. */
  public static Optional<Segments> of(LevelFormat level) {
    LevelFormat.Properties properties = level.properties();
    Optional<LevelFormat.Iteration> iteration = level.iteration();
    if (!properties.ordered()
        || !properties.unique()
        || properties.padded()
        || iteration.isEmpty()) {
      return Optional.empty();
    }
    List<Variable> arrays = new ArrayList<>();
    level.arrays().forEach(a -> arrays.add(Imp.variable("array" + arrays.size(), a.type())));
    Variable size = Imp.variable("size", Type.INT32);
    LevelFormat.Code code = new LevelFormat.Code(arrays, size);
    Variable parent = Imp.variable("parent", Type.INT32);
    Variable child = Imp.variable("child", Type.INT32);
    Exp next = Imp.add(parent, Imp.constant(1));
    LevelFormat.Range children =
        iteration.get().children(code, new LevelFormat.Range(parent, next));
    Exp coordinate = iteration.get().coordinate(code, child);
    Exp position = iteration.get().position(code, child);
    for (int bounds = 0; bounds < arrays.size(); bounds++) {
      for (int list = 0; list < arrays.size(); list++) {
        if (arrays.get(bounds).type().equals(Type.INT32_ARRAY)
            && arrays.get(list).type().equals(Type.INT32_ARRAY)
            && children.begin().equals(Imp.load(arrays.get(bounds), parent))
            && children.end().equals(Imp.load(arrays.get(bounds), next))
            && coordinate.equals(Imp.load(arrays.get(list), child))
            && position.equals(child)) {
          return Optional.of(new Segments(bounds, list));
        }
      }
    }
    return Optional.empty();
  }
}
