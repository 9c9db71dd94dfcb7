package org.einkorn.programs;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.einkorn.element.Constant;
import org.einkorn.format.Format;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.LevelFormat.Code;
import org.einkorn.format.LevelFormat.Iteration;
import org.einkorn.format.LevelFormat.Location;
import org.einkorn.format.LevelFormat.Range;
import org.einkorn.imp.Evaluator;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Type;
import org.einkorn.storage.Storage;

/**
 * Reads a stored tensor without the compiler: walks its levels by evaluating the fragments with
 * which they describe themselves, and on the way checks what they promise. Fails with an {@link
 * AssertionError} that says which promise is broken.
 */
final class StorageReader {
  /** Above this size the coordinates of a full level are not tried one by one. */
  private static final int LARGE = 1000;

  private static final Variable FIRST = new Variable("first", Type.INT32);
  private static final Variable SECOND = new Variable("second", Type.INT32);

  private final Storage tensor;
  private final Format format;
  private final Map<Variable, Object> environment = new HashMap<>();
  private final List<Level> levels = new ArrayList<>();
  private final boolean[] seen;
  private final Map<List<Integer>, Constant> entries = new LinkedHashMap<>();

  /** A level with its fragments built once, over the variables FIRST and SECOND. */
  private record Level(
      LevelFormat format,
      Code code,
      int size,
      Range children,
      Exp coordinate,
      Exp position,
      Exp locate,
      Exp count) {}

  private StorageReader(Storage tensor) {
    this.tensor = tensor;
    this.format = tensor.type().format();
    this.seen = new boolean[tensor.count()];
    for (int l = 0; l < format.order(); l++) {
      levels.add(level(l));
    }
  }

  /** The stored values by coordinate, in the order in which they are stored. */
  static Map<List<Integer>, Constant> read(Storage tensor) {
    StorageReader reader = new StorageReader(tensor);
    reader.checkLengths();
    reader.walk(0, 0, 1, new ArrayList<>());
    for (int p = 0; p < reader.seen.length; p++) {
      require(reader.seen[p], "value " + p + " of " + reader.seen.length + " belongs to nothing");
    }
    return reader.entries;
  }

  private Level level(int l) {
    LevelFormat level = format.level(l);
    List<Object> stored = tensor.levels().get(l);
    require(stored.size() == level.arrays().size(), "level " + l + " lacks arrays");
    List<Variable> arrays = new ArrayList<>();
    for (int k = 0; k < stored.size(); k++) {
      Variable array = new Variable("level" + l + "_array" + k, level.arrays().get(k).type());
      arrays.add(array);
      environment.put(array, stored.get(k));
    }
    int size = tensor.dimensions().get(format.dimension(l));
    Code code = new Code(arrays, Imp.constant(size));
    Iteration iteration = level.iteration().orElse(null);
    Location location = level.location().orElse(null);
    require(iteration != null || location != null, "level " + l + " cannot be read");
    return new Level(
        level,
        code,
        size,
        iteration == null ? null : iteration.children(code, new Range(FIRST, SECOND)),
        iteration == null ? null : iteration.coordinate(code, FIRST),
        iteration == null ? null : iteration.position(code, FIRST),
        location == null ? null : location.locate(code, FIRST, SECOND),
        location == null ? null : location.count(code, FIRST));
  }

  private int evaluate(Exp e, int first, int second) {
    environment.put(FIRST, first);
    environment.put(SECOND, second);
    return (int) Evaluator.evaluate(e, environment);
  }

  /** Every array is as long as it has to be: one element a position, or one edge a parent. */
  private void checkLengths() {
    int parents = 1;
    for (int l = 0; l < levels.size(); l++) {
      Level level = levels.get(l);
      int positions =
          level.children == null
              ? evaluate(level.count, parents, 0)
              : evaluate(level.children.end(), 0, parents);
      for (Object array : tensor.levels().get(l)) {
        int length = Array.getLength(array);
        require(
            length == positions || length == parents + 1,
            "an array of level "
                + l
                + " has length "
                + length
                + " for "
                + parents
                + " parents and "
                + positions
                + " positions");
      }
      parents = positions;
    }
    require(tensor.count() == parents, tensor.count() + " values for " + parents + " positions");
  }

  private void walk(int l, int begin, int end, List<Integer> coordinates) {
    if (l == levels.size()) {
      require(end == begin + 1, "coordinate " + coordinates + " has " + (end - begin) + " values");
      require(!seen[begin], "value " + begin + " belongs to two coordinates");
      seen[begin] = true;
      Constant old =
          entries.put(natural(coordinates), tensor.type().element().get(tensor.values(), begin));
      require(old == null, "coordinate " + coordinates + " is stored twice");
      return;
    }
    if (levels.get(l).children == null) {
      require(end == begin + 1, "a full level under several positions");
      locate(l, begin, 0, levels.get(l).size, coordinates);
    } else {
      iterate(l, begin, end, coordinates);
    }
  }

  private void locate(int l, int parent, int from, int to, List<Integer> coordinates) {
    Level level = levels.get(l);
    if (from == to) {
      return;
    }
    int begin = evaluate(level.locate, parent, from);
    int end = evaluate(level.locate, parent, to - 1) + 1;
    if (to - from > 1) {
      if (level.size > LARGE
          && end - begin == to - from
          && l + 1 < levels.size()
          && levels.get(l + 1).children != null) {
        Range below = levels.get(l + 1).children;
        if (evaluate(below.begin(), begin, end) == evaluate(below.end(), begin, end)) {
          return;
        }
      }
      int middle = (from + to) >>> 1;
      locate(l, parent, from, middle, coordinates);
      locate(l, parent, middle, to, coordinates);
      return;
    }
    coordinates.add(from);
    walk(l + 1, begin, begin + 1, coordinates);
    coordinates.removeLast();
  }

  private void iterate(int l, int parentBegin, int parentEnd, List<Integer> coordinates) {
    Level level = levels.get(l);
    int begin = evaluate(level.children.begin(), parentBegin, parentEnd);
    int end = evaluate(level.children.end(), parentBegin, parentEnd);
    require(begin <= end, "the children under " + coordinates + " end before they begin");
    int last = -1;
    int cursor = begin;
    while (cursor < end) {
      int coordinate = evaluate(level.coordinate, cursor, 0);
      require(
          coordinate >= 0 && coordinate < level.size,
          "coordinate "
              + coordinate
              + " under "
              + coordinates
              + " in a dimension of "
              + level.size);
      require(
          coordinate > last,
          "coordinate " + coordinate + " follows " + last + " under " + coordinates);
      last = coordinate;
      int next = cursor + 1;
      if (format.repeats(l)) {
        while (next < end && evaluate(level.coordinate, next, 0) == coordinate) {
          next++;
        }
      }
      int first = evaluate(level.position, cursor, 0);
      int after = evaluate(level.position, next - 1, 0) + 1;
      require(after - first == next - cursor, "equal coordinates are not side by side");
      coordinates.add(coordinate);
      int before = entries.size();
      walk(l + 1, first, after, coordinates);
      require(
          entries.size() > before || tensor.dimensions().contains(0),
          "nothing is stored under " + coordinates);
      coordinates.removeLast();
      cursor = next;
    }
  }

  /** Coordinates in the order of the levels, brought into the order of the dimensions. */
  private List<Integer> natural(List<Integer> coordinates) {
    Integer[] result = new Integer[coordinates.size()];
    for (int l = 0; l < result.length; l++) {
      result[format.dimension(l)] = coordinates.get(l);
    }
    return List.of(result);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new AssertionError("storage: " + message);
    }
  }
}
