package org.einkorn.runtime;

import java.util.List;
import org.einkorn.backend.CompiledFunction;

/**
 * Forms of a function that compute the same bits. Which is fastest depends on the data, and is
 * found out on real work: they take turns at calls, and what each takes is compared for as much
 * work. They do so again soon, for the first time is a busy one, and seldom later on, for data may
 * change. Whatever else the machine does makes forms slower and never faster, so what a form took
 * in the round before counts, too, if it was less.
 */
final class Contest {
  /** The first contest is repeated after so many times the calls that it took. */
  private static final int SOON = 2;

  /** Each next one is repeated after so many times as long. */
  private static final int LATER = 4;

  /** At most that many times the calls: comparing must not cost more than it may gain. */
  private static final int SELDOM = 100;

  /** What was long ago may have been on other data: it counts for a little more than it was. */
  private static final double AGEING = 1.1;

  /** What a call did that ended with an exception, which tells nothing. */
  private static final double FAILED = Double.NaN;

  private final List<CompiledFunction> forms;
  private final int turns;
  private final boolean areLong;
  private volatile ContestRound round;

  /** What forms took in the round before; null in the first. */
  private volatile double[] before;

  /** Who won the round before; a negative number in the first. */
  private volatile int lastWinner = -1;

  /**
   * @param turns how many calls each form gets at most
   * @param areLong whether calls are so long that who is far slower should get few
   */
  Contest(List<CompiledFunction> forms, int turns, boolean areLong) {
    this.forms = List.copyOf(forms);
    this.turns = turns;
    this.areLong = areLong;
    this.round = new ContestRound(this.forms.size(), turns, SOON, areLong);
  }

  /**
   * @param work how much this call has to do, in any unit
   */
  Object[] run(Object[] arguments, double work) {
    if (forms.size() == 1) {
      return forms.getFirst().run(arguments);
    }
    ContestRound current = round;
    ContestRound.Turn turn = current.next();
    if (turn == null) {
      int fastest = winner(current);
      if (current.isLastCall()) {
        lastWinner = fastest;
        before = current.typical();
        int pause = Math.min(SELDOM, LATER * current.pause());
        round = new ContestRound(forms.size(), turns, pause, areLong);
      }
      return forms.get(fastest).run(arguments);
    }
    long begin = System.nanoTime();
    double done = FAILED;
    try {
      Object[] results = forms.get(turn.form()).run(arguments);
      done = work;
      return results;
    } finally {
      current.took(turn, System.nanoTime() - begin, done);
    }
  }

  /** Whether forms take turns now. */
  boolean isOpen() {
    return forms.size() > 1 && round.isOpen();
  }

  /** Whether forms took all their turns once. */
  boolean hasDecided() {
    return lastWinner >= 0 || !isOpen();
  }

  /** Who was fastest in the last turns; before there were any, in those so far. */
  int winner() {
    ContestRound current = round;
    int last = lastWinner;
    return last >= 0 && current.isOpen() ? last : winner(current);
  }

  /** Who was fastest in a round whose turns are taken, or in the one before that. */
  private int winner(ContestRound over) {
    double[] earlier = before;
    return earlier == null ? over.winner() : over.winner(earlier, AGEING);
  }
}
