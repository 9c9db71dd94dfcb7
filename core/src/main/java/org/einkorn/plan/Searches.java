package org.einkorn.plan;

import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.lattice.Cursor;
import org.einkorn.lattice.Formula;
import org.einkorn.lattice.Path;
import org.einkorn.loops.Domain;
import org.einkorn.loops.Hints;

/**
 * Decides which cursors a loop searches for its coordinate instead of merging them.
 *
 * @param mergeOnly none, unless it was ordered
 */
record Searches(Cursors cursors, Hints hints, boolean mergeOnly) {
  /** Of all cursors of the innermost loop, which visits the coordinates of a formula. */
  Set<Cursor> of(Formula visited, Set<Cursor> all, Path path, Domain domain) {
    Set<Cursor> sought =
        hints.searched().contains(path.last())
            ? allButOne(visited, all, path)
            : sought(visited, all, path);
    sought.removeIf(c -> drives(c, domain));
    return sought;
  }

  /**
   * The cursors to search instead of merging: in an intersection, those whose parent is known
   * further out than another's. They would be walked through again and again, once for each
   * iteration of the loops in between.
   */
  private Set<Cursor> sought(Formula where, Set<Cursor> all, Path path) {
    if (mergeOnly || hints.merged().contains(path.last())) {
      return new LinkedHashSet<>();
    }
    int deepest =
        where.cursors().stream().mapToInt(c -> cursors.parentDepth(c, path)).max().orElse(-1);
    Set<Cursor> required = required(where);
    boolean deepestIsRequired =
        required.stream().anyMatch(c -> cursors.parentDepth(c, path) == deepest);
    Set<Cursor> sought = new LinkedHashSet<>();
    for (Cursor c : all) {
      boolean decides = where.cursors().contains(c);
      if (deepestIsRequired
          && cursors.parentDepth(c, path) < deepest
          && (required.contains(c) || !decides)
          && cursors.format(c).level(c.level()).seeking().isPresent()) {
        sought.add(c);
      }
    }
    return sought;
  }

  /** In an intersection, all that can be searched but the one whose parent is known last. */
  private Set<Cursor> allButOne(Formula where, Set<Cursor> all, Path path) {
    Set<Cursor> required = required(where);
    Optional<Cursor> walked =
        all.stream()
            .filter(required::contains)
            .max(Comparator.comparingInt(c -> cursors.parentDepth(c, path)));
    Set<Cursor> sought = new LinkedHashSet<>();
    for (Cursor c : all) {
      if (walked.isPresent()
          && !c.equals(walked.get())
          && required.contains(c)
          && cursors.format(c).level(c.level()).seeking().isPresent()) {
        sought.add(c);
      }
    }
    return sought;
  }

  /** Where the cursors to search are there, which the body looks at first. */
  static Formula without(Formula where, Set<Cursor> sought) {
    return switch (where) {
      case Formula.All a -> a;
      case Formula.None n -> n;
      case Formula.Present p -> sought.contains(p.cursor()) ? Formula.ALL : p;
      case Formula.And and ->
          Formula.and(and.parts().stream().map(p -> without(p, sought)).toList());
      case Formula.Or or -> Formula.or(or.parts().stream().map(p -> without(p, sought)).toList());
    };
  }

  /** The cursors without which nothing is to be done. */
  static Set<Cursor> required(Formula where) {
    Set<Cursor> required = new HashSet<>();
    List<Formula> parts = where instanceof Formula.And and ? and.parts() : List.of(where);
    for (Formula part : parts) {
      if (part instanceof Formula.Present p) {
        required.add(p.cursor());
      }
    }
    return required;
  }

  /** Whether the domain names an operand whose positions the loop follows. */
  static boolean isDriven(Domain domain) {
    return domain instanceof Domain.Children || domain instanceof Domain.Under;
  }

  private static boolean drives(Cursor cursor, Domain domain) {
    return switch (domain) {
      case Domain.All a -> false;
      case Domain.Between b -> false;
      case Domain.Pieces p -> false;
      case Domain.Children c -> c.operand().equals(cursor.access());
      case Domain.Under u -> u.operand().equals(cursor.access());
    };
  }
}
