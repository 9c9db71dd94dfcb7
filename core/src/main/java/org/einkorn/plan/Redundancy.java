package org.einkorn.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.lattice.Cursor;

/**
 * Leaves out of a merge what its other parts do as well. In a + b * c, where a and b stand but not
 * c, the same is computed as where a stands alone: no case is needed for that, and no loop for when
 * c has ended.
 *
 * <p>This relies on an order of the cases and of the loops that lattices have: the larger ones come
 * first, and with two of them there is one for the cursors of both.
 */
final class Redundancy {
  private Redundancy() {}

  /** The loops of a merge that are needed, with the cases that are. */
  static List<Plan.Piece> without(List<Plan.Piece> pieces) {
    List<Plan.Piece> kept = new ArrayList<>();
    for (Plan.Piece piece : pieces.reversed()) {
      Plan.Piece simple = new Plan.Piece(piece.cursors(), cases(piece.cases()));
      if (!isDoneByAnother(simple, kept)) {
        kept.addFirst(simple);
      }
    }
    return kept;
  }

  /** Without a case, the first one after it is taken that asks for some of its cursors. */
  private static List<Plan.Case> cases(List<Plan.Case> cases) {
    List<Plan.Case> kept = new ArrayList<>();
    for (Plan.Case option : cases.reversed()) {
      Optional<Plan.Case> instead =
          kept.stream().filter(c -> option.present().containsAll(c.present())).findFirst();
      if (instead.filter(c -> c.body().equals(option.body())).isEmpty()) {
        kept.addFirst(option);
      }
    }
    return kept;
  }

  /**
   * Whether the loops after this one do all that it does: one of them has all cursors that decide
   * here, and no other goes on with cursors that this one would have moved.
   */
  private static boolean isDoneByAnother(Plan.Piece piece, List<Plan.Piece> later) {
    List<Plan.Piece> smaller =
        later.stream().filter(p -> piece.cursors().containsAll(p.cursors())).toList();
    if (smaller.isEmpty()) {
      return false;
    }
    Set<Cursor> largest = new HashSet<>(smaller.getFirst().cursors());
    return piece.cases().stream().allMatch(c -> largest.containsAll(c.present()))
        && smaller.stream().allMatch(p -> largest.containsAll(p.cursors()));
  }
}
