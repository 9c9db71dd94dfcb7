package org.einkorn.backend.x64;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Jump;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;

/**
 * Which places in memory registers have a copy of, as far as that is known while code is written
 * from its first line to its last: what is there need not be loaded again.
 */
final class Held {
  /** How many jumps to a label are still to come; before that nobody knows what these have. */
  private final Map<Label, Integer> jumpsToCome = new HashMap<>();

  /** What all jumps to a label have that came already. */
  private final Map<Label, Map<Register, Memory>> atLabels = new HashMap<>();

  private final Map<Register, Memory> places = new HashMap<>();

  /** Whether the line before goes on here. */
  private boolean isReached = true;

  Held(List<Line> lines) {
    for (Line line : lines) {
      if (line instanceof Jump j) {
        jumpsToCome.merge(j.target(), 1, Integer::sum);
      }
    }
  }

  boolean has(Register r, Memory place) {
    return place.equals(places.get(r));
  }

  /** One of these registers that has what lies there. */
  Optional<Register> holder(Memory place, List<Register> among) {
    return among.stream().filter(r -> has(r, place)).findFirst();
  }

  /** The register and the place have the same now. */
  void put(Register r, Memory place) {
    places.put(r, place);
  }

  /** Something else is in the register now, if it is one. */
  void forget(Operand register) {
    places.remove(register);
  }

  /** Something else lies there now. */
  void forgetAll(Memory place) {
    places.values().removeIf(place::equals);
  }

  void jump(Jump j) {
    jumpsToCome.merge(j.target(), -1, Integer::sum);
    atLabels
        .computeIfAbsent(j.target(), label -> new HashMap<>(places))
        .entrySet()
        .retainAll(places.entrySet());
    if (j.condition() == Condition.ALWAYS) {
      isReached = false;
    }
  }

  /** Here the registers have only what they have wherever one comes from. */
  void label(Label label) {
    Map<Register, Memory> others = atLabels.getOrDefault(label, Map.of());
    if (jumpsToCome.getOrDefault(label, 0) > 0) {
      places.clear();
    } else if (!isReached) {
      places.clear();
      places.putAll(others);
    } else if (atLabels.containsKey(label)) {
      places.entrySet().retainAll(others.entrySet());
    }
    isReached = true;
  }
}
