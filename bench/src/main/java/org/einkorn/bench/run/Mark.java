package org.einkorn.bench.run;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.einkorn.bench.peer.EinkornItself;

/**
 * What is expected of a kernel: that the geometric mean over all data reaches a number, and that
 * nothing falls below 0.8 of it.
 *
 * @param kernels the names of the kernels it holds for, as a regular expression
 * @param what what the number counts, for a reader
 * @param value the number on some data; empty if it was not measured
 * @param orAtLimit Einkorn on one thread or several, if data count as met where that is near the
 *     physical limit for so many threads
 */
record Mark(
    String kernels,
    String what,
    double atLeast,
    Function<Row, OptionalDouble> value,
    Optional<String> orAtLimit) {
  private static final double NONE_UNDER = 0.8;
  private static final double AT_LIMIT = 0.8;
  private static final Optional<String> ONE_THREAD = Optional.of(new EinkornItself(1).name());

  /** How it came out for a kernel. */
  record Verdict(
      String kernel, String what, double atLeast, double mean, double lowest, String lowestOn) {
    boolean met() {
      return mean >= atLeast && lowest >= NONE_UNDER * atLeast;
    }
  }

  /** All marks, for these peers. */
  static List<Mark> all(List<String> onJvm, List<String> all, int threads) {
    String loops = "C loop";
    List<String> products = List.of("Eigen", "GraphBLAS", "MKL", "SciPy");
    return List.of(
        against("spmv", 1, loops),
        new Mark(
            "spmv", "of the read bandwidth", 0.85, Mark::bandwidthBeyondCache, Optional.empty()),
        best("spmv", 1.5, "JVM", onJvm),
        against("spmm-.*", 3, loops),
        against("spmm-.*", 1, "MKL"),
        against("sddmm-.*", 2, loops),
        against("mttkrp.*", 2, loops),
        against("ttm-.*", 2, loops),
        against("ttv", 0.95, loops),
        best("add3?", 1, "all", all),
        best("spgemm", 1, "native libraries", products),
        against("spgemm", 3, "EJML"),
        best("(?!spmv).*", 3, "JVM", onJvm),
        new Mark(
            "spmm-.*|sddmm-.*|mttkrp.*|spgemm",
            threads + " threads",
            0.85 * threads,
            row -> speedUp(row, threads),
            Optional.of(new EinkornItself(threads).name())));
  }

  private static Mark against(String kernels, double atLeast, String peer) {
    return new Mark(kernels, "of " + peer, atLeast, row -> row.ratio(peer), ONE_THREAD);
  }

  private static Mark best(String kernels, double atLeast, String group, Collection<String> peers) {
    return new Mark(
        kernels, "of the best of " + group, atLeast, row -> row.ratioToBest(peers), ONE_THREAD);
  }

  private static OptionalDouble speedUp(Row row, int threads) {
    return threads == 1
        ? OptionalDouble.empty()
        : row.ratio(new EinkornItself(threads).name()).stream().map(r -> 1 / r).findFirst();
  }

  private static OptionalDouble bandwidthBeyondCache(Row row) {
    return row.data().matches("(banded|fem)-L")
        ? OptionalDouble.of(row.shareOfLimit())
        : OptionalDouble.empty();
  }

  private boolean holdsFor(Row row) {
    return row.kernel().matches(kernels) && value.apply(row).isPresent();
  }

  /** The number on some data, or what is asked where the kernel can hardly be faster. */
  private double counted(Row row) {
    double number = value.apply(row).orElseThrow();
    boolean atLimit = orAtLimit.filter(name -> row.shareOfLimit(name) >= AT_LIMIT).isPresent();
    return atLimit ? Math.max(number, atLeast) : number;
  }

  /** What is asked of such data alone and not met, in words. */
  static List<Mark> missed(List<Mark> marks, Row row) {
    return marks.stream()
        .filter(m -> m.holdsFor(row) && m.counted(row) < NONE_UNDER * m.atLeast)
        .toList();
  }

  /** How all marks came out, for each kernel of the rows. */
  static List<Verdict> verdicts(List<Mark> marks, List<Row> rows) {
    List<String> kernels = rows.stream().map(Row::kernel).distinct().toList();
    return kernels.stream()
        .flatMap(
            kernel -> {
              List<Row> own = rows.stream().filter(r -> r.kernel().equals(kernel)).toList();
              return marks.stream()
                  .filter(m -> own.stream().anyMatch(m::holdsFor))
                  .map(m -> m.verdict(kernel, own.stream().filter(m::holdsFor).toList()));
            })
        .toList();
  }

  private Verdict verdict(String kernel, List<Row> rows) {
    double logs = 0;
    Row lowest = rows.getFirst();
    for (Row row : rows) {
      logs += Math.log(counted(row));
      lowest = counted(row) < counted(lowest) ? row : lowest;
    }
    double mean = Math.exp(logs / rows.size());
    return new Verdict(kernel, what, atLeast, mean, counted(lowest), lowest.data());
  }
}
