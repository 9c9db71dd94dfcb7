package org.einkorn.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.format.LevelFormat.Range;
import org.einkorn.imp.Exp;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/**
 * What is known at a point of the code: the coordinate of every bound variable, and for every
 * operand the positions it has reached, level by level. Located levels are not listed; they are
 * computed where they are used.
 */
record Scope(
    Map<IndexVariable, Exp> parameters,
    Map<IndexVariable, Exp> coordinates,
    Map<Access, List<Reached>> operands) {
  /**
   * Positions of one level that share a coordinate (one, if the level is unique); with a condition,
   * only if it holds.
   */
  record Reached(Range positions, Optional<Exp> present) {}

  /** What is known before the loops: the values of variables that are given to the kernel. */
  static Scope of(Map<IndexVariable, Exp> parameters) {
    return new Scope(parameters, Map.of(), Map.of());
  }

  /** Whether it is outside of all loops. */
  boolean isRoot() {
    return coordinates.isEmpty();
  }

  boolean isParameter(IndexVariable variable) {
    return parameters.containsKey(variable);
  }

  Scope with(IndexVariable variable, Exp coordinate) {
    Map<IndexVariable, Exp> more = new HashMap<>(coordinates);
    more.put(variable, coordinate);
    return new Scope(parameters, more, operands);
  }

  Scope with(Access access, List<Reached> levels) {
    Map<Access, List<Reached>> more = new HashMap<>(operands);
    more.put(access, List.copyOf(levels));
    return new Scope(parameters, coordinates, more);
  }

  /** The access with one more level reached, after those before it. */
  Scope reaching(Access access, List<Reached> before, Reached level) {
    List<Reached> levels = new ArrayList<>(before);
    levels.add(level);
    return with(access, levels);
  }

  Exp coordinate(IndexVariable variable) {
    return coordinates.containsKey(variable) ? coordinates.get(variable) : parameters.get(variable);
  }

  List<Reached> reached(Access access) {
    return operands.getOrDefault(access, List.of());
  }
}
