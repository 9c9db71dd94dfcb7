package org.einkorn.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Interpreter;
import org.einkorn.notation.Parser;
import org.einkorn.programs.StorageReader;
import org.einkorn.runtime.Conversion;
import org.einkorn.runtime.Kernels;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.CoordinateSorter;
import org.einkorn.storage.Duplicates;
import org.einkorn.storage.Storage;
import org.junit.jupiter.api.Test;

/**
 * What every level format must keep. A test of a level extends this class and says which level it
 * is; the suite then puts it into formats, outermost, innermost and in between, and packs random
 * tensors through them.
 */
public abstract class LevelFormatContract {
  private static final String INDICES = "ijk";

  /** The level format under test. */
  protected abstract LevelFormat level();

  /**
   * Formats that contain the level. By default all legal ones of up to three levels; a level that
   * makes sense only in special company names its own.
   */
  protected List<Format> formats() {
    List<Format> formats = new ArrayList<>();
    extend(formats, List.of(), List.of("dscqhbSCQeE", "dscqhbSCQeE"));
    extend(formats, List.of(), List.of("dscq", "dscq", "dscqE"));
    for (int n : List.of(2, 3)) {
      Coordinate i = new Coordinate.Dimension(0);
      Coordinate outer = new Coordinate.Quotient(i, n);
      Coordinate inner = new Coordinate.Remainder(i, n);
      add(formats, List.of(level(), Levels.DENSE), List.of(outer, inner));
      add(formats, List.of(Levels.DENSE, level()), List.of(outer, inner));
      add(formats, List.of(level(), level()), List.of(inner, outer));
    }
    add(
        formats,
        List.of(level(), Levels.DENSE),
        List.of(new Coordinate.Difference(1, 0), new Coordinate.Dimension(0)));
    return formats;
  }

  private void extend(List<Format> formats, List<LevelFormat> outer, List<String> letters) {
    if (outer.contains(level())) {
      List<Integer> natural = IntStream.range(0, outer.size()).boxed().toList();
      for (List<Integer> order : List.of(natural, natural.reversed())) {
        add(formats, outer, order.stream().<Coordinate>map(Coordinate.Dimension::new).toList());
      }
    }
    if (letters.isEmpty()) {
      return;
    }
    Set<LevelFormat> next = new LinkedHashSet<>(Set.of(level()));
    Levels.all().stream()
        .filter(l -> letters.getFirst().indexOf(l.letter()) >= 0)
        .forEach(next::add);
    for (LevelFormat l : next) {
      List<LevelFormat> longer = new ArrayList<>(outer);
      longer.add(l);
      extend(formats, longer, letters.subList(1, letters.size()));
    }
  }

  private static void add(
      List<Format> formats, List<LevelFormat> levels, List<Coordinate> coordinates) {
    try {
      Format format = new Format(levels, coordinates);
      if (!formats.contains(format)) {
        formats.add(format);
      }
    } catch (EinkornException e) {
      // Not every list of levels is a format.
    }
  }

  // ---- what is tested ----

  @Test
  public void isNamed() {
    assertThat(level().name()).isNotBlank();
    assertThat(Levels.all().stream().filter(l -> l.letter() == level().letter()))
        .containsExactly(level());
    assertThat(Levels.all().stream().filter(l -> l.name().equals(level().name())))
        .containsExactly(level());
  }

  @Test
  public void hasTheCapabilitiesItNeeds() {
    LevelFormat level = level();
    assertThat(level.iteration().isPresent() || level.location().isPresent())
        .as("can be read")
        .isTrue();
    boolean writable =
        level.appending().isPresent()
            || level.packing().isPresent()
            || level.location().isPresent() && level.arrays().isEmpty();
    assertThat(writable).as("can be written").isTrue();
    if (level.seeking().isPresent()) {
      assertThat(level.iteration()).as("seeking moves a cursor").isPresent();
    }
    if (level.appending().isPresent()) {
      assertThat(level.properties().padded()).as("appended without gaps").isFalse();
    }
    assertThat(level.arrays().stream().map(LevelFormat.ArraySpec::name)).doesNotHaveDuplicates();
    assertThat(formats()).as("formats with the level").isNotEmpty();
  }

  @Test
  public void isPrintedAndParsed() {
    for (Format format : formats()) {
      assertThat(Formats.parse(format.toString(), format.order())).isEqualTo(format);
      if (format.isPlain()) {
        assertThat(Formats.parse(format.letters(), format.order())).isEqualTo(format);
      }
    }
  }

  /** What is packed is read back by the level's fragments; the reader checks the properties. */
  @Test
  public void isReadAsItWasPacked() {
    forAll(
        (format, list) -> {
          Storage packed = Conversion.pack(list, format);
          assertStored(list, StorageReader.read(packed));
        });
  }

  /** Ranges, properties, seeking and locating, for every parent and every coordinate. */
  @Test
  public void keepsItsPromises() {
    forAll(
        (format, list) -> {
          Storage packed = Conversion.pack(list, format);
          for (int l = 0; l < format.depth(); l++) {
            if (format.level(l).equals(level())) {
              new LevelPromises(packed, l).check();
            }
          }
        });
  }

  /** What a kernel appends, or writes elsewhere and converts, is what packing gives. */
  @Test
  public void isAssembledAsItIsPacked() {
    forAll(
        (format, list) -> {
          CoordinateList distinct = Duplicates.combine(list);
          List<Integer> order = format.isPlain() ? format.dimensions() : natural(list.order());
          CoordinateList inOrder = CoordinateSorter.arrange(distinct, order);
          Storage packed = Conversion.pack(inOrder, format);
          Storage sorted = CoordinateSorter.sort(list, order);
          Storage assembled = Conversion.convert(sorted, packed.type());
          assertSame(packed, assembled);
          if (format.levels().stream().allMatch(l -> l.packing().isPresent())) {
            assertSame(packed, builtAtOnce(inOrder, format));
          }
        });
  }

  @Test
  public void survivesConversion() {
    forAll(
        (format, list) -> {
          Storage packed = Conversion.pack(list, format);
          TensorType type = packed.type();
          assertStored(list, entries(Conversion.unpack(packed)));
          for (Format other :
              List.of(Formats.csf(format.order()), Formats.coordinate(format.order()))) {
            Storage there =
                Conversion.convert(packed, new TensorType(type.element(), other, type.fill()));
            assertStored(list, StorageReader.read(there));
            Storage back = Conversion.convert(there, type);
            assertStored(list, StorageReader.read(back));
            // A list without order may come back in another one.
            if (!Formats.isList(format) || format.followsLoops()) {
              assertSame(packed, back);
            }
          }
        });
  }

  /** The level as operand and as result, next to others and merged with them. */
  @Test
  public void takesPartInExpressions() {
    RandomGenerator random = new SplittableRandom(7);
    for (Format format : formats()) {
      String at = "(" + String.join(",", INDICES.substring(0, format.order()).split("")) + ")";
      int[] dimensions = dimensions(random, format.order(), 5);
      CoordinateList a = asItComes(random, entries(random, 0.5, dimensions));
      CoordinateList b = asItComes(random, entries(random, 0.5, dimensions));
      for (Format other : List.of(format, Formats.csf(format.order()))) {
        for (Format result : List.of(format, Formats.dense(format.order()))) {
          check("T" + at + " = A" + at + " + B" + at, format, a, other, b, result);
          check("T" + at + " = A" + at + " * B" + at, format, a, other, b, result);
        }
      }
      check("T(i) = A" + at + " * B" + at, format, a, format, b, Formats.dense(1));
    }
  }

  // ---- how ----

  private void forAll(BiConsumer<Format, CoordinateList> check) {
    RandomGenerator random = new SplittableRandom(42);
    for (Format format : formats()) {
      List<CoordinateList> lists = new ArrayList<>();
      lists.add(entries(random, 0, dimensions(random, format.order(), 4)));
      lists.add(entries(random, 1, dimensions(random, format.order(), 4)));
      lists.add(entries(random, 0.2, dimensions(random, format.order(), 7)));
      lists.add(entries(random, 0.5, dimensions(random, format.order(), 5)));
      for (int d = 0; d < format.order(); d++) {
        int[] empty = dimensions(random, format.order(), 3);
        empty[d] = 0;
        lists.add(entries(random, 1, empty));
      }
      int[] some = dimensions(random, format.order(), 5);
      lists.add(asItComes(random, entries(random, 0.5, some)));
      for (CoordinateList list : lists) {
        try {
          check.accept(format, list);
        } catch (RuntimeException | AssertionError e) {
          throw new AssertionError(
              e
                  + "\nformat "
                  + format
                  + "\nsize "
                  + Arrays.toString(list.dimensions())
                  + "\nentries "
                  + entries(list),
              e);
        }
      }
    }
  }

  private static int[] dimensions(RandomGenerator random, int order, int largest) {
    return random.ints(order, 1, largest + 1).toArray();
  }

  private static CoordinateList entries(RandomGenerator random, double density, int... dimensions) {
    CoordinateList list = new CoordinateList(ElementType.FLOAT64, dimensions);
    int count = Arrays.stream(dimensions).reduce(1, (x, y) -> x * y);
    for (int n = 0; n < count; n++) {
      if (random.nextDouble() < density) {
        int[] coordinate = new int[dimensions.length];
        int rest = n;
        for (int d = dimensions.length - 1; d >= 0; d--) {
          coordinate[d] = rest % dimensions[d];
          rest /= dimensions[d];
        }
        list.add(1 + random.nextInt(9), coordinate);
      }
    }
    return list;
  }

  /** The entries in any order, some of them in two parts. */
  private static CoordinateList asItComes(RandomGenerator random, CoordinateList list) {
    List<Map.Entry<List<Integer>, Integer>> parts = new ArrayList<>();
    entries(list)
        .forEach(
            (at, value) -> {
              int part = random.nextInt(3);
              parts.add(Map.entry(at, (int) value.asLong() - part));
              if (part > 0) {
                parts.add(Map.entry(at, part));
              }
            });
    Collections.shuffle(parts, Random.from(random));
    CoordinateList shuffled = new CoordinateList(list.type(), list.dimensions());
    for (Map.Entry<List<Integer>, Integer> part : parts) {
      shuffled.add((long) part.getValue(), part.getKey().stream().mapToInt(c -> c).toArray());
    }
    return shuffled;
  }

  private static List<Integer> natural(int order) {
    return IntStream.range(0, order).boxed().toList();
  }

  private static Map<List<Integer>, Constant> entries(CoordinateList list) {
    Map<List<Integer>, Constant> entries = new LinkedHashMap<>();
    for (int k = 0; k < list.count(); k++) {
      int at = k;
      List<Integer> coordinate =
          IntStream.range(0, list.order()).mapToObj(d -> list.coordinates(d)[at]).toList();
      Constant value = list.type().get(list.values(), k);
      entries.merge(coordinate, value, (x, y) -> Constant.of(x.asDouble() + y.asDouble()));
    }
    return entries;
  }

  /** All entries are there; what else a full level stores is zero. */
  private static void assertStored(CoordinateList list, Map<List<Integer>, Constant> stored) {
    Map<List<Integer>, Constant> expected = entries(list);
    stored.forEach(
        (coordinate, value) -> {
          if (!expected.containsKey(coordinate)) {
            assertThat(value.asDouble()).as("at %s", coordinate).isZero();
          }
        });
    assertThat(stored).containsAllEntriesOf(expected);
  }

  private static void assertSame(Storage expected, Storage actual) {
    assertThat(actual.type()).isEqualTo(expected.type());
    assertThat(actual.dimensions()).isEqualTo(expected.dimensions());
    for (int l = 0; l < expected.levels().size(); l++) {
      Object[] wanted = expected.levels().get(l).toArray();
      Object[] found = actual.levels().get(l).toArray();
      assertThat(Arrays.deepToString(found))
          .as("level %s", l)
          .isEqualTo(Arrays.deepToString(wanted));
    }
    assertThat((double[]) actual.values()).isEqualTo((double[]) expected.values());
  }

  /** The tensor built by nothing but the levels' packing. */
  private static Storage builtAtOnce(CoordinateList list, Format format) {
    List<int[]> levelEntries = LevelEntries.of(list, format);
    int count = levelEntries.size();
    int[] parent = new int[count];
    int parents = 1;
    List<List<Object>> levels = new ArrayList<>();
    for (int l = 0; l < format.depth(); l++) {
      int size =
          format
              .levelSize(l)
              .map(s -> Math.toIntExact(s.evaluate(_ -> 0, d -> list.dimensions()[d])))
              .orElse(0);
      LevelFormat.Packed packed = LevelEntries.pack(format, l, parents, parent, levelEntries, size);
      levels.add(packed.arrays());
      parent = packed.position();
      parents = packed.positions();
    }
    double[] values = new double[parents];
    for (int k = 0; k < count; k++) {
      values[parent[k]] = ((double[]) list.values())[levelEntries.get(k)[format.depth()]];
    }
    return new Storage(
        TensorType.of(list.type(), format),
        Arrays.stream(list.dimensions()).boxed().toList(),
        levels,
        values);
  }

  private static void check(
      String text, Format first, CoordinateList a, Format second, CoordinateList b, Format result) {
    Assignment statement = Parser.parse(text);
    Map<IndexVariable, Integer> sizes = new HashMap<>();
    for (int d = 0; d < a.order(); d++) {
      sizes.put(new IndexVariable(INDICES.substring(d, d + 1)), a.dimensions()[d]);
    }
    Interpreter.Result expected =
        Interpreter.evaluate(statement, Map.of("A", a, "B", b), Map.of(), sizes);
    String where = text + " with A " + first + ", B " + second + ", T " + result;
    Storage actual;
    try {
      actual =
          Kernels.evaluate(
              statement,
              Map.of("A", Conversion.pack(a, first), "B", Conversion.pack(b, second)),
              sizes,
              TensorType.of(ElementType.FLOAT64, result));
    } catch (RuntimeException e) {
      throw new AssertionError(where, e);
    }
    Map<List<Integer>, Constant> stored = StorageReader.read(actual);
    CoordinateList everywhere =
        entries(
            new SplittableRandom(0), 2, actual.dimensions().stream().mapToInt(d -> d).toArray());
    for (List<Integer> at : entries(everywhere).keySet()) {
      double found = Optional.ofNullable(stored.get(at)).map(Constant::asDouble).orElse(0.0);
      double wanted = expected.get(at.stream().mapToInt(c -> c).toArray()).asDouble();
      assertThat(found)
          .as("%s at %s\nA %s\nB %s", where, at, entries(a), entries(b))
          .isEqualTo(wanted);
    }
  }
}
