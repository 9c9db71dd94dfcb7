package org.einkorn.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.einkorn.backend.CompiledFunction;

/**
 * Forms of a function that compute the same bits. Which is fastest depends on the data, and is
 * found out on real work: they take turns at calls, and what each takes is compared for as much
 * work. They do so again soon, for the first time is a busy one, and seldom later on, for data may
 * change.
 */
final class Contest {
  /** The first contest is repeated after so many times the calls it takes, others after longer. */
  private static final int AGAIN = 4;

  /** The most calls from one to the next. */
  private static final int CALLS_BETWEEN = 1 << 12;

  /** What a call took that ended with an exception, which tells nothing. */
  private static final double FAILED = Double.NaN;

  private final List<CompiledFunction> forms;
  private final int turns;
  private volatile Round round;

  /**
   * @param turns how many calls each form gets; a multiple of 4
   */
  Contest(List<CompiledFunction> forms, int turns) {
    this.forms = List.copyOf(forms);
    this.turns = turns;
    this.round = new Round(this.forms.size(), turns, AGAIN * turns * forms.size());
  }

  /**
   * @param work how much this call has to do, in any unit
   */
  Object[] run(Object[] arguments, double work) {
    if (forms.size() == 1) {
      return forms.getFirst().run(arguments);
    }
    Round current = round;
    int turn = current.turns.getAndIncrement();
    if (turn == current.calls) {
      round = new Round(forms.size(), turns, Math.min(CALLS_BETWEEN, AGAIN * current.calls));
    }
    if (turn >= turns * forms.size()) {
      return forms.get(current.winner()).run(arguments);
    }
    int form = current.form(turn);
    long begin = System.nanoTime();
    double took = FAILED;
    try {
      Object[] results = forms.get(form).run(arguments);
      took = (System.nanoTime() - begin) / work;
      return results;
    } finally {
      current.took(form, turn, took);
    }
  }

  /** Who was fastest in the turns so far; for tests. */
  int winner() {
    return round.winner();
  }

  private static final class Round {
    private final AtomicInteger turns = new AtomicInteger();

    /** How many there are until the next round. */
    private final int calls;

    private final double[][] times;

    /** Who was fastest, once all turns are over; before, a negative number. */
    private volatile int decided = -1;

    Round(int forms, int turns, int calls) {
      this.calls = calls;
      times = new double[forms][turns];
      Arrays.stream(times).forEach(t -> Arrays.fill(t, Double.MAX_VALUE));
    }

    /**
     * Each lap begins with another form, and not always in the same order, so that none always
     * meets the same chunks.
     */
    int form(int turn) {
      int lap = turn / times.length;
      return (turn + lap + lap / times.length) % times.length;
    }

    void took(int form, int turn, double nanosecondsForWork) {
      times[form][turn / times.length] = nanosecondsForWork;
    }

    /** A turn that is still running counts as a long one. */
    int winner() {
      if (decided >= 0) {
        return decided;
      }
      int best = 0;
      for (int form = 1; form < times.length; form++) {
        best = typical(form) < typical(best) ? form : best;
      }
      boolean isOver =
          Arrays.stream(times)
              .flatMapToDouble(Arrays::stream)
              .noneMatch(t -> t == Double.MAX_VALUE);
      decided = isOver ? best : decided;
      return best;
    }

    /** What the middle half of its turns took: outliers at both ends tell nothing. */
    private double typical(int form) {
      double[] sorted = Arrays.stream(times[form]).filter(t -> !Double.isNaN(t)).sorted().toArray();
      int quarter = sorted.length / 4;
      return Arrays.stream(sorted, quarter, sorted.length - quarter)
          .average()
          .orElse(Double.MAX_VALUE);
    }
  }
}
