package org.einkorn.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Parser;
import org.einkorn.notation.Sizes;
import org.einkorn.runtime.Conversion;
import org.einkorn.runtime.Kernels;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.Storage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Matrices with far fewer nonzeros than rows, in a small heap: nothing may cost as much as a dense
 * matrix would.
 */
@Tag("small-heap")
class HypersparseTest {
  private static final int NONZEROS = 2000;
  private static final int MILLION = 1_000_000;
  private static final int BILLIONS = 2_000_000_000;

  private static final CoordinateList B = matrix(MILLION, 1);
  private static final CoordinateList C = matrix(MILLION, 2);
  private static final Map<List<Integer>, Double> PRODUCT = product(B, C);
  private static final Map<String, Storage> PACKED = new HashMap<>();

  /** Coordinates cluster around a few thousand indices, so that a product is not empty. */
  private static CoordinateList matrix(int size, long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    CoordinateList list = new CoordinateList(ElementType.FLOAT64, size, size);
    for (int k = 0; k < NONZEROS; k++) {
      list.add((double) (1 + random.nextInt(9)), index(random, size), index(random, size));
    }
    return list;
  }

  private static int index(RandomGenerator random, int size) {
    return random.nextInt(500) * (size / 500);
  }

  private static Map<List<Integer>, Double> product(CoordinateList b, CoordinateList c) {
    Map<Integer, Map<Integer, Double>> rows = new HashMap<>();
    for (int k = 0; k < c.count(); k++) {
      rows.computeIfAbsent(c.coordinates(0)[k], _ -> new HashMap<>())
          .merge(c.coordinates(1)[k], ((double[]) c.values())[k], Double::sum);
    }
    Map<List<Integer>, Double> product = new HashMap<>();
    for (int k = 0; k < b.count(); k++) {
      int i = b.coordinates(0)[k];
      double value = ((double[]) b.values())[k];
      rows.getOrDefault(b.coordinates(1)[k], Map.of())
          .forEach((j, v) -> product.merge(List.of(i, j), value * v, Double::sum));
    }
    return product;
  }

  static Stream<Arguments> formats() {
    List<String> names = List.of("csr", "csc", "dcsr", "dcsc");
    return names.stream()
        .flatMap(a -> names.stream().flatMap(b -> names.stream().map(c -> Arguments.of(a, b, c))));
  }

  @ParameterizedTest(name = "{0} = {1} * {2}")
  @MethodSource("formats")
  void productOfMillionByMillion(String a, String b, String c) {
    Map<String, Storage> inputs =
        Map.of(
            "B", PACKED.computeIfAbsent("B " + b, _ -> pack(B, b)),
            "C", PACKED.computeIfAbsent("C " + c, _ -> pack(C, c)));
    check("A(i,j) = B(i,k) * C(k,j)", inputs, MILLION, Formats.parse(a, 2), PRODUCT);
  }

  @ParameterizedTest
  @CsvSource({
    "dcsr,dcsr,dcsr",
    "dcsc,dcsc,dcsc",
    "coo,dcsr,dcsr",
    "dcsr,coo,coo",
    "dcsr,hh,dcsr",
    "dcsr,dcsr,hh",
    "hh,hs,sh",
    "dcsr,'hh:1,0',dcsr"
  })
  void productOfBillionsByBillions(String a, String b, String c) {
    CoordinateList left = matrix(BILLIONS, 3);
    CoordinateList right = matrix(BILLIONS, 4);
    check(
        "A(i,j) = B(i,k) * C(k,j)",
        Map.of("B", pack(left, b), "C", pack(right, c)),
        BILLIONS,
        Formats.parse(a, 2),
        product(left, right));
  }

  @ParameterizedTest
  @CsvSource({
    "dcsr,dcsr,dcsr",
    "dcsc,dcsc,dcsc",
    "dcsr,dcsc,dcsr",
    "coo,coo,dcsr",
    "dcsc,dcsr,coo",
    "dcsr,hh,dcsr",
    "dcsr,hs,'sh:1,0'"
  })
  void sumOfBillionsByBillions(String a, String b, String c) {
    CoordinateList left = matrix(BILLIONS, 5);
    CoordinateList right = matrix(BILLIONS, 6);
    Map<List<Integer>, Double> sum = new HashMap<>();
    for (CoordinateList list : List.of(left, right)) {
      for (int k = 0; k < list.count(); k++) {
        sum.merge(
            List.of(list.coordinates(0)[k], list.coordinates(1)[k]),
            ((double[]) list.values())[k],
            Double::sum);
      }
    }
    check(
        "A(i,j) = B(i,j) + C(i,j)",
        Map.of("B", pack(left, b), "C", pack(right, c)),
        BILLIONS,
        Formats.parse(a, 2),
        sum);
  }

  private static Storage pack(CoordinateList list, String format) {
    return Conversion.pack(list, Formats.parse(format, 2));
  }

  private static void check(
      String text,
      Map<String, Storage> inputs,
      int size,
      Format result,
      Map<List<Integer>, Double> expected) {
    Assignment statement = Parser.parse(text);
    long start = System.nanoTime();
    Storage stored =
        Kernels.evaluate(
            statement,
            inputs,
            Sizes.infer(
                statement,
                Map.of("B", new int[] {size, size}, "C", new int[] {size, size}),
                Map.of()),
            TensorType.of(ElementType.FLOAT64, result));
    long milliseconds = (System.nanoTime() - start) / 1_000_000;
    // A loop over n for each of the 500 rows, or anything of size n², takes far longer.
    assertThat(milliseconds).isLessThan(30_000);
    System.out.printf(
        "%s = %s, %s: %d nonzeros in %d ms%n",
        result,
        inputs.get("B").type().format(),
        inputs.get("C").type().format(),
        stored.count(),
        milliseconds);
    Map<List<Integer>, Double> actual = new HashMap<>();
    StorageReader.read(stored).forEach((k, v) -> actual.put(k, v.asDouble()));
    assertThat(actual).isEqualTo(expected);
  }
}
