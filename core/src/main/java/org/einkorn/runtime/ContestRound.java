package org.einkorn.runtime;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * One round of a contest: forms take turns, and those that are clearly slower than the best drop
 * out on the way, so that they do not cost more than it takes to see that.
 */
final class ContestRound {
  /** After so many turns of each form it is looked who is slower by as much as this. */
  private static final int FIRST = 16;

  private static final double FAR_SLOWER = 1.25;

  /** The same where calls are long. */
  private static final int FIRST_LONG = 2;

  /** The others have so many blocks of turns, of at least so many turns if there are as many. */
  private static final int BLOCKS = 2;

  private static final int LEAST = 8;

  /**
   * And of so many that they take this long, for what another form wrote may be in a cache yet: to
   * write back as much as it holds takes a processor a millisecond or two.
   */
  private static final long LONG_ENOUGH = TimeUnit.MILLISECONDS.toNanos(10);

  /** Such a part of the turns of a block may still meet what another form left behind. */
  private static final int SETTLING = 4;

  /** The same of the first ones, which may be short. */
  private static final int SETTLING_FIRST = 2;

  private static final int QUARTER = 4;

  /** Who takes so much longer than the best is not only disturbed. */
  private static final double NO_ACCIDENT = 1.5;

  /** How many times the calls of this round there are until the next. */
  private final int pause;

  private final boolean areLong;

  private final AtomicInteger callsSince = new AtomicInteger();

  /** What each turn of each form took for its work; what is not there yet counts as long. */
  private final double[][] times;

  /** The shortest call of all, in nanoseconds. */
  private final AtomicLong shortest = new AtomicLong(LONG_ENOUGH);

  /** How many turns each form had. */
  private final int[] had;

  /** How many turns a form has at a time after the first ones, once that is known. */
  private volatile int later;

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
   * @param pause how many times the calls of this round there are until the next
   * @param areLong whether calls are so long that who is far slower should get few
   */
  ContestRound(int forms, int turns, int pause, boolean areLong) {
    this.pause = pause;
    this.areLong = areLong;
    this.times = new double[forms][turns];
    this.had = new int[forms];
    Arrays.stream(times).forEach(t -> Arrays.fill(t, Double.MAX_VALUE));
    this.left = IntStream.range(0, forms).toArray();
    this.block = block(left, 0, Math.min(areLong ? FIRST_LONG : FIRST, turns));
  }

  int pause() {
    return pause;
  }

  /** Whether this call, which is no turn, is the last before another round should begin. */
  boolean isLastCall() {
    int taken = 0;
    for (int turns : had) {
      taken += turns;
    }
    return callsSince.incrementAndGet() == pause * taken;
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
    later = over.first == 0 ? laterTurns(times[0].length - first) : later;
    boolean isLast = later == 0 || first + later > times[0].length;
    left = isLast ? over.forms : better(over.forms, over.first == 0 ? FAR_SLOWER : 1);
    block = isLast || left.length == 1 ? null : block(left, first, later);
  }

  /** How many turns a form has at a time after the first ones, of so many that there are left. */
  private int laterTurns(int left) {
    int least = Math.min(LEAST, left);
    long wanted = areLong ? 0 : LONG_ENOUGH / shortest.get();
    return (int) Math.clamp(wanted, least, Math.max(least, left / BLOCKS));
  }

  private Block block(int[] forms, int first, int turns) {
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

  /**
   * @param work how much there was to do, in any unit; not a number if that was not done
   */
  void took(Turn turn, long nanoseconds, double work) {
    shortest.accumulateAndGet(Math.max(1, nanoseconds), Math::min);
    times[turn.form][turn.number] = nanoseconds / work;
  }

  /** A turn that is still running counts as a long one. */
  int winner() {
    return decided >= 0 ? decided : fastestSoFar(null, 1);
  }

  /**
   * The same, where also counts what each form took in an earlier round, unless it is much slower
   * than others now.
   *
   * @param ageing how many times as much as that was
   */
  int winner(double[] earlier, double ageing) {
    return decided >= 0 ? decided : fastestSoFar(earlier, ageing);
  }

  /** What each form took for its work; as much as can be if it dropped out. */
  synchronized double[] typical() {
    double[] typical = new double[times.length];
    Arrays.fill(typical, Double.MAX_VALUE);
    for (int form : left) {
      typical[form] = typical(form);
    }
    return typical;
  }

  private synchronized int fastestSoFar(double[] earlier, double ageing) {
    boolean isOver =
        block == null
            && IntStream.range(0, times.length)
                .allMatch(
                    form ->
                        Arrays.stream(times[form], 0, had[form])
                            .noneMatch(t -> t == Double.MAX_VALUE));
    // Who dropped out had only early turns, which cannot be compared with later ones.
    int best = best(left);
    if (earlier != null) {
      double least = typical(best);
      double most = NO_ACCIDENT * least;
      for (int form = 0; form < earlier.length; form++) {
        if (ageing * earlier[form] < least && typical(form) <= most) {
          least = ageing * earlier[form];
          best = form;
        }
      }
    }
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

  /**
   * Its turns, less those that failed, and the first ones after another form; who did not drop out
   * after the first block has better ones than those.
   */
  private double[] sorted(int form) {
    int first = Math.min(areLong ? FIRST_LONG : FIRST, times[form].length);
    int from = had[form] > first && !areLong ? first : 0;
    int turns = from == 0 ? first : later;
    int settling = turns < LEAST || areLong ? 0 : turns / (from == 0 ? SETTLING_FIRST : SETTLING);
    return IntStream.range(from, had[form])
        .filter(turn -> (turn - from) % turns >= settling)
        .mapToDouble(turn -> times[form][turn])
        .filter(t -> !Double.isNaN(t))
        .sorted()
        .toArray();
  }
}
