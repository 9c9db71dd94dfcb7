package org.einkorn.runtime;

import java.util.Optional;
import org.einkorn.element.ElementType;
import org.einkorn.storage.Storage;

/**
 * How a kernel runs on some tensors: into which chunks it is divided, and in which form these run.
 * To find that out takes as long as little work itself, so it is kept for runs that follow on the
 * same tensors.
 *
 * @param over whether results are written over others
 * @param element the type of their values
 */
record Route(ChunkedKernel kernel, ChunkedKernel.Ready ready, boolean over, ElementType element) {
  /** Whether a run with this spare memory would go the same way. */
  boolean suits(Optional<Spare> spare) {
    boolean writesOver = spare.isPresent() && spare.get().tensor().type().element() == element;
    return writesOver == over && !isOutdated();
  }

  /** Whether runs would go another way now. */
  boolean isOutdated() {
    return ready.isOutdated();
  }

  /**
   * Runs once more.
   *
   * @param before what such a run gave; the new result has other values
   */
  Storage run(Optional<Spare> spare, Storage before) {
    Optional<Object> values =
        over ? Optional.of(spare.orElseThrow().tensor().values()) : Optional.empty();
    return new Storage(
        before.type(), before.dimensions(), before.levels(), kernel.runAgain(ready, values));
  }
}
