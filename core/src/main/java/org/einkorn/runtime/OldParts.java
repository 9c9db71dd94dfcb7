package org.einkorn.runtime;

import java.lang.ref.SoftReference;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Type;
import org.einkorn.lower.ChunkCode;

/**
 * The parts of the last result that was joined, for those of the next one to be appended to: to
 * make memory for them, and to let it grow, takes as long as a third of a product of sparse
 * matrices. They are as large as the result, so the JVM may have them whenever it is short of
 * memory.
 */
final class OldParts {
  private static final Object[][] NONE = {};

  /** Which of a part's arrays begin with an old one. */
  private final List<Integer> renewed;

  /** The last parameters of a chunk, for these. */
  private final List<Variable> parameters;

  private final AtomicReference<SoftReference<Object[][]>> kept = new AtomicReference<>();

  OldParts(ChunkCode code) {
    List<Variable> all = code.chunk().parameters();
    this.renewed = code.renewed();
    this.parameters = all.subList(all.size() - renewed.size(), all.size());
  }

  /** So many parts, of which some may be null; nobody else has them from now on. */
  Object[][] take(int count) {
    SoftReference<Object[][]> last = renewed.isEmpty() ? null : kept.getAndSet(null);
    Object[][] old = last == null ? null : last.get();
    Object[][] parts = new Object[count][];
    System.arraycopy(
        old == null ? NONE : old, 0, parts, 0, old == null ? 0 : Math.min(count, old.length));
    return parts;
  }

  /** Sets the last arguments of a chunk to the arrays of an old part, or to empty ones. */
  void give(Object[] part, Object[] arguments) {
    int first = arguments.length - renewed.size();
    for (int k = 0; k < renewed.size(); k++) {
      arguments[first + k] =
          part == null
              ? ((Type.Array) parameters.get(k).type()).element().allocate(0)
              : part[renewed.get(k)];
    }
  }

  /** Keeps parts that were copied; of one alone the result has the arrays. */
  void keep(Object[][] parts) {
    if (!renewed.isEmpty() && parts.length > 1) {
      kept.set(new SoftReference<>(parts));
    }
  }
}
