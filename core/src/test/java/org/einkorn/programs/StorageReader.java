package org.einkorn.programs;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.IndexExpression;
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
 * which they describe themselves, and on the way checks what they promise. Where levels store other
 * coordinates than the dimensions', those follow from the levels'; what lies outside the tensor, or
 * under padding, must hold nothing. Duplicates, where the format has them, are added up. Fails with
 * an {@link AssertionError} that says which promise is broken.
 */
public final class StorageReader {
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
  private int parts;
  private final List<IndexExpression<Integer>> dimensionCoordinates = new ArrayList<>();

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
    for (int l = 0; l < format.depth(); l++) {
      levels.add(level(l));
    }
    for (int d = 0; d < format.order(); d++) {
      dimensionCoordinates.add(format.dimensionCoordinate(d));
    }
  }

  /** The stored values by coordinate, in the order in which they are stored. */
  public static Map<List<Integer>, Constant> read(Storage tensor) {
    StorageReader reader = new StorageReader(tensor);
    reader.checkLengths();
    reader.walk(0, 0, 1, new ArrayList<>(), true);
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
    int size = size(l, arrays);
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

  private int size(int l, List<Variable> arrays) {
    if (format.level(l).storesSize()) {
      return (int) Evaluator.evaluate(format.level(l).storedSize(arrays), environment);
    }
    return Math.toIntExact(
        format.levelSize(l).orElseThrow().evaluate(_ -> 0, tensor.dimensions()::get));
  }

  private int evaluate(Exp e, int first, int second) {
    environment.put(FIRST, first);
    environment.put(SECOND, second);
    return (int) Evaluator.evaluate(e, environment);
  }

  /**
   * Every array of a level that grows is as long as it has to be: one element a position, or one
   * edge a parent.
   */
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
            length == positions
                || length == parents + 1
                || level.format.appending().isEmpty() && length == 1,
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

  /** Walks the positions of one coordinate; if it is not present, nothing may be stored there. */
  private void walk(int l, int begin, int end, List<Integer> coordinates, boolean present) {
    if (l == levels.size()) {
      require(end == begin + 1, "coordinate " + coordinates + " has " + (end - begin) + " values");
      require(!seen[begin], "value " + begin + " belongs to two coordinates");
      seen[begin] = true;
      value(coordinates, tensor.type().element().get(tensor.values(), begin), present);
      return;
    }
    if (levels.get(l).children == null) {
      require(end == begin + 1, "a full level under several positions");
      locate(l, begin, 0, levels.get(l).size, coordinates, present);
    } else {
      iterate(l, begin, end, coordinates, present);
    }
  }

  private void value(List<Integer> coordinates, Constant value, boolean present) {
    Optional<List<Integer>> inside = present ? dimensions(coordinates) : Optional.empty();
    if (inside.isEmpty()) {
      require(
          value.asDouble() == 0 || value.sameValue(tensor.type().fill()),
          "padding at " + coordinates + " holds " + value);
      return;
    }
    parts++;
    Constant old = entries.put(inside.get(), value);
    if (format.hasDuplicates() && old != null) {
      ElementType type = tensor.type().element();
      entries.put(
          inside.get(),
          type.isFloat()
              ? Constant.of(old.asDouble() + value.asDouble()).as(type)
              : Constant.of(old.asLong() + value.asLong()).as(type));
    } else {
      require(old == null, "coordinate " + inside.get() + " is stored twice");
    }
  }

  private void locate(
      int l, int parent, int from, int to, List<Integer> coordinates, boolean present) {
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
      locate(l, parent, from, middle, coordinates, present);
      locate(l, parent, middle, to, coordinates, present);
      return;
    }
    coordinates.add(from);
    walk(l + 1, begin, begin + 1, coordinates, present);
    coordinates.removeLast();
  }

  private void iterate(
      int l, int parentBegin, int parentEnd, List<Integer> coordinates, boolean present) {
    Level level = levels.get(l);
    int begin = evaluate(level.children.begin(), parentBegin, parentEnd);
    int end = evaluate(level.children.end(), parentBegin, parentEnd);
    require(begin <= end, "the children under " + coordinates + " end before they begin");
    Set<Integer> met = new HashSet<>();
    int last = -1;
    int cursor = begin;
    while (cursor < end) {
      int coordinate = evaluate(level.coordinate, cursor, 0);
      int next = cursor + 1;
      if (coordinate == -1 && level.format.properties().padded()) {
        absent(l, cursor, coordinates);
        cursor = next;
        continue;
      }
      require(present, "coordinate " + coordinate + " under padding at " + coordinates);
      require(
          coordinate >= 0 && coordinate < level.size,
          "coordinate "
              + coordinate
              + " under "
              + coordinates
              + " in a dimension of "
              + level.size);
      boolean isNew = met.add(coordinate);
      // The same coordinate comes again if levels below tell its positions apart, or as a
      // duplicate.
      boolean mayComeAgain =
          format.repeats(l) ? !level.format.properties().ordered() : !isUnique(l);
      require(
          (isNew || mayComeAgain) && (coordinate >= last || !level.format.properties().ordered()),
          "coordinate " + coordinate + " follows " + last + " under " + coordinates);
      last = coordinate;
      if (format.repeats(l)) {
        while (next < end && evaluate(level.coordinate, next, 0) == coordinate) {
          next++;
        }
      }
      int first = evaluate(level.position, cursor, 0);
      int after = evaluate(level.position, next - 1, 0) + 1;
      require(after - first == next - cursor, "equal coordinates are not side by side");
      coordinates.add(coordinate);
      int before = parts;
      walk(l + 1, first, after, coordinates, present);
      require(
          parts > before || tensor.dimensions().contains(0),
          "nothing is stored under " + coordinates);
      coordinates.removeLast();
      cursor = next;
    }
  }

  private boolean isUnique(int l) {
    return levels.get(l).format.properties().unique();
  }

  private void absent(int l, int cursor, List<Integer> coordinates) {
    int position = evaluate(levels.get(l).position, cursor, 0);
    coordinates.add(-1);
    walk(l + 1, position, position + 1, coordinates, false);
    coordinates.removeLast();
  }

  /** The coordinates of the dimensions; nothing if they lie outside the tensor. */
  private Optional<List<Integer>> dimensions(List<Integer> coordinates) {
    List<Integer> result = new ArrayList<>();
    for (int d = 0; d < dimensionCoordinates.size(); d++) {
      long coordinate =
          dimensionCoordinates.get(d).evaluate(coordinates::get, tensor.dimensions()::get);
      if (coordinate < 0 || coordinate >= tensor.dimensions().get(d)) {
        return Optional.empty();
      }
      result.add((int) coordinate);
    }
    return Optional.of(result);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new AssertionError("storage: " + message);
    }
  }
}
