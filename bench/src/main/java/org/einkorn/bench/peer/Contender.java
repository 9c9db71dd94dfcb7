package org.einkorn.bench.peer;

import org.einkorn.bench.problem.Answer;

/** Somebody's kernel with its operands in its own form, ready to run as often as wanted. */
public interface Contender extends AutoCloseable {

  /** Runs once, to a new result, and says how long that took. */
  double microseconds();

  /** The result, computed once more. */
  Answer answer();

  /** Whether it becomes faster while it runs. */
  default boolean warmsUp() {
    return false;
  }

  @Override
  default void close() {}
}
