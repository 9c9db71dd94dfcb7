package org.einkorn.schedule;

import java.util.List;
import java.util.Set;
import org.einkorn.notation.IndexVariable;

/** Finds the loops that a directive names. */
record LoopNames(LoopNest nest) {

  /** The group that has a loop over a variable. */
  LoopGroup requireLoop(IndexVariable v) {
    return nest.groupOf(v).orElseThrow(() -> new Refusal(noLoopOver(v)));
  }

  private String noLoopOver(IndexVariable v) {
    List<IndexVariable> all = nest.groups().stream().flatMap(g -> g.order().stream()).toList();
    return "There is no loop over "
        + v
        + (all.isEmpty()
            ? "; there are no loops left."
            : "; the loops are " + Refusal.names(all) + ".");
  }

  /** The group that has loops over all of these. */
  LoopGroup requireTogether(List<IndexVariable> variables) {
    List<LoopGroup> groups = variables.stream().map(this::requireLoop).distinct().toList();
    if (groups.size() > 1) {
      LoopGroup filling =
          groups.stream().filter(g -> !g.equals(nest.main())).findFirst().orElseThrow();
      throw new Refusal(
          Refusal.names(variables)
              + " are not loops around one assignment: "
              + variables.stream().filter(filling.order()::contains).findFirst().orElseThrow()
              + " only fills "
              + filling.subject().target().tensor()
              + ", which others read; let precompute make a workspace whose loops run over both.");
    }
    return groups.getFirst();
  }

  /** Refuses names that something has already. */
  void requireNew(List<IndexVariable> made) {
    Set<IndexVariable> taken = nest.variables();
    for (IndexVariable v : made) {
      if (!taken.add(v)) {
        throw new Refusal("The name " + v + " is taken; choose another for the new loop.");
      }
    }
  }
}
