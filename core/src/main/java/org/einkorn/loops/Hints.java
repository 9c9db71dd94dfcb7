package org.einkorn.loops;

import java.util.Map;
import java.util.Set;
import org.einkorn.notation.IndexVariable;

/**
 * How single loops are to run, by their variables; nothing here changes what they compute.
 *
 * @param unrolled how often the body of a loop is written down
 * @param merged loops whose intersections move one finger a side
 * @param searched loops in whose intersections one side is walked and the others are searched
 */
public record Hints(
    Map<IndexVariable, Integer> unrolled, Set<IndexVariable> merged, Set<IndexVariable> searched) {
  public static final Hints NONE = new Hints(Map.of(), Set.of(), Set.of());

  public Hints {
    unrolled = Map.copyOf(unrolled);
    merged = Set.copyOf(merged);
    searched = Set.copyOf(searched);
  }
}
