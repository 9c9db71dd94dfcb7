package org.einkorn.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** Lets several run in turns, so that all meet the same load. */
final class Turns {
  private static final int FEWEST_WARMUPS = 10;

  private final List<DoubleSupplier> runners = new ArrayList<>();

  /** A runner does its work once and says how many microseconds that took. */
  void add(DoubleSupplier runner) {
    runners.add(runner);
  }

  /** A runner that is timed from outside. */
  void addTimed(Supplier<?> work) {
    add(
        () -> {
          long start = System.nanoTime();
          Object result = work.get();
          long end = System.nanoTime();
          if (result == null) {
            throw new IllegalStateException("no result");
          }
          return (end - start) / 1e3;
        });
  }

  /** A runner that repeats its work until the time is over, and says what once takes. */
  void addRepeated(Supplier<?> work, double microseconds) {
    add(
        () -> {
          long start = System.nanoTime();
          long end = start;
          int times = 0;
          while (end - start < microseconds * 1e3) {
            if (work.get() == null) {
              throw new IllegalStateException("no result");
            }
            times++;
            end = System.nanoTime();
          }
          return (end - start) / 1e3 / times;
        });
  }

  /** Lets each one run alone, so that the slow ones do not take the time of the others. */
  void warmUp(double seconds) {
    for (DoubleSupplier runner : runners) {
      long end = System.nanoTime() + (long) (seconds * 1e9);
      for (int k = 0; k < FEWEST_WARMUPS || System.nanoTime() < end; k++) {
        runner.getAsDouble();
      }
    }
  }

  /** The medians of the runners' times, from as many turns as fit into the time. */
  double[] run(double seconds) {
    List<double[]> times = new ArrayList<>();
    long end = System.nanoTime() + (long) (seconds * 1e9);
    while (times.size() < 3 || System.nanoTime() < end) {
      times.add(runners.stream().mapToDouble(DoubleSupplier::getAsDouble).toArray());
    }
    double[] medians = new double[runners.size()];
    for (int r = 0; r < medians.length; r++) {
      int runner = r;
      double[] sorted = times.stream().mapToDouble(t -> t[runner]).sorted().toArray();
      medians[r] = sorted[sorted.length / 2];
    }
    return medians;
  }
}
