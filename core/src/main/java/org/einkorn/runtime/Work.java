package org.einkorn.runtime;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.storage.Storage;

/**
 * How many times a kernel's innermost statement runs, about, to tell what is worth dividing. It
 * depends on the tensors alone, so the same tensors are always divided alike.
 */
final class Work {
  private final List<IndexVariable> variables;
  private final List<Access> sparse = new ArrayList<>();

  /** For each of the sparse tensors the dimensions of its first levels, up to the first sparse. */
  private final List<List<Integer>> outermost = new ArrayList<>();

  private final boolean sums;
  private final boolean copies;

  /**
   * @param types those of the tensors that are read
   */
  Work(Assignment assignment, Map<String, TensorType> types) {
    List<IndexVariable> kept = assignment.target().indices();
    Set<IndexVariable> all = new LinkedHashSet<>(kept);
    for (Access a : new LinkedHashSet<>(Expressions.accesses(assignment.value()))) {
      all.addAll(a.indices());
      Format format = types.get(a.tensor()).format();
      if (!format.isLocated()) {
        sparse.add(a);
        outermost.add(outermost(format));
      }
    }
    this.variables = List.copyOf(all);
    this.sums = !kept.containsAll(all);
    this.copies = !sums && sparse.size() == 1 && sparse.getFirst().indices().containsAll(kept);
  }

  private static List<Integer> outermost(Format format) {
    List<Integer> dimensions = new ArrayList<>();
    for (int l = 0; format.isPlain() && format.level(l).location().isPresent(); l++) {
      dimensions.add(format.dimension(l));
    }
    return dimensions;
  }

  /** Whether several values make one of the result. */
  boolean sums() {
    return sums;
  }

  /**
   * Whether one sparse operand is walked through once and little is done with each value, as in
   * {@code B(i,j) = 2 * A(i,j)}: then joining parts of the result takes as long as computing them.
   * Where something is summed for each value, as in {@code S(i,j) = A(i,j) * C(i,k) * D(j,k)}, it
   * takes longer.
   */
  boolean isCopy() {
    return copies;
  }

  double estimate(Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    double most = 0;
    for (int k = 0; k < sparse.size(); k++) {
      Access a = sparse.get(k);
      Storage storage = inputs.get(a.tensor());
      double work = storage.count();
      for (IndexVariable v : variables) {
        work *= a.indices().contains(v) ? 1 : fanOut(v, inputs, sizes);
      }
      // Loops come to the first sparse level so often; there may be more of these than entries.
      double rows = 1;
      for (int dimension : outermost.get(k)) {
        rows *= storage.dimensions().get(dimension);
      }
      most = Math.max(most, Math.max(work, rows));
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

  /** How many coordinates of a variable there are for each combination of the others. */
  private double fanOut(
      IndexVariable v, Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    double least = sizes.get(v);
    for (Access a : sparse) {
      if (a.indices().contains(v)) {
        double others = 1;
        for (IndexVariable other : a.indices()) {
          others *= other.equals(v) ? 1 : Math.max(1, sizes.get(other));
        }
        least = Math.min(least, Math.max(1, inputs.get(a.tensor()).count() / others));
      }
    }
    return least;
  }
}
