package org.einkorn.backend.x64;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;

/**
 * Which arrays of a function are known to have the same length, so that one test of an index does
 * for all of them.
 */
final class Lengths {
  static final Lengths UNKNOWN = new Lengths(List.of());

  private final List<Set<Variable>> groups;
  private final Map<Variable, Variable> first = new HashMap<>();

  /**
   * @param groups parameters that are arrays of the same length whenever the function is called
   */
  Lengths(List<Set<Variable>> groups) {
    this.groups = groups;
    groups.forEach(group -> group.forEach(v -> first.put(v, group.iterator().next())));
  }

  /** An array that has the same length; of several always the same one. */
  Variable representative(Variable array) {
    return first.getOrDefault(array, array);
  }

  /** The parameters that have the same length as one before each, as their numbers in pairs. */
  int[][] pairs(Function function) {
    return groups.stream()
        .flatMap(group -> group.stream().map(v -> List.of(group.iterator().next(), v)))
        .map(pair -> pair.stream().mapToInt(function.parameters()::indexOf).toArray())
        .filter(pair -> pair[0] != pair[1])
        .toArray(int[][]::new);
  }
}
