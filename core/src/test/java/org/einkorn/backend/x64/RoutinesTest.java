package org.einkorn.backend.x64;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Evaluator;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Imp;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Type;
import org.einkorn.support.RowMemory;
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

  private static CompiledFunction storing(ElementType type) {
    Variable from = Imp.variable("from", Type.arrayOf(type));
    Variable to = Imp.variable("to", Type.arrayOf(type));
    Variable at = Imp.variable("at", Type.INT32);
    Variable n = Imp.variable("n", Type.INT32);
    return MachineCode.compile(
            new Function(
                "store",
                List.of(from, to, at, n),
                List.of(),
                Imp.run(
                    RuntimeFunction.STORE_FEW,
                    new Exp.LoadVector(from, Imp.constant(0), 64 / type.bytes()),
                    to,
                    at,
                    n)))
        .orElseThrow();
  }

  @Test
  void storesFewAndNothingBehindThem() {
    for (ElementType type : ElementType.values()) {
      int lanes = 64 / type.bytes();
      if (type == ElementType.BOOL) {
        continue;
      }
      CompiledFunction storing = storing(type);
      Object from = type.allocate(lanes);
      for (int k = 0; k < lanes; k++) {
        Array.setByte(from, k, (byte) (k + 1));
      }
      for (int n = 0; n <= lanes; n++) {
        for (int at = 0; at < 40; at++) {
          Object expected = type.allocate(60);
          Object copied = type.allocate(60);
          Support.storeFew(from, expected, at, n);
          storing.run(new Object[] {from, copied, at, n});
          assertThat(copied).isEqualTo(expected);
        }
      }
      int[][] outside = {{-1, 3}, {57, 4}, {61, 0}, {0, lanes + 1}, {0, -1}, {0, 1 << 31}};
      for (int[] bounds : outside) {
        Object[] given = {from, type.allocate(60), bounds[0], bounds[1]};
        assertThatThrownBy(() -> storing.run(given))
            .isInstanceOf(ArrayIndexOutOfBoundsException.class);
        assertThat(given[1]).isEqualTo(type.allocate(60));
      }
      Object[] tooShort = {type.allocate(lanes - 1), type.allocate(60), 0, 1};
      assertThatThrownBy(() -> storing.run(tooShort))
          .isInstanceOf(ArrayIndexOutOfBoundsException.class);
    }
  }

  private final Variable memory = Imp.variable("memory", Type.INT32_ARRAY);
  private final Variable begins = Imp.variable("begins", Type.INT32_ARRAY);
  private final Variable rows = Imp.variable("rows", Type.INT32_ARRAY);
  private final Variable entries = Imp.variable("entries", Type.INT32_ARRAY);
  private final Variable positions = Imp.variable("positions", Type.INT32_ARRAY);
  private final Variable coordinates = Imp.variable("coordinates", Type.INT32_ARRAY);
  private final Variable row = Imp.variable("row", Type.INT32);

  private Function comparison() {
    Variable alike = Imp.variable("alike", Type.INT32);
    List<Variable> given =
        List.of(memory, begin, rows, row, n, entries, positions, coordinates, begins);
    Exp call = new Exp.Call(RuntimeFunction.LIKE_ROWS, List.copyOf(given));
    return new Function("compare", given, List.of(alike), Imp.block(Imp.declare(alike, call)));
  }

  private CompiledFunction comparing() {
    return MachineCode.compile(comparison()).orElseThrow();
  }

  /** The same without machine code. */
  private int likeRows(Object[] given) {
    return (int) Evaluator.run(comparison(), given)[0];
  }

  /**
   * Rows in a matrix times itself, of which some are the same but for a distance, and others differ
   * in one thing.
   */
  @Test
  void countsRowsThatAreAlike() {
    CompiledFunction comparing = comparing();
    int[] found = new int[5];
    for (int turn = 0; turn < 5000; turn++) {
      int longest = turn % 2 == 0 ? 5 : 50;
      int parts = 1 + random.nextInt(6);
      int size = 1 + random.nextInt(longest);
      int number = 40;
      int[] bounds = IntStream.rangeClosed(0, number).map(k -> k * parts).toArray();
      int[] segments = random.ints(number * parts, 0, number - 8).toArray();
      int[] places = IntStream.rangeClosed(0, number).map(k -> k * size).toArray();
      int[] all = random.ints(number * size + RowMemory.BEHIND, 0, 1000).toArray();
      for (int k = size; k < number * size; k++) {
        all[k] = all[k - size] + 3;
      }
      for (int k = parts; k < segments.length; k++) {
        segments[k] = random.nextInt(30 * parts) == 0 ? segments[k] : segments[k - parts] + 1;
        segments[k] %= number;
      }
      for (int wrong = random.nextInt(3); wrong > 0; wrong--) {
        switch (random.nextInt(4)) {
          case 0 -> all[random.nextInt(number * size)]++;
          case 1 -> places[random.nextInt(number)]--;
          case 2 -> bounds[random.nextInt(number)]--;
          default -> segments[random.nextInt(segments.length)] = random.nextInt(-1, number + 1);
        }
      }
      int[] first = new int[RowMemory.ROW];
      int[] sizes = new int[parts];
      Arrays.fill(sizes, size);
      for (int part = 0; part < parts; part++) {
        first[part] = size * random.nextInt(number);
        if (turn % 5 > 0) {
          first[part] = size * Math.clamp(segments[part], 0, number - 1);
        }
      }
      int[] remembered = Support.remember(new int[RowMemory.EMPTY], 0, first, sizes, parts, all, 8);
      int from = random.nextInt(8) == 0 ? random.nextInt(-1, number + 2) : random.nextInt(3);
      int most = random.nextInt(5);
      Object[] given = {
        remembered, RowMemory.EMPTY, bounds, from, most, segments, places, all, new int[4 * 256]
      };
      Object[] same = given.clone();
      same[8] = new int[4 * 256];
      int alike = likeRows(given);
      found[alike]++;
      assertThat(comparing.run(same)).containsExactly(alike);
      for (int k = 0; k < alike; k++) {
        int begin = k * RowMemory.ROW;
        assertThat(Arrays.copyOfRange((int[]) same[8], begin, begin + parts))
            .isEqualTo(Arrays.copyOfRange((int[]) given[8], begin, begin + parts));
      }
    }
    for (int number : found) {
      assertThat(number).isGreaterThan(200);
    }
  }

  /** Nothing is read that is not there: such a row is unlike any. */
  @Test
  void rowsThatAreNotThereAreUnlike() {
    CompiledFunction comparing = comparing();
    int[] known = IntStream.range(0, 40 + RowMemory.BEHIND).toArray();
    int[] bounds = {0, 2};
    int[] segments = {0, 1};
    int[] places = {0, 20, 40};
    int[] sizes = {20, 20};
    int[] rows = Support.remember(new int[RowMemory.EMPTY], 0, places, sizes, 2, known, 8);
    int[] list = new int[RowMemory.ROW];
    Object[] alike = {rows, RowMemory.EMPTY, bounds, 0, 1, segments, places, known, list};
    assertThat(comparing.run(alike)).containsExactly(1);
    Object[][] others = {
      {1, 0, -1, rows.length, Integer.MAX_VALUE, Integer.MIN_VALUE},
      {2, new int[] {0}, new int[] {-1, 1}, new int[] {1, 3}, new int[] {0, 1}},
      {3, -1, 1, Integer.MAX_VALUE, Integer.MIN_VALUE},
      {4, 2, 0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE},
      {5, new int[] {0}, new int[] {0, 2}, new int[] {-1, 1}, new int[] {0, Integer.MAX_VALUE}},
      {6, new int[0], new int[] {0, 20}, new int[] {-20, 0, 20}, new int[] {0, 20, 41}},
      {7, Arrays.copyOf(known, 20 + RowMemory.BEHIND - 1), new int[0]},
      {8, new int[RowMemory.ROW - 1]}
    };
    for (Object[] other : others) {
      for (int k = 1; k < other.length; k++) {
        Object[] given = alike.clone();
        given[(int) other[0]] = other[k];
        assertThat(comparing.run(given)).containsExactly(0);
        assertThat(likeRows(given)).isZero();
      }
    }
  }

  /** What stands beside the entries in memory, and would be like the row, is none of them. */
  @Test
  void entriesBesideTheListAreNotRead() {
    CompiledFunction comparing = comparing();
    int[] known = IntStream.range(0, 40 + RowMemory.BEHIND).toArray();
    int[] places = {0, 20, 40};
    int[] first = {0, 20};
    int[] sizes = {20, 20};
    int[] rows = Support.remember(new int[RowMemory.EMPTY], 0, first, sizes, 2, known, 8);
    // The head of an array is in front of its elements, and has their number: 1, as of a segment.
    for (int[] segments : new int[][] {{0}, {1}}) {
      for (int begin : new int[] {-1, 0, Integer.MIN_VALUE, Integer.MAX_VALUE - 2}) {
        int[] bounds = {begin, begin + 2};
        int[] list = new int[RowMemory.ROW];
        Object[] given = {rows, RowMemory.EMPTY, bounds, 0, 1, segments, places, known, list};
        assertThat(comparing.run(given)).containsExactly(0);
        assertThat(likeRows(given)).isZero();
      }
    }
    Object[] none = {
      rows,
      RowMemory.EMPTY,
      new int[] {0, 2},
      0,
      1,
      new int[] {1 << 30, 5},
      new int[0],
      known,
      new int[RowMemory.ROW]
    };
    assertThat(comparing.run(none)).containsExactly(0);
  }

  /** In some lanes elements one after the other, in the others what is there. */
  @Test
  void spreadsElements() {
    for (ElementType type : ElementType.values()) {
      if (type == ElementType.BOOL) {
        continue;
      }
      int lanes = 64 / type.bytes();
      Variable from = Imp.variable("from", Type.arrayOf(type));
      Variable others = Imp.variable("others", Type.arrayOf(type));
      Variable bits = Imp.variable("bits", Type.INT32);
      Exp zero = Imp.constant(0);
      Exp spread =
          new Exp.Spread(
              bits, new Exp.LoadVector(from, zero, lanes), new Exp.LoadVector(others, zero, lanes));
      Function function =
          new Function(
              "spread", List.of(bits, from, others), List.of(), Imp.store(others, zero, spread));
      CompiledFunction spreading = MachineCode.compile(function).orElseThrow();
      for (int turn = 0; turn < 2000; turn++) {
        Object[] given = {random.nextInt(), type.allocate(lanes), type.allocate(lanes)};
        for (int k = 0; k < lanes; k++) {
          Array.setByte(given[1], k, (byte) (k + 1));
          Array.setByte(given[2], k, (byte) -k);
        }
        Object[] expected = {given[0], given[1], type.allocate(lanes)};
        System.arraycopy(given[2], 0, expected[2], 0, lanes);
        Evaluator.run(function, expected);
        spreading.run(given);
        assertThat(given[2]).isEqualTo(expected[2]);
      }
    }
  }
}
