package org.einkorn.backend.x64;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.imp.Evaluator;
import org.einkorn.imp.Function;
import org.einkorn.imp.Printer;
import org.einkorn.imp.Verifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Machine code of random functions against the evaluator. {@code -Deinkorn.programs=…} sets how
 * many, {@code -Deinkorn.seed=…} where to start.
 */
@EnabledIf("org.einkorn.backend.x64.MachineCode#isPresent")
class RandomMachineCodeTest {
  private static final long SEED = Long.getLong("einkorn.seed", 1_000_000);
  private static final int COUNT = Integer.getInteger("einkorn.programs", 20_000) / 5;
  private static final int CALLS = 3;

  @Test
  void randomFunctionsGiveWhatTheEvaluatorGives() {
    Processor present = Processor.present().orElseThrow();
    List<Processor> processors = Stream.of(present, new Processor(false)).distinct().toList();
    for (long seed = SEED; seed < SEED + COUNT; seed++) {
      MadeFunction made = RandomLoops.make(seed, present);
      Verifier.verify(made.function());
      assertThat(Suitability.obstacle(made.function(), present)).as("seed " + seed).isEmpty();
      for (Processor processor : processors) {
        check(made, seed, processor);
      }
    }
  }

  /** Loops with registers of their own, whether that is better or not. */
  @Test
  void splitFunctionsGiveWhatTheEvaluatorGives() {
    Processor processor = Processor.present().orElseThrow();
    int split = 0;
    for (long seed = SEED; seed < SEED + COUNT; seed++) {
      MadeFunction made = RandomLoops.make(seed, processor);
      Code whole = Selection.of(made.function(), Lengths.UNKNOWN, processor);
      Optional<Splitting.Allocated> code = Splitting.of(whole, processor);
      if (code.isPresent()) {
        split++;
        List<Line> lines = Frame.complete(code.get(), processor).orElseThrow();
        compare(made, seed, processor, MachineCode.of(made.function(), Lengths.UNKNOWN, lines));
      }
    }
    assertThat(split).isGreaterThan(COUNT / 20);
  }

  private static void check(MadeFunction made, long seed, Processor processor) {
    Function function = made.function();
    if (Suitability.obstacle(function, processor).isPresent()) {
      return; // its vectors are too long
    }
    CompiledFunction compiled;
    try {
      compiled = MachineCode.compile(function, processor).orElseThrow();
    } catch (RuntimeException e) {
      throw new AssertionError(
          "seed %d, %s: %s".formatted(seed, processor, Printer.print(function)), e);
    }
    compare(made, seed, processor, compiled);
  }

  private static void compare(
      MadeFunction made, long seed, Processor processor, CompiledFunction compiled) {
    Function function = made.function();
    for (long call = CALLS * seed; call < CALLS * (seed + 1); call++) {
      Object[] expected = outcome(function, made.arguments(call));
      Object[] actual = outcome(compiled, made.arguments(call));
      if (!Arrays.deepEquals(expected, actual)) {
        fail(
            "seed %d, %s, with %s gave\n%s\ninstead of\n%s\nin %s",
            seed,
            processor,
            Arrays.deepToString(made.arguments(call)),
            Arrays.deepToString(actual),
            Arrays.deepToString(expected),
            Printer.print(function));
      }
    }
  }

  /** The results, or that an index was out of bounds. */
  private static Object[] outcome(Function function, Object[] arguments) {
    try {
      return Evaluator.run(function, arguments);
    } catch (IndexOutOfBoundsException e) {
      return new Object[] {"out of bounds"};
    }
  }

  private static Object[] outcome(CompiledFunction compiled, Object[] arguments) {
    try {
      return compiled.run(arguments);
    } catch (ArrayIndexOutOfBoundsException e) {
      return new Object[] {"out of bounds"};
    }
  }
}
