package org.einkorn.schedule;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.einkorn.EinkornException;
import org.einkorn.format.IndexExpression;
import org.einkorn.notation.IndexVariable;

/**
 * The sizes of a nest's variables in terms of those of the notation.
 *
 * @param names for each name that a variable has within a workspace's loops: the variable
 */
record NestSizes(
    Provenance provenance, Derivation derivation, Map<IndexVariable, IndexVariable> names) {

  /** Those that the notation does not have, and those whose size is promised. */
  Map<IndexVariable, IndexExpression<IndexVariable>> all() {
    Map<IndexVariable, IndexExpression<IndexVariable>> sizes = new LinkedHashMap<>();
    for (Relation r : provenance.relations()) {
      switch (r) {
        case Relation.Split s -> {
          sizes.put(s.outer(), derivation.sizeOf(s.outer()));
          sizes.put(s.inner(), derivation.sizeOf(s.inner()));
        }
        case Relation.Fuse f -> {
          if (isCounted(f.fused())) {
            sizes.put(f.fused(), derivation.sizeOf(f.fused()));
          }
        }
        case Relation.Position p -> sizes.put(p.position(), derivation.sizeOf(p.position()));
        case Relation.Bound b -> {
          sizes.put(b.bounded(), derivation.sizeOf(b.bounded()));
          if (b.exact()) {
            sizes.put(b.parent(), new IndexExpression.Constant<>(b.size()));
          }
        }
      }
    }
    // A size that is promised by one name of a variable holds for its other names.
    names.forEach(
        (own, v) -> {
          if (sizes.get(own) instanceof IndexExpression.Constant<IndexVariable> promised) {
            sizes.put(v, promised);
          }
        });
    names.forEach((own, v) -> sizes.put(own, sizes.getOrDefault(v, new IndexExpression.Size<>(v))));
    return sizes;
  }

  /** Whether something counts through the coordinates of a fused variable, not its positions. */
  private boolean isCounted(IndexVariable fused) {
    for (Relation r : provenance.relations()) {
      if (r instanceof Relation.Position p && p.parent().equals(fused)) {
        return false;
      }
      if (r instanceof Relation.Fuse f && (f.outer().equals(fused) || f.inner().equals(fused))) {
        return isCounted(f.fused());
      }
    }
    return true;
  }

  /**
   * Checks what was promised about sizes, and that nothing counts beyond an int.
   *
   * @param stored how many values a tensor stores
   */
  void check(Map<IndexVariable, Integer> given, ToLongFunction<String> stored) {
    all()
        .forEach(
            (v, size) -> {
              long total = size.evaluate(x -> 0, given::get);
              if (total > Integer.MAX_VALUE) {
                throw new EinkornException(
                    "The loop over "
                        + v
                        + " would count to "
                        + total
                        + ", beyond what an int holds; fuse smaller loops.");
              }
            });
    for (Relation r : provenance.relations()) {
      if (r instanceof Relation.Bound b) {
        checkPromise(b, derivation.sizeOf(b.parent()).evaluate(x -> 0, given::get));
      }
      if (r instanceof Relation.Split s) {
        checkRounded(s, given, stored);
      }
    }
  }

  private static void checkPromise(Relation.Bound b, long size) {
    if (b.exact() ? size != b.size() : size > b.size()) {
      throw new EinkornException(
          "The schedule promises that "
              + b.parent()
              + (b.exact() ? " has exactly " : " has at most ")
              + b.size()
              + (b.size() == 1 ? " coordinate" : " coordinates")
              + ", but with these tensors it has "
              + size
              + "; correct its bound or leave it out.");
    }
  }

  /** The last part of a split variable may end after the variable does. */
  private void checkRounded(
      Relation.Split s, Map<IndexVariable, Integer> given, ToLongFunction<String> stored) {
    Optional<Relation.Position> position = provenance.positionAbove(s.parent());
    long extent =
        position
            .map(p -> stored.applyAsLong(p.operand().tensor()))
            .orElseGet(() -> derivation.sizeOf(s.parent()).evaluate(x -> 0, given::get));
    long inner = derivation.sizeOf(s.inner()).evaluate(x -> 0, given::get);
    long outer =
        position.isPresent() ? 0 : derivation.sizeOf(s.outer()).evaluate(x -> 0, given::get);
    long end = extent + Math.max(inner, outer) - 1;
    if (end > Integer.MAX_VALUE) {
      throw new EinkornException(
          "The parts of "
              + s.parent()
              + " may end at "
              + end
              + ", beyond what an int holds; "
              + (position.isPresent()
                  ? "choose smaller parts."
                  : "choose smaller parts, or split positions of a sparse operand, after pos."));
    }
  }
}
