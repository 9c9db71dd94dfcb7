package org.einkorn.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.einkorn.CancelledException;
import org.einkorn.EinkornException;
import org.einkorn.Progress;

/**
 * Runs tasks on several threads: chunks of a kernel, blocks of a file, groups of entries. The
 * caller works too, so a kernel that runs inside another's task always gets on. Which thread runs a
 * task never matters for what it computes.
 */
public final class Workers {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final ThreadPoolExecutor POOL =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          10,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread thread = new Thread(task, "einkorn-" + NUMBER.incrementAndGet());
            thread.setDaemon(true);
            return thread;
          });

  /** Chunks lie deep inside of a run, behind conversions that have no interest in who listens. */
  private static final ScopedValue<Progress> LISTENER = ScopedValue.newInstance();

  private static volatile int threads =
      Integer.getInteger("einkorn.threads", Runtime.getRuntime().availableProcessors());

  private Workers() {}

  /** How many threads a kernel uses at most, the caller's included. */
  public static int threads() {
    return threads;
  }

  /** Whether someone wants to be told of this thread's work. */
  public static boolean isListening() {
    return LISTENER.orElse(Progress.IGNORED) != Progress.IGNORED;
  }

  public static void setThreads(int count) {
    if (count < 1) {
      throw new EinkornException("A kernel needs at least 1 thread, not " + count + ".");
    }
    threads = count;
  }

  /** Runs something whose chunks are reported as they are done. */
  public static <T> T reporting(Progress progress, Supplier<T> work) {
    return ScopedValue.where(LISTENER, progress).call(work::get);
  }

  /** Runs chunks as {@link #run} does and tells whoever wanted to be told of this thread's work. */
  public static void runChunks(int count, IntConsumer chunk) {
    Progress listener = LISTENER.orElse(Progress.IGNORED);
    Object turn = new Object();
    int[] done = {0};
    run(
        count,
        k -> {
          chunk.accept(k);
          synchronized (turn) {
            listener.report(++done[0], count);
          }
        });
  }

  /**
   * Runs tasks 0 … count-1, each once; returns when all are done, or throws what one threw. When
   * the caller is interrupted no further task begins.
   */
  public static void run(int count, IntConsumer task) {
    Thread caller = Thread.currentThread();
    AtomicInteger next = new AtomicInteger();
    runWhile(
        count,
        () -> {
          int k = next.getAndIncrement();
          if (k >= count) {
            return false;
          }
          checkInterrupted(caller);
          task.accept(k);
          return true;
        });
  }

  /**
   * The same for as many tasks as there are: runs one after the other on each thread, until it says
   * that there is none left.
   */
  public static void runWhile(BooleanSupplier task) {
    Thread caller = Thread.currentThread();
    runWhile(
        Integer.MAX_VALUE,
        () -> {
          checkInterrupted(caller);
          return task.getAsBoolean();
        });
  }

  private static void checkInterrupted(Thread caller) {
    if (caller.isInterrupted()) {
      throw new CancelledException();
    }
  }

  private static void runWhile(int mostThreads, BooleanSupplier task) {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Runnable loop =
        () -> {
          try {
            boolean more = true;
            while (more && failure.get() == null) {
              more = task.getAsBoolean();
            }
          } catch (Throwable e) {
            failure.compareAndSet(null, e);
          }
        };
    List<Future<?>> helpers = new ArrayList<>();
    for (int h = 1; h < Math.min(threads, mostThreads); h++) {
      helpers.add(POOL.submit(loop));
    }
    loop.run();
    boolean interrupted = false;
    for (Future<?> helper : helpers) {
      interrupted |= !finished(helper);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    rethrow(failure.get());
  }

  /** Waits for a helper; false if the wait was interrupted on the way. */
  private static boolean finished(Future<?> helper) {
    boolean undisturbed = true;
    while (true) {
      try {
        helper.get();
        return undisturbed;
      } catch (InterruptedException e) {
        undisturbed = false;
      } catch (ExecutionException e) {
        throw new IllegalStateException("a worker failed outside of its tasks", e);
      }
    }
  }

  private static void rethrow(Throwable failure) {
    switch (failure) {
      case null -> {}
      case Error e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }
}
