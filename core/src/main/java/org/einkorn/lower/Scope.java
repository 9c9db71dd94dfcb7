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
record Scope(Map<IndexVariable, Exp> coordinates, Map<Access, List<Reached>> operands) {
  /**
   * Positions of one level that share a coordinate (one, if the level is unique); with a condition,
   * only if it holds.
   */
  record Reached(Range positions, Optional<Exp> present) {}

  static Scope empty() {
    return new Scope(Map.of(), Map.of());
  }

  Scope with(IndexVariable variable, Exp coordinate) {
    Map<IndexVariable, Exp> more = new HashMap<>(coordinates);
    more.put(variable, coordinate);
    return new Scope(more, operands);
  }

  Scope with(Access access, List<Reached> levels) {
    Map<Access, List<Reached>> more = new HashMap<>(operands);
    more.put(access, List.copyOf(levels));
    return new Scope(coordinates, more);
  }

  /** The access with one more level reached, after those before it. */
  Scope reaching(Access access, List<Reached> before, Reached level) {
    List<Reached> levels = new ArrayList<>(before);
    levels.add(level);
    return with(access, levels);
  }

  Exp coordinate(IndexVariable variable) {
    return coordinates.get(variable);
  }

  List<Reached> reached(Access access) {
    return operands.getOrDefault(access, List.of());
  }
}
