package org.einkorn.programs;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Runs the programs of consecutive seeds; failures are shrunk and shown as tests ready to paste.
 */
final class RandomPrograms {
  /** How many failures of different kinds are shrunk and shown. */
  private static final int SHOWN = Integer.getInteger("einkorn.shown", 4);

  private record Failure(long seed, Program program, Throwable error) {}

  /** Throws unless a program gives what the oracle gives. */
  @FunctionalInterface
  interface Check {
    void run(Program program, long seed);
  }

  private final long first;
  private final int count;
  private final Check check;

  private RandomPrograms(long first, int count, Check check) {
    this.first = first;
    this.count = count;
    this.check = check;
  }

  /** Fails unless every program passes the check. */
  static void check(long first, int count, Check check) {
    new RandomPrograms(first, count, check).check();
  }

  /**
   * Runs a program in several ways.
   *
   * @param repetitions how often the kernel of a seed runs; the last run counts
   */
  static Check inManyWays(LongToIntFunction repetitions) {
    return (program, seed) -> {
      ProgramChecks checks = new ProgramChecks(program);
      checks.once(repetitions.applyAsInt(seed));
      if (seed % 8 == 0) {
        checks.unpacked();
      }
      if (seed % 8 == 1 || seed % 8 == 5) {
        checks.inChunks();
      }
      if (seed % 8 == 7) {
        checks.inSpareMemory();
      }
      if (seed % 8 == 2) {
        checks.assembled();
      }
      if (seed % 8 == 4 || seed % 8 == 6) {
        new FormChecks(checks).inVectors(1 << (int) (1 + seed / 8 % 3));
      }
      if (seed % 8 == 3 || seed % 8 == 6) {
        new FormChecks(checks).inRowForms();
      }
      if (seed % 4 == 3) {
        checks.measured(seed);
      }
      if (seed % 8 == 1) {
        Permutation.of(program, seed).check(repetitions.applyAsInt(seed));
      }
    };
  }

  private void check() {
    // One failure of each kind, the smallest one, which is shrunk soonest.
    Map<String, Failure> failures = new ConcurrentHashMap<>();
    AtomicInteger failed = new AtomicInteger();
    LongStream.range(first, first + count)
        .parallel()
        .forEach(
            seed -> {
              Program program = RandomProgram.of(seed);
              Throwable error = failure(program, seed);
              if (error != null) {
                failed.incrementAndGet();
                failures.merge(
                    kind(error), new Failure(seed, program, error), RandomPrograms::smaller);
              }
            });
    if (!failures.isEmpty()) {
      fail(
          failed
              + " of "
              + count
              + " programs failed, in "
              + failures.size()
              + " ways\n"
              + failures.values().stream()
                  .sorted(Comparator.comparing(Failure::seed))
                  .limit(SHOWN)
                  .parallel()
                  .map(this::report)
                  .collect(Collectors.joining("\n")));
    }
  }

  private Throwable failure(Program program, long seed) {
    try {
      check.run(program, seed);
      return null;
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      return e;
    }
  }

  private static Failure smaller(Failure a, Failure b) {
    return a.program.toString().length() <= b.program.toString().length() ? a : b;
  }

  /** Errors of one kind probably have one cause. */
  private static String kind(Throwable error) {
    if (error instanceof AssertionError) {
      return error.getMessage().replaceAll("[^a-z ].*", "");
    }
    return error.getClass()
        + Stream.of(error.getStackTrace())
            .filter(f -> f.getClassName().startsWith("org.einkorn"))
            .limit(1)
            .map(StackTraceElement::getMethodName)
            .collect(Collectors.joining());
  }

  private String report(Failure failure) {
    String kind = kind(failure.error);
    Program smallest =
        Shrinker.shrink(
            failure.program,
            candidate -> {
              Throwable error = failure(candidate, failure.seed);
              return error != null && kind(error).equals(kind);
            });
    Throwable error = failure(smallest, failure.seed);
    StringBuilder out = new StringBuilder();
    out.append("@Test\nvoid seed").append(failure.seed).append("() {\n  ");
    out.append(smallest.toString().replace("\n", "\n  ").stripTrailing()).append("\n}\n");
    out.append(error).append('\n');
    Stream.of(error.getStackTrace())
        .limit(8)
        .forEach(f -> out.append("    ").append(f).append('\n'));
    return out.toString();
  }
}
