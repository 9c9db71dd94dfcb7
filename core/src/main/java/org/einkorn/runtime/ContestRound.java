package org.einkorn.runtime;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * One round of a contest: forms take turns, and those that are clearly slower than the best drop
 * out on the way, so that they do not cost more than it takes to see that.
 */
final class ContestRound {
  /** After so many turns of each form it is looked who is clearly slower. */
  private static final int BLOCK = 8;

  private static final int QUARTER = 4;

  /** How many calls there are until the next round. */
  private final int calls;

  private final AtomicInteger begun = new AtomicInteger();

  /** What each turn of each form took; what is not there yet counts as long. */
  private final double[][] times;

  /** How many turns each form had. */
  private final int[] had;

  /** Null once all turns are taken. */
  private volatile Block block;

  /** Who was fastest, once all turns are over; before, a negative number. */
  private volatile int decided = -1;

  /** What a form does with one call. */
  record Turn(int form, int number) {}

  /** Some turns of those forms that are still in it. */
  private record Block(int[] forms, int first, int turns, AtomicInteger taken) {
    /**
     * Each lap begins with another form, and not always in the same order, so that none always
     * meets the same chunks. Null if all turns are taken.
     */
    Turn next() {
      int turn = taken.getAndIncrement();
      int count = forms.length;
      int lap = turn / count;
      return lap < turns ? new Turn(forms[(turn + lap + lap / count) % count], first + lap) : null;
    }
  }

  /**
   * @param turns how many each form has at most
   */
  ContestRound(int forms, int turns, int calls) {
    this.calls = calls;
    this.times = new double[forms][turns];
    this.had = new int[forms];
    Arrays.stream(times).forEach(t -> Arrays.fill(t, Double.MAX_VALUE));
    this.block = block(IntStream.range(0, forms).toArray(), 0);
  }

  int calls() {
    return calls;
  }

  /** Whether this call is the one with which another round should begin. */
  boolean isLastCall() {
    return begun.getAndIncrement() == calls;
  }

  /** Whose turn it is; null if all turns are taken. */
  Turn next() {
    for (Block now = block; now != null; now = block) {
      Turn turn = now.next();
      if (turn != null) {
        return turn;
      }
      goOn(now);
    }
    return null;
  }

  private synchronized void goOn(Block over) {
    if (block == over) {
      int first = over.first + over.turns;
      int[] better = first < times[0].length ? better(over.forms) : over.forms;
      block = first < times[0].length && better.length > 1 ? block(better, first) : null;
    }
  }

  private Block block(int[] forms, int first) {
    int turns = Math.min(BLOCK, times[0].length - first);
    for (int form : forms) {
      had[form] = first + turns;
    }
    return new Block(forms, first, turns, new AtomicInteger());
  }

  /**
   * Those that are not clearly slower: most of their turns are not longer than most of the best.
   */
  private int[] better(int[] forms) {
    double[] best = sorted(best(forms));
    double most =
        best.length == 0 ? Double.MAX_VALUE : best[best.length - 1 - best.length / QUARTER];
    return Arrays.stream(forms)
        .filter(
            form -> {
              double[] own = sorted(form);
              return own.length == 0 || own[own.length / QUARTER] <= most;
            })
        .toArray();
  }

  void took(Turn turn, double nanosecondsForWork) {
    times[turn.form][turn.number] = nanosecondsForWork;
  }

  /** A turn that is still running counts as a long one. */
  int winner() {
    if (decided >= 0) {
      return decided;
    }
    boolean isOver =
        block == null
            && IntStream.range(0, times.length)
                .allMatch(
                    form ->
                        Arrays.stream(times[form], 0, had[form])
                            .noneMatch(t -> t == Double.MAX_VALUE));
    int best = best(IntStream.range(0, times.length).toArray());
    decided = isOver ? best : decided;
    return best;
  }

  private int best(int[] forms) {
    int best = forms[0];
    for (int form : forms) {
      best = typical(form) < typical(best) ? form : best;
    }
    return best;
  }

  /** What the middle half of its turns took: outliers at both ends tell nothing. */
  private double typical(int form) {
    double[] sorted = sorted(form);
    int quarter = sorted.length / QUARTER;
    return Arrays.stream(sorted, quarter, sorted.length - quarter)
        .average()
        .orElse(Double.MAX_VALUE);
  }

  /** Its turns, less those that failed. */
  private double[] sorted(int form) {
    return Arrays.stream(times[form], 0, had[form])
        .filter(t -> !Double.isNaN(t))
        .sorted()
        .toArray();
  }
}
