package org.einkorn.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.einkorn.CancelledException;
import org.einkorn.EinkornException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {
  private final int before = Workers.threads();

  @AfterEach
  void restore() {
    Workers.setThreads(before);
    assertThat(Thread.interrupted()).as("a test left its thread interrupted").isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void everyTaskRunsOnce(int threads) {
    Workers.setThreads(threads);
    AtomicInteger[] runs = new AtomicInteger[100];
    IntStream.range(0, runs.length).forEach(k -> runs[k] = new AtomicInteger());
    Workers.run(runs.length, k -> runs[k].incrementAndGet());
    assertThat(runs).allMatch(r -> r.get() == 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void noTaskBeginsAfterTheCallerWasInterrupted(int threads) {
    Workers.setThreads(threads);
    Thread caller = Thread.currentThread();
    CountDownLatch interrupted = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    assertThatThrownBy(
            () ->
                Workers.run(
                    1000,
                    k -> {
                      begun.incrementAndGet();
                      if (k == 3) {
                        caller.interrupt();
                        interrupted.countDown();
                      } else if (k > 3) {
                        awaitUninterrupted(interrupted);
                      }
                    }))
        .isInstanceOf(CancelledException.class)
        .hasMessage("The computation was stopped because its thread was interrupted.");
    assertThat(Thread.interrupted()).isTrue();
    // The other threads may each have taken a task before and not begun it, or after.
    assertThat(begun.get()).isBetween(Math.max(1, 5 - threads), 3 + threads);
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void chunksAreReportedOneByOne(int threads) {
    Workers.setThreads(threads);
    List<Long> heard = new ArrayList<>();
    AtomicInteger ran = new AtomicInteger();
    String result =
        Workers.reporting(
            (done, total) -> {
              assertThat(total).isEqualTo(50);
              assertThat(done).isLessThanOrEqualTo(ran.get());
              heard.add(done);
            },
            () -> {
              Workers.runChunks(50, _ -> ran.incrementAndGet());
              return "done";
            });
    assertThat(result).isEqualTo("done");
    assertThat(heard)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 50).mapToObj(k -> (long) k).toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void whatAListenerThrowsEndsTheWork(int threads) {
    Workers.setThreads(threads);
    AtomicInteger begun = new AtomicInteger();
    assertThatThrownBy(
            () ->
                Workers.reporting(
                    (done, _) -> {
                      throw new EinkornException("Enough after " + done + ".");
                    },
                    () -> {
                      Workers.runChunks(1000, _ -> begun.incrementAndGet());
                      return 0;
                    }))
        .hasMessage("Enough after 1.");
  }
}
