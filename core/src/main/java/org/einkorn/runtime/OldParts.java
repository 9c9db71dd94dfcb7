package org.einkorn.runtime;

import java.lang.ref.SoftReference;
import java.lang.reflect.Array;
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
  /** An array is kept if it is at most so many times as long as what was used of it. */
  private static final int LONGEST = 4;

  /** Which of a part's arrays begin with an old one. */
  private final List<Integer> renewed;

  /** The last parameters of a chunk, for these. */
  private final List<Variable> parameters;

  private final AtomicReference<SoftReference<AppendedPart[]>> kept = new AtomicReference<>();

  OldParts(ChunkCode code) {
    List<Variable> all = code.chunk().parameters();
    this.renewed = code.renewed();
    this.parameters = all.subList(all.size() - renewed.size(), all.size());
  }

  /** So many parts, of which some may be null; nobody else has them from now on. */
  AppendedPart[] take(int count) {
    AppendedPart[] parts = new AppendedPart[count];
    SoftReference<AppendedPart[]> last = kept.getAndSet(null);
    AppendedPart[] old = last == null ? null : last.get();
    if (old != null) {
      System.arraycopy(old, 0, parts, 0, Math.min(count, old.length));
    }
    return parts;
  }

  /** Gives up what is kept. */
  void forget() {
    kept.set(null);
  }

  /** Sets the last arguments of a chunk to the arrays of an old part, or to empty ones. */
  void give(AppendedPart part, Object[] arguments) {
    int first = arguments.length - renewed.size();
    for (int k = 0; k < renewed.size(); k++) {
      arguments[first + k] =
          part == null
              ? ((Type.Array) parameters.get(k).type()).element().allocate(0)
              : part.arrays()[renewed.get(k)];
    }
  }

  /** Keeps parts that were copied; of one alone the result has the arrays. */
  void keep(AppendedPart[] parts) {
    if (renewed.isEmpty() || parts.length == 1) {
      return;
    }
    AppendedPart[] suitable = parts.clone();
    for (int k = 0; k < suitable.length; k++) {
      suitable[k] = isMostlyUsed(parts[k]) ? parts[k] : null;
    }
    kept.set(new SoftReference<>(suitable));
  }

  private boolean isMostlyUsed(AppendedPart part) {
    return renewed.stream()
        .allMatch(a -> Array.getLength(part.arrays()[a]) / LONGEST <= part.lengths()[a]);
  }
}
