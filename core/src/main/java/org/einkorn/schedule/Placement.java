package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Where a schedule wants values to be put, on the way and in the end.
 *
 * @param result how the result is written and, for a reader, what becomes of it
 */
record Placement(
    List<Directive.Workspace> layouts, Optional<Directive.Assemble> assembly, String result) {

  Placement {
    layouts = List.copyOf(layouts);
  }

  static Placement none(String result) {
    return new Placement(List.of(), Optional.empty(), result);
  }

  Placement with(Directive.Workspace layout) {
    if (layout.variables().isEmpty()) {
      throw new Refusal("A workspace is known by its variables; name them.");
    }
    for (Directive.Workspace other : layouts) {
      if (new HashSet<>(other.variables()).equals(new HashSet<>(layout.variables()))) {
        throw new Refusal(
            "The workspace over "
                + Refusal.names(layout.variables())
                + " is "
                + DirectivePrinter.word(other.layout())
                + " already; say it once.");
      }
    }
    List<Directive.Workspace> more = new ArrayList<>(layouts);
    more.add(layout);
    return new Placement(more, assembly, result);
  }

  Placement with(Directive.Assemble other) {
    if (assembly.isPresent()) {
      throw new Refusal(
          "The result is put together by "
              + DirectivePrinter.word(assembly.get().assembly())
              + " already; say it once.");
    }
    return new Placement(layouts, Optional.of(other), result);
  }
}
