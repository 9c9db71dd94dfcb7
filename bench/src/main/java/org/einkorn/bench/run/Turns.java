package org.einkorn.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** Lets several run in turns, so that all meet the same load. */
public final class Turns {
  private static final int FEWEST_WARMUPS = 10;
  private static final int FEWEST_SAMPLES = 3;

  private final List<DoubleSupplier> runners = new ArrayList<>();

  /** A runner does its work once and says how many microseconds that took. */
  public void add(DoubleSupplier runner) {
    runners.add(runner);
  }

  /** A runner that is timed from outside. */
  public void addTimed(Supplier<?> work) {
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
  public void addRepeated(Supplier<?> work, double microseconds) {
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
  public void warmUp(double seconds) {
    for (DoubleSupplier runner : runners) {
      long end = System.nanoTime() + (long) (seconds * 1e9);
      for (int k = 0; k < FEWEST_WARMUPS || System.nanoTime() < end; k++) {
        double _ = runner.getAsDouble();
      }
    }
  }

  /** The medians of the runners' times, from as many turns as fit into the time. */
  public double[] run(double seconds) {
    double[][] samples = samples(seconds);
    double[] medians = new double[samples.length];
    for (int r = 0; r < medians.length; r++) {
      medians[r] = new Samples(samples[r]).median();
    }
    return medians;
  }

  /**
   * What each runner said in its turns, as many as fit into the time. Whoever has used up its share
   * of the time waits, so that slow ones leave enough turns to the others.
   */
  public double[][] samples(double seconds) {
    List<List<Double>> samples = new ArrayList<>();
    runners.forEach(r -> samples.add(new ArrayList<>()));
    double[] spent = new double[runners.size()];
    double share = seconds * 1e9 / runners.size();
    boolean going = true;
    while (going) {
      going = false;
      for (int r = 0; r < spent.length; r++) {
        if (spent[r] < share || samples.get(r).size() < FEWEST_SAMPLES) {
          long start = System.nanoTime();
          samples.get(r).add(runners.get(r).getAsDouble());
          spent[r] += System.nanoTime() - start;
          going = true;
        }
      }
    }
    return samples.stream()
        .map(s -> s.stream().mapToDouble(Double::doubleValue).toArray())
        .toArray(double[][]::new);
  }
}
