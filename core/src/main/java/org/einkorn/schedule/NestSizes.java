package org.einkorn.schedule;

import java.util.LinkedHashMap;
import java.util.Map;
import org.einkorn.EinkornException;
import org.einkorn.format.IndexExpression;
import org.einkorn.notation.IndexVariable;

/** The sizes of a nest's variables in terms of those of the notation. */
record NestSizes(Provenance provenance, Derivation derivation) {

  /** Those that the notation does not have, and those whose size is promised. */
  Map<IndexVariable, IndexExpression<IndexVariable>> all() {
    Map<IndexVariable, IndexExpression<IndexVariable>> sizes = new LinkedHashMap<>();
    for (Relation r : provenance.relations()) {
      switch (r) {
        case Relation.Split s -> {
          sizes.put(s.outer(), derivation.sizeOf(s.outer()));
          sizes.put(s.inner(), derivation.sizeOf(s.inner()));
        }
        case Relation.Fuse f -> sizes.put(f.fused(), derivation.sizeOf(f.fused()));
        case Relation.Position p -> sizes.put(p.position(), derivation.sizeOf(p.position()));
        case Relation.Bound b -> {
          sizes.put(b.bounded(), derivation.sizeOf(b.bounded()));
          if (b.exact()) {
            sizes.put(b.parent(), new IndexExpression.Constant<>(b.size()));
          }
        }
      }
    }
    return sizes;
  }

  /** Checks what was promised about sizes, and that all sizes fit into an int. */
  void check(Map<IndexVariable, Integer> given) {
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
      if (r instanceof Relation.Split s && !provenance.isPosition(s.parent())) {
        checkRounded(s, given);
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
  private void checkRounded(Relation.Split s, Map<IndexVariable, Integer> given) {
    long size = derivation.sizeOf(s.inner()).evaluate(x -> 0, given::get);
    long parts = derivation.sizeOf(s.outer()).evaluate(x -> 0, given::get);
    if (size * parts > Integer.MAX_VALUE) {
      throw new EinkornException(
          "The parts of "
              + s.parent()
              + " would end at "
              + size * parts
              + ", beyond what an int holds; split positions of a sparse operand instead, after"
              + " pos.");
    }
  }
}
