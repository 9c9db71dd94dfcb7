package org.einkorn.backend.x64;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Imp;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Type;
import org.einkorn.support.Support;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the processor does itself gives the same as the functions of {@link Support}. */
class RoutinesTest {
  private final SplittableRandom random = new SplittableRandom(5);
  private final Variable list = Imp.variable("list", Type.INT32_ARRAY);
  private final Variable n = Imp.variable("n", Type.INT32);
  private final Variable values = Imp.variable("values", Type.INT32_ARRAY);
  private final Variable value = Imp.variable("value", Type.INT32);
  private final Variable begin = Imp.variable("begin", Type.INT32);
  private final Variable end = Imp.variable("end", Type.INT32);

  @BeforeEach
  void isThere() {
    assumeTrue(Processor.present().filter(Processor::hasAvx512).isPresent());
  }

  private CompiledFunction sorting() {
    return MachineCode.compile(
            new Function(
                "sort", List.of(list, n), List.of(), Imp.run(RuntimeFunction.SORT_FEW, list, n)))
        .orElseThrow();
  }

  private CompiledFunction listing() {
    Variable count = Imp.variable("count", Type.INT32);
    return MachineCode.compile(
            new Function(
                "list",
                List.of(values, value, begin, end, list),
                List.of(count),
                Imp.block(
                    Imp.declare(
                        count, Imp.call(RuntimeFunction.PLACES, values, value, begin, end, list)))))
        .orElseThrow();
  }

  @Test
  void sortsAnyNumberOfInts() {
    CompiledFunction sorting = sorting();
    for (int count = 0; count <= RuntimeFunction.MOST_IN_REGISTERS; count++) {
      for (int turn = 0; turn < 200; turn++) {
        int bound = turn % 3 == 0 ? 10 : Integer.MAX_VALUE;
        int length = count + random.nextInt(3);
        int[] given = random.ints(length, turn % 2 == 0 ? 0 : -bound, bound).toArray();
        if (turn % 7 == 0 && count > 0) {
          given[random.nextInt(count)] = Integer.MAX_VALUE;
        }
        int[] expected = given.clone();
        Support.sortFew(expected, count);
        sorting.run(new Object[] {given, count});
        assertThat(given).isEqualTo(expected);
      }
    }
  }

  /** By the zero-one principle a network that sorts all these sorts anything. */
  @Test
  void sortsAllZerosAndOnesOfARegister() {
    CompiledFunction sorting = sorting();
    for (int bits = 0; bits < 1 << 16; bits++) {
      int[] given = new int[16];
      for (int k = 0; k < 16; k++) {
        given[k] = bits >> k & 1;
      }
      int[] expected = given.clone();
      Arrays.sort(expected);
      sorting.run(new Object[] {given, 16});
      if (!Arrays.equals(given, expected)) {
        assertThat(given).isEqualTo(expected);
      }
    }
  }

  @Test
  void doesNotSortWhatIsNotThere() {
    CompiledFunction sorting = sorting();
    for (int count :
        new int[] {
          -1, 11, RuntimeFunction.MOST_IN_REGISTERS + 1, Integer.MAX_VALUE, Integer.MIN_VALUE
        }) {
      int length = count == RuntimeFunction.MOST_IN_REGISTERS + 1 ? 200 : 10;
      assertThatThrownBy(() -> sorting.run(new Object[] {new int[length], count}))
          .isInstanceOf(ArrayIndexOutOfBoundsException.class);
    }
  }

  @Test
  void listsPlaces() {
    CompiledFunction listing = listing();
    for (int turn = 0; turn < 20_000; turn++) {
      int length = random.nextInt(100);
      int different = 1 + random.nextInt(4);
      int[] given = random.ints(length, 0, different).toArray();
      int from = random.nextInt(length + 1);
      int to = random.nextInt(length + 1);
      int wanted = random.nextInt(different);
      int[] expected = new int[length];
      int count = Support.places(given, wanted, from, to, expected);
      int[] found = new int[Math.max(0, to - from) + random.nextInt(2)];
      Object[] results = listing.run(new Object[] {given, wanted, from, to, found});
      assertThat(results).containsExactly(count);
      assertThat(Arrays.copyOf(found, count)).isEqualTo(Arrays.copyOf(expected, count));
    }
  }

  @Test
  void looksAtNothingOutside() {
    CompiledFunction listing = listing();
    int[][] outside = {{-1, 5, 100}, {5, 41, 100}, {0, 40, 39}, {Integer.MIN_VALUE, 3, 100}};
    for (int[] bounds : outside) {
      Object[] given = {new int[40], 0, bounds[0], bounds[1], new int[bounds[2]]};
      assertThatThrownBy(() -> listing.run(given))
          .isInstanceOf(ArrayIndexOutOfBoundsException.class);
    }
    Object[] nothing = {new int[40], 0, 50, 45, new int[0]};
    assertThat(listing.run(nothing)).containsExactly(0);
  }
}
