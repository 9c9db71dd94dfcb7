package org.einkorn.explain;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.einkorn.runtime.ChunkRuns;
import org.einkorn.storage.Storage;

/** Runs a kernel and measures it. */
public final class Analyzer {
  /** A short run is repeated, so that the machine code is as fast as it gets; but not for long. */
  private static final double ENOUGH = 0.5;

  private static final int RUNS = 50;

  private Analyzer() {}

  /**
   * @param chunks what ran so far of chunks that have faster forms
   */
  public static Explanation.Analysis analyze(
      Supplier<Storage> kernel, Collection<Storage> operands, Supplier<ChunkRuns> chunks) {
    ChunkRuns before = chunks.get();
    long begin = System.nanoTime();
    Storage result = kernel.get();
    double first = since(begin);
    double best = first;
    for (int run = 1; run < RUNS && since(begin) < ENOUGH; run++) {
      long start = System.nanoTime();
      result = kernel.get();
      best = Math.min(best, since(start));
    }
    List<Explanation.Phase> phases = new ArrayList<>();
    phases.add(new Explanation.Phase("compute first", first));
    phases.add(new Explanation.Phase("compute best", best));
    double bytes =
        result.bytesBeside(operands) + operands.stream().mapToDouble(Storage::bytes).sum();
    return new Explanation.Analysis(
        phases, result.count(), bytes, Bandwidth.measure(), chunks.get().since(before));
  }

  private static double since(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
