package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.einkorn.format.Format;
import org.einkorn.format.LevelFormat;
import org.einkorn.imp.Evaluator;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Type;
import org.einkorn.imp.Walk;
import org.einkorn.storage.Storage;

/**
 * How large a stored tensor is, as far as its arrays tell without looking at its entries.
 *
 * @param sizes how many coordinates each level has
 * @param positions how many positions each level has: the fibres of the next one
 */
public record TensorStatistics(List<Double> sizes, List<Double> positions) {
  public TensorStatistics {
    sizes = List.copyOf(sizes);
    positions = List.copyOf(positions);
  }

  /** Counted in time proportional to the number of levels. */
  public static TensorStatistics of(Storage tensor) {
    List<Double> positions = positions(tensor);
    Format format = tensor.type().format();
    List<Double> sizes = new ArrayList<>();
    for (int l = 0; l < format.depth(); l++) {
      Map<Variable, Object> values = new HashMap<>();
      Variable size = (Variable) code(tensor, l, values).size();
      sizes.add(((Number) values.getOrDefault(size, 1)).doubleValue());
    }
    return new TensorStatistics(sizes, positions);
  }

  /** How many values are stored. */
  public double stored() {
    return positions.isEmpty() ? 1 : positions.getLast();
  }

  /** How many children a position of the level above has, on average. */
  public double fibre(int level) {
    double parents = level == 0 ? 1 : positions.get(level - 1);
    return parents == 0 ? 0 : positions.get(level) / parents;
  }

  /**
   * With every number rounded to a power of four, so that one kernel serves tensors that differ
   * little. A full level stays full.
   */
  TensorStatistics rounded() {
    List<Double> roundedSizes = sizes.stream().map(TensorStatistics::rounded).toList();
    List<Double> roundedPositions = new ArrayList<>();
    double parents = 1;
    double roundedParents = 1;
    for (int l = 0; l < positions.size(); l++) {
      double rounded = rounded(positions.get(l));
      boolean fits = positions.get(l) <= parents * sizes.get(l);
      roundedPositions.add(
          fits ? Math.min(rounded, roundedParents * roundedSizes.get(l)) : rounded);
      parents = positions.get(l);
      roundedParents = roundedPositions.get(l);
    }
    return new TensorStatistics(roundedSizes, roundedPositions);
  }

  private static double rounded(double number) {
    return number < 1 ? 0 : Math.pow(4, Math.round(Math.log(number) / Math.log(4)));
  }

  // ---- counting ----

  /**
   * Levels that do not tell are taken to have as many positions as fit between their neighbours.
   */
  private static List<Double> positions(Storage tensor) {
    Format format = tensor.type().format();
    List<Double> positions = new ArrayList<>();
    double parents = 1;
    for (int l = 0; l < format.depth(); l++) {
      boolean last = l == format.depth() - 1;
      double stored = tensor.count();
      double count = last ? stored : count(tensor, l, parents).orElse(Math.max(parents, stored));
      positions.add(count);
      parents = count;
    }
    return positions;
  }

  private static Optional<Double> count(Storage tensor, int l, double parents) {
    LevelFormat level = tensor.type().format().level(l);
    if (level.properties().branchless()) {
      return Optional.of(parents);
    }
    Map<Variable, Object> values = new HashMap<>();
    LevelFormat.Code code = code(tensor, l, values);
    Optional<Exp> total = level.iteration().flatMap(i -> i.total(code));
    if (total.isPresent()) {
      return number(total.get(), values);
    }
    Optional<Double> width =
        level.location().flatMap(at -> number(at.count(code, Imp.constant(1)), values));
    return width.map(w -> w * parents);
  }

  /** The level's arrays as variables, whose values are put into {@code values}. */
  private static LevelFormat.Code code(Storage tensor, int l, Map<Variable, Object> values) {
    LevelFormat level = tensor.type().format().level(l);
    List<Variable> arrays = new ArrayList<>();
    for (int k = 0; k < level.arrays().size(); k++) {
      LevelFormat.ArraySpec spec = level.arrays().get(k);
      Variable array = new Variable(spec.name(), spec.type());
      arrays.add(array);
      values.put(array, tensor.levels().get(l).get(k));
    }
    Variable size = new Variable("size", Type.INT32);
    size(tensor, l, arrays, values).ifPresent(n -> values.put(size, n));
    return new LevelFormat.Code(arrays, size);
  }

  /** How many coordinates a level has, by its dimensions or by its own arrays. */
  private static Optional<Integer> size(
      Storage tensor, int l, List<Variable> arrays, Map<Variable, Object> values) {
    LevelFormat level = tensor.type().format().level(l);
    List<Integer> dimensions = tensor.dimensions();
    return level.storesSize()
        ? number(level.storedSize(arrays), values).map(Double::intValue)
        : tensor
            .type()
            .format()
            .levelSize(l)
            .map(
                e ->
                    (int)
                        Math.min(Integer.MAX_VALUE, e.evaluate(dimensions::get, dimensions::get)));
  }

  /** The value of a level's expression, if everything in it is known. */
  private static Optional<Double> number(Exp e, Map<Variable, Object> values) {
    return isKnown(e, values)
        ? Optional.of(((Number) Evaluator.evaluate(e, values)).doubleValue())
        : Optional.empty();
  }

  private static boolean isKnown(Exp e, Map<Variable, Object> values) {
    return e instanceof Variable v
        ? values.containsKey(v)
        : Walk.children(e).stream().allMatch(x -> isKnown(x, values));
  }

  // ---- skew ----

  /**
   * The largest number of children that one position has in a level, by one pass over the level's
   * edges; empty if it has none, because every position has as many.
   */
  public static OptionalInt longestFibre(Storage tensor, int l) {
    Map<Variable, Object> values = new HashMap<>();
    LevelFormat level = tensor.type().format().level(l);
    LevelFormat.Code code = code(tensor, l, values);
    Variable parent = new Variable("parent", Type.INT32);
    Optional<LevelFormat.Range> children =
        level
            .iteration()
            .map(
                i ->
                    i.children(
                        code, new LevelFormat.Range(parent, Imp.add(parent, Imp.constant(1)))));
    if (children.isEmpty()
        || !(children.get().begin() instanceof Exp.Load begin)
        || !(children.get().end() instanceof Exp.Load end)
        || !begin.array().equals(end.array())
        || !begin.index().equals(parent)
        || !(values.get(begin.array()) instanceof int[] edges)) {
      return OptionalInt.empty();
    }
    int longest = 0;
    for (int p = 0; p + 1 < edges.length; p++) {
      longest = Math.max(longest, edges[p + 1] - edges[p]);
    }
    return OptionalInt.of(longest);
  }
}
