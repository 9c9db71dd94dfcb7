package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.einkorn.backend.CompiledFunction;
import org.junit.jupiter.api.Test;

class ContestTest {
  /** More than all forms have turns, and fewer than until they compete again. */
  private static final int TURNS = 80;

  /** Still before that. */
  private static final int MORE = 60;

  /** More than run until the forms compete again. */
  private static final int LONG = 6000;

  private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

  /** Counts its runs, and takes long if it should. */
  private static final class Form implements CompiledFunction {
    private final AtomicInteger runs = new AtomicInteger();
    private volatile boolean isSlow;

    Form(boolean isSlow) {
      this.isSlow = isSlow;
    }

    @Override
    public Object[] run(Object[] arguments) {
      runs.incrementAndGet();
      if (isSlow) {
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
      }
      return arguments;
    }
  }

  private static void run(Contest contest, int times) {
    for (int k = 0; k < times; k++) {
      Object[] arguments = {k};
      assertThat(contest.run(arguments, 1)).isSameAs(arguments);
    }
  }

  @Test
  void callsThatFailTellNothing() {
    CompiledFunction failing =
        arguments -> {
          throw new IllegalStateException();
        };
    CompiledFunction working = arguments -> arguments;
    Contest contest = new Contest(List.of(failing, working), 4, false);
    for (int call = 0; call < 8; call++) {
      try {
        contest.run(new Object[0], 1);
      } catch (IllegalStateException e) {
        assertThat(contest.winner()).isBetween(0, 1);
      }
    }
    assertThat(contest.winner()).isEqualTo(1);
  }

  @Test
  void theFasterFormWins() {
    for (int fast = 0; fast < 3; fast++) {
      List<Form> forms = List.of(new Form(fast != 0), new Form(fast != 1), new Form(fast != 2));
      Contest contest = new Contest(List.copyOf(forms), 24, false);
      run(contest, TURNS);
      assertThat(contest.winner()).isEqualTo(fast);
      List<Integer> before = forms.stream().map(form -> form.runs.get()).toList();
      assertThat(contest.isOpen()).isFalse();
      run(contest, MORE);
      for (int k = 0; k < 3; k++) {
        assertThat(forms.get(k).runs.get() - before.get(k)).isEqualTo(k == fast ? MORE : 0);
      }
    }
  }

  /** To see that takes few of the turns that it could have. */
  @Test
  void aFormThatIsClearlySlowerDropsOut() {
    Form slow = new Form(true);
    Form fast = new Form(false);
    Contest contest = new Contest(List.of(slow, fast), 48, false);
    run(contest, TURNS);
    assertThat(contest.winner()).isOne();
    assertThat(slow.runs.get()).isBetween(8, 24);
    assertThat(fast.runs.get()).isEqualTo(TURNS - slow.runs.get());
  }

  /** It had its turns when everything was faster. */
  @Test
  void whoDroppedOutDoesNotWin() {
    ContestRound round = new ContestRound(3, 32, 10, false);
    double[] typical = {1.0, 1.3, 1.01};
    int taken = 0;
    for (ContestRound.Turn turn = round.next(); turn != null; turn = round.next()) {
      double slowness = turn.number() < 24 ? 1 : 2;
      round.took(
          turn,
          MILLISECOND,
          1 / (slowness * typical[turn.form()] * (1 + 0.02 * (turn.number() % 3))));
      taken++;
    }
    assertThat(taken).isEqualTo(24 + 32 + 32);
    assertThat(round.winner()).isZero();
  }

  /** Who is far slower costs two calls, others are compared as ever. */
  @Test
  void whereCallsAreLongWhoIsFarSlowerDropsOutSoon() {
    ContestRound round = new ContestRound(4, 8, 10, true);
    double[] typical = {2.0, 1.1, 1.0, 1.4};
    int[] taken = new int[4];
    for (ContestRound.Turn turn = round.next(); turn != null; turn = round.next()) {
      round.took(turn, MILLISECOND, 1 / (typical[turn.form()] * (1 + 0.02 * (turn.number() % 3))));
      taken[turn.form()]++;
    }
    assertThat(taken).containsExactly(2, 8, 8, 2);
    assertThat(round.winner()).isEqualTo(2);
  }

  /**
   * What a form leaves in the caches should cost nobody but itself; at first it may be another's.
   */
  @Test
  void turnsOfAFormFollowEachOtherAndTheFirstDoNotCount() {
    ContestRound round = new ContestRound(3, 16, 10, false);
    List<Integer> forms = new ArrayList<>();
    for (ContestRound.Turn turn = round.next(); turn != null; turn = round.next()) {
      forms.add(turn.form());
      boolean isFirst = turn.number() < 8;
      double took = turn.form() == 1 ? isFirst ? 9 : 1 : isFirst ? 0.5 : 2;
      round.took(turn, MILLISECOND, 1 / took);
    }
    for (int k = 0; k < forms.size(); k++) {
      assertThat(forms.get(k)).isEqualTo(forms.get(k / 16 * 16));
    }
    assertThat(forms).hasSize(48);
    assertThat(round.winner()).isOne();
  }

  /** What was written before fills a large cache for many short calls. */
  @Test
  void shortCallsHaveMoreTurnsAtATimeAndThoseDecide() {
    ContestRound round = new ContestRound(2, 112, 10, false);
    List<Integer> forms = new ArrayList<>();
    for (ContestRound.Turn turn = round.next(); turn != null; turn = round.next()) {
      forms.add(turn.form());
      boolean isFast = turn.number() < 26 ? turn.form() == 0 : turn.form() == 1;
      double work = (isFast ? 1.1 : 1) * (1 + 0.2 * (turn.number() % 3));
      round.took(turn, MILLISECOND / 4, work);
    }
    assertThat(forms).hasSize(2 * (16 + 40 + 40));
    for (int k = 32; k < forms.size(); k++) {
      assertThat(forms.get(k)).isEqualTo(forms.get(32 + (k - 32) / 40 * 40));
    }
    assertThat(round.winner()).isOne();
  }

  /** However many ask at once. */
  @Test
  void eachTurnIsTakenOnce() {
    for (int forms = 1; forms <= 4; forms++) {
      ContestRound round = new ContestRound(forms, 32, 10, false);
      Queue<ContestRound.Turn> turns = new ConcurrentLinkedQueue<>();
      IntStream.range(0, 8)
          .parallel()
          .forEach(
              _ -> {
                for (ContestRound.Turn t = round.next(); t != null; t = round.next()) {
                  round.took(t, MILLISECOND, 1);
                  turns.add(t);
                }
              });
      assertThat(turns).doesNotHaveDuplicates().hasSize(forms == 1 ? 16 : 32 * forms);
    }
  }

  /** A form does not lose for having had the longer calls. */
  @Test
  void callsAreComparedForAsMuchWork() {
    for (int able = 0; able < 2; able++) {
      List<CompiledFunction> forms = new ArrayList<>();
      for (int form = 0; form < 2; form++) {
        int microseconds = form == able ? 100 : 300;
        forms.add(
            arguments -> {
              long work = (Integer) arguments[0];
              LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(microseconds * work));
              return arguments;
            });
      }
      Contest contest = new Contest(forms, 24, false);
      for (int k = 0; k < TURNS; k++) {
        int work = k % 5 == 0 ? 20 : 1;
        contest.run(new Object[] {work}, work);
      }
      assertThat(contest.winner()).isEqualTo(able);
    }
  }

  /** Chunks of a kernel come in the same order again and again. */
  @Test
  void noFormAlwaysMeetsTheSameChunks() {
    for (int count = 2; count <= 8; count++) {
      for (int chunks = 2; chunks <= 16; chunks++) {
        Set<List<Integer>> met = new HashSet<>();
        List<CompiledFunction> forms = new ArrayList<>();
        for (int form = 0; form < count; form++) {
          int number = form;
          forms.add(
              arguments -> {
                met.add(List.of(number, (Integer) arguments[0]));
                return arguments;
              });
        }
        Contest contest = new Contest(forms, 8, false);
        for (int turn = 0; turn < 8 * count; turn++) {
          contest.run(new Object[] {turn % chunks}, 1);
        }
        for (int form = 0; form < count; form++) {
          int number = form;
          assertThat(met.stream().filter(m -> m.getFirst() == number))
              .as("form %d of %d, %d chunks", form, count, chunks)
              .hasSizeGreaterThan(1);
        }
      }
    }
  }

  @Test
  void anotherWinsWhenItHasBecomeFaster() {
    Form first = new Form(false);
    Form second = new Form(true);
    Contest contest = new Contest(List.of(first, second), 24, false);
    run(contest, TURNS);
    assertThat(contest.winner()).isZero();
    first.isSlow = true;
    second.isSlow = false;
    run(contest, LONG);
    assertThat(contest.winner()).isOne();
  }

  /** In the one after it the other may have been disturbed, or dropped out for that. */
  @Test
  void whoWasFastestInTheRoundBeforeWinsUnlessItIsFarSlowerNow() {
    double[] before = {MILLISECOND, 1.5 * MILLISECOND, Double.MAX_VALUE};
    assertThat(overRound(1.8, 1.3, 1.4).winner(before, 1.1)).isZero();
    assertThat(overRound(1.5, 1.05, 1.4).winner(before, 1.1)).isOne();
    assertThat(overRound(1.5, 1.3, 1.05).winner(before, 1.1)).isEqualTo(2);
    assertThat(overRound(2, 1.3, 1.4).winner(before, 1.1)).isOne();
    assertThat(overRound(1.8, 1.3, 1.4).winner()).isOne();
    assertThat(overRound(1.8, 1.3, 1.4).typical()[0]).isEqualTo(Double.MAX_VALUE);
  }

  /** One round in which the better form is disturbed does not decide, two do. */
  @Test
  void aContestRemembersTheRoundBefore() {
    AtomicInteger slowness = new AtomicInteger(10);
    Contest contest =
        new Contest(List.of(taking(slowness), taking(new AtomicInteger(13))), 32, false);
    List<Integer> winners = new ArrayList<>();
    while (winners.size() < 3) {
      run(contest, 1);
      if (!contest.isOpen()) {
        winners.add(contest.winner());
        slowness.set(17);
        while (!contest.isOpen()) {
          run(contest, 1);
        }
      }
    }
    assertThat(winners).containsExactly(0, 0, 1);
  }

  /** A form that takes so many times ten microseconds. */
  private static CompiledFunction taking(AtomicInteger times) {
    return arguments -> {
      long end = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(10L * times.get());
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      return arguments;
    };
  }

  /** Forms took so long each; the first drops out. */
  private static ContestRound overRound(double... typical) {
    ContestRound round = new ContestRound(typical.length, 32, 10, false);
    for (ContestRound.Turn turn = round.next(); turn != null; turn = round.next()) {
      round.took(turn, MILLISECOND, 1 / typical[turn.form()]);
    }
    return round;
  }

  /** Whoever asks while forms take turns again is told who won the last time. */
  @Test
  void theLastWinnerCountsWhileFormsCompeteAgain() {
    Contest contest = new Contest(List.of(new Form(true), new Form(false)), 32, false);
    boolean again = false;
    for (int k = 0; k < LONG && !again; k++) {
      boolean hadDecided = contest.hasDecided();
      run(contest, 1);
      again = hadDecided && contest.isOpen();
    }
    assertThat(again).isTrue();
    assertThat(contest.hasDecided()).isTrue();
    assertThat(contest.winner()).isOne();
  }

  @Test
  void manyMayRunAtOnce() {
    Form fast = new Form(false);
    Form slow = new Form(true);
    Contest contest = new Contest(List.of(slow, fast), 24, false);
    IntStream.range(0, 8).parallel().forEach(_ -> run(contest, LONG));
    assertThat(contest.winner()).isOne();
    assertThat(fast.runs.get() + slow.runs.get()).isEqualTo(8 * LONG);
    assertThat(slow.runs.get()).isLessThan(LONG);
  }
}
