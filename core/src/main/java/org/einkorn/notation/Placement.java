package org.einkorn.notation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.einkorn.EinkornException;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.operator.Choice;

/**
 * A statement that writes through windows, {@code C(i(2:8),j) = e}, as one that computes what goes
 * into them: the rest of the target keeps its old values.
 */
public record Placement(Access target, Assignment inner) {
  /** For a statement whose left side has windows. */
  public static Placement of(Assignment assignment) {
    Access target = assignment.target();
    check(target);
    Access part = new Access(target.tensor() + "_part", target.indices());
    Masked masked = Masked.of(assignment.value());
    Expression value =
        assignment
            .accumulate()
            .<Expression>map(op -> new Apply(op, List.of(target, masked.value())))
            .orElse(masked.value());
    if (assignment.accumulate().isPresent() && masked.condition().isPresent()) {
      value = new Apply(Choice.SELECT, List.of(masked.condition().get(), value, target));
    } else {
      value = masked.with(value);
    }
    return new Placement(target, new Assignment(part, java.util.Optional.empty(), value));
  }

  /** Refuses a left side that could mean one entry several times. */
  static void check(Access target) {
    Set<Integer> seen = new HashSet<>();
    for (Window w : target.windows()) {
      boolean distinct =
          !(w instanceof Window.Selection s)
              || new HashSet<>(s.coordinates()).size() == s.coordinates().size();
      if (w.variables().size() > 1 || !w.variables().stream().allMatch(seen::add) || !distinct) {
        throw new EinkornException(
            "On the left side "
                + Printer.print(target)
                + " each index may have one variable, each variable stands in one index, and no"
                + " coordinate is named twice, so that every entry is assigned once.");
      }
    }
  }
}
