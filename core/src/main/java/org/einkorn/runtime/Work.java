package org.einkorn.runtime;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.format.Format;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.storage.Storage;

/**
 * Estimates how many times a kernel's innermost statement runs, to tell what is worth dividing. It
 * depends on the tensors alone, so the same tensors are always divided alike.
 */
final class Work {
  private Work() {}

  static double estimate(
      Assignment assignment, Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    List<Access> accesses = List.copyOf(Expressions.accesses(assignment.value()));
    Set<IndexVariable> variables = new LinkedHashSet<>(assignment.target().indices());
    accesses.forEach(a -> variables.addAll(a.indices()));
    double most = 0;
    for (Access a : accesses) {
      Storage storage = inputs.get(a.tensor());
      if (isSparse(storage)) {
        double work = storage.count();
        for (IndexVariable v : variables) {
          work *= a.indices().contains(v) ? 1 : fanOut(v, accesses, inputs, sizes);
        }
        most = Math.max(most, Math.max(work, rows(storage)));
      }
    }
    if (most > 0) {
      return most;
    }
    double all = 1;
    for (IndexVariable v : variables) {
      all *= sizes.get(v);
    }
    return all;
  }

  /**
   * Whether one sparse operand is walked through once and little is done with each value, as in
   * {@code B(i,j) = 2 * A(i,j)}: then joining parts of the result takes as long as computing them.
   * Where something is summed for each value, as in {@code S(i,j) = A(i,j) * C(i,k) * D(j,k)}, it
   * takes longer.
   */
  static boolean isCopy(Assignment assignment, Map<String, Storage> inputs) {
    Set<IndexVariable> kept = Set.copyOf(assignment.target().indices());
    List<Access> sparse =
        Expressions.accesses(assignment.value()).stream()
            .distinct()
            .filter(a -> isSparse(inputs.get(a.tensor())))
            .toList();
    return !sums(assignment) && sparse.size() == 1 && sparse.getFirst().indices().containsAll(kept);
  }

  /** Whether several values make one of the result. */
  static boolean sums(Assignment assignment) {
    List<IndexVariable> kept = assignment.target().indices();
    return Expressions.accesses(assignment.value()).stream()
        .anyMatch(a -> !kept.containsAll(a.indices()));
  }

  /** How often loops come to the first sparse level of a tensor: there may be more than entries. */
  private static double rows(Storage storage) {
    Format format = storage.type().format();
    double rows = 1;
    for (int l = 0; format.isPlain() && format.level(l).location().isPresent(); l++) {
      rows *= storage.dimensions().get(format.dimension(l));
    }
    return rows;
  }

  /** How many coordinates of a variable there are for each combination of the others. */
  private static double fanOut(
      IndexVariable v,
      List<Access> accesses,
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes) {
    double least = sizes.get(v);
    for (Access a : accesses) {
      Storage storage = inputs.get(a.tensor());
      if (a.indices().contains(v) && isSparse(storage)) {
        double others = 1;
        for (IndexVariable other : a.indices()) {
          others *= other.equals(v) ? 1 : Math.max(1, sizes.get(other));
        }
        least = Math.min(least, Math.max(1, storage.count() / others));
      }
    }
    return least;
  }

  private static boolean isSparse(Storage storage) {
    return storage.type().format().levels().stream().anyMatch(l -> l.location().isEmpty());
  }
}
