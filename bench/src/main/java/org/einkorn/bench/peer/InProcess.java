package org.einkorn.bench.peer;

import java.util.function.Function;
import java.util.function.Supplier;
import org.einkorn.bench.problem.Answer;

/**
 * Code on the JVM.
 *
 * @param work computes a new result
 * @param read brings a result into the common form
 */
public record InProcess<R>(Supplier<R> work, Function<R, Answer> read) implements Contender {
  @Override
  public double microseconds() {
    long start = System.nanoTime();
    R result = work.get();
    long end = System.nanoTime();
    if (result == null) {
      throw new IllegalStateException("no result");
    }
    return (end - start) / 1e3;
  }

  @Override
  public Answer answer() {
    return read.apply(work.get());
  }

  @Override
  public boolean warmsUp() {
    return true;
  }
}
