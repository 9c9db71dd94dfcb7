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

  /** So many turns after another form's may still meet what that left behind. */
  private static final int SETTLING = 2;

  /** Where calls are long, after so many turns already who is slower by as much as this. */
  private static final int FIRST_LONG = 2;

  private static final double FAR_SLOWER = 1.25;

  private static final int QUARTER = 4;

  /** How many calls there are until the next round. */
  private final int calls;

  private final boolean areLong;

  private final AtomicInteger begun = new AtomicInteger();

  /** What each turn of each form took; what is not there yet counts as long. */
  private final double[][] times;

  /** How many turns each form had. */
  private final int[] had;

  /** Null once all turns are taken. */
  private volatile Block block;

  /** The forms that did not drop out. */
  private volatile int[] left;

  /** Who was fastest, once all turns are over; before, a negative number. */
  private volatile int decided = -1;

  /** What a form does with one call. */
  record Turn(int form, int number) {}

  /** Some turns of those forms that are still in it. */
  private record Block(int[] forms, int first, int turns, AtomicInteger taken) {
    /**
     * Each form has all its turns of the block one after the other: what it leaves in the caches,
     * or has to be written to memory yet, is then its own concern, after the first ones. Forms
     * follow each other from another one on in each block. Which one that is has no rule that
     * chunks could share, so that none always meets the same chunks. Null if all turns are taken.
     */
    Turn next() {
      int turn = taken.getAndIncrement();
      int count = forms.length;
      int form = turn / turns;
      return form < count
          ? new Turn(forms[(form + scattered(first)) % count], first + turn % turns)
          : null;
    }
  }

  /** A number that tells nothing of the one it is made of; not negative. */
  private static int scattered(int number) {
    return (int) ((number * 0x9E3779B97F4A7C15L) >>> 40);
  }

  /**
   * @param turns how many each form has at most
   * @param areLong whether calls are so long that who is far slower should get few
   */
  ContestRound(int forms, int turns, int calls, boolean areLong) {
    this.calls = calls;
    this.areLong = areLong;
    this.times = new double[forms][turns];
    this.had = new int[forms];
    Arrays.stream(times).forEach(t -> Arrays.fill(t, Double.MAX_VALUE));
    this.left = IntStream.range(0, forms).toArray();
    this.block = block(left, 0);
  }

  int calls() {
    return calls;
  }

  /** Whether this call is the one with which another round should begin. */
  boolean isLastCall() {
    return begun.getAndIncrement() == calls;
  }

  /** Whether there are turns to take. */
  boolean isOpen() {
    return block != null;
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
    if (block != over) {
      return; // somebody else did
    }
    int first = over.first + over.turns;
    boolean isLast = first == times[0].length;
    boolean isEarly = areLong && over.first == 0;
    left = isLast ? over.forms : better(over.forms, isEarly ? FAR_SLOWER : 1);
    block = isLast || left.length == 1 ? null : block(left, first);
  }

  private Block block(int[] forms, int first) {
    int most = areLong && first == 0 ? FIRST_LONG : BLOCK;
    int turns = Math.min(most, times[0].length - first);
    for (int form : forms) {
      had[form] = first + turns;
    }
    return new Block(forms, first, turns, new AtomicInteger());
  }

  /**
   * All but those whose lower quartile is so many times above the upper quartile of the best. Turns
   * that are still running tell nothing yet.
   */
  private int[] better(int[] forms, double factor) {
    double[] best = finished(best(forms));
    double most =
        best.length == 0 ? Double.MAX_VALUE : best[best.length - 1 - best.length / QUARTER];
    return Arrays.stream(forms)
        .filter(
            form -> {
              double[] own = finished(form);
              return own.length == 0 || own[own.length / QUARTER] <= factor * most;
            })
        .toArray();
  }

  private double[] finished(int form) {
    return Arrays.stream(sorted(form)).takeWhile(t -> t < Double.MAX_VALUE).toArray();
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
    // Who dropped out had only early turns, which cannot be compared with later ones.
    int best = best(left);
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

  /** Its turns, less those that failed, and less the first ones after another form. */
  private double[] sorted(int form) {
    return IntStream.range(0, had[form])
        .filter(turn -> areLong || turn % BLOCK >= SETTLING || times[form].length < BLOCK)
        .mapToDouble(turn -> times[form][turn])
        .filter(t -> !Double.isNaN(t))
        .sorted()
        .toArray();
  }
}
