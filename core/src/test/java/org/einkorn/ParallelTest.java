package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Parser;
import org.einkorn.operator.Arithmetic;
import org.einkorn.storage.Storage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kernels on several threads, with enough work to be divided and values whose sum depends on the
 * order in which they are added.
 */
class ParallelTest {
  private final int threads = Einkorn.threads();

  /**
   * @param tensors for each its format, its dimensions, and how many entries it has; all, if it is
   *     dense
   */
  record Work(String statement, String result, Map<String, Described> tensors) {
    @Override
    public String toString() {
      return statement + " as " + result;
    }
  }

  record Described(String format, List<Integer> dimensions, int entries) {}

  private static Described sparse(String format, int entries, Integer... dimensions) {
    return new Described(format, List.of(dimensions), entries);
  }

  private static Described dense(Integer... dimensions) {
    int places = Stream.of(dimensions).reduce(1, (a, b) -> a * b);
    return new Described("d".repeat(dimensions.length), List.of(dimensions), places);
  }

  static Stream<Work> work() {
    Described square = sparse("csr", 40_000, 3000, 3000);
    Described wide = sparse("csr", 300_000, 2000, 3000);
    Described tensor = sparse("csf", 60_000, 400, 300, 200);
    return Stream.of(
        new Work("C(i,j) = A(i,k) * B(k,j)", "csr", Map.of("A", square, "B", square)),
        new Work("C(i,j) = A(i,k) * B(k,j)", "dcsr", Map.of("A", square, "B", square)),
        new Work(
            "D(i,j) = A(i,j) + B(i,j) + C(i,j)", "csr", Map.of("A", wide, "B", wide, "C", wide)),
        new Work(
            "C(i,j) = B(i,j,k) * x(k)",
            "csr",
            Map.of("B", sparse("csf", 400_000, 400, 300, 200), "x", dense(200))),
        new Work("C(i,j,l) = B(i,j,k) * M(k,l)", "csf", Map.of("B", tensor, "M", dense(200, 8))),
        new Work(
            "C(i,j) = M(i,j) * A(i,k) * B(k,j)",
            "csr",
            Map.of("M", square, "A", square, "B", sparse("csc", 40_000, 3000, 3000))),
        new Work(
            "S(i,j) = A(i,j) * C(i,k) * D(j,k)",
            "csr",
            Map.of("A", square, "C", dense(3000, 8), "D", dense(3000, 8))),
        new Work("y(i) = A(i,j) * x(j)", "d", Map.of("A", wide, "x", dense(3000))),
        new Work(
            "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)",
            "dd",
            Map.of("B", tensor, "C", dense(300, 8), "D", dense(200, 8))),
        new Work("a = A(i,j)", "", Map.of("A", wide)),
        new Work(
            "y(i) = A(i,j) * x(j)",
            "d",
            Map.of("A", sparse("csc", 300_000, 2000, 3000), "x", dense(3000))));
  }

  @AfterEach
  void restoreThreads() {
    Einkorn.threads(threads);
  }

  @ParameterizedTest
  @MethodSource("work")
  void isRightAndTheSameBitsForAnyNumberOfThreads(Work work) {
    Map<String, Map<List<Integer>, Double>> entries = new HashMap<>();
    Map<String, Tensor> tensors = new HashMap<>();
    RandomGenerator random = new SplittableRandom(work.toString().hashCode());
    work.tensors.forEach(
        (name, described) -> {
          entries.put(name, random(random, described));
          tensors.put(name, tensor(described, entries.get(name)));
        });
    Map<List<Integer>, Double> expected = reference(Parser.parse(work.statement), entries);
    long[] chunks = {0};
    Kernel kernel =
        Einkorn.expression(work.statement)
            .with(tensors)
            .result(work.result)
            .onProgress((done, total) -> chunks[0] = total)
            .compile();
    Storage first = null;
    for (int count : List.of(1, 2, 3, 8)) {
      Einkorn.threads(count);
      chunks[0] = 0;
      Tensor result = kernel.run(tensors);
      assertThat(chunks[0]).as("chunks").isGreaterThan(2);
      if (first == null) {
        first = result.storage();
        compare(result, expected);
      }
      assertThat(Arrays.deepEquals(result.storage().arrays().toArray(), first.arrays().toArray()))
          .as("the same bits with %d threads", count)
          .isTrue();
    }
  }

  /** A place for each column of B leaves room for few chunks, which must not depend on threads. */
  @Test
  void sumsOverChunksWithPlacesOfTheirOwnHaveTheSameBits() {
    RandomGenerator random = new SplittableRandom(4);
    Described a = sparse("csr", 40_000, 3000, 3000);
    Described b = sparse("csr", 40_000, 3000, 66_000);
    Map<String, Tensor> tensors =
        Map.of("A", tensor(a, random(random, a)), "B", tensor(b, random(random, b)));
    Kernel kernel = Einkorn.expression("s = abs(sum(k, A(i,k) * B(k,j)))").with(tensors).compile();
    Einkorn.threads(1);
    Object first = kernel.run(tensors).storage().arrays().getLast();
    for (int count : List.of(2, 3, 8, 16)) {
      Einkorn.threads(count);
      assertThat(kernel.run(tensors).storage().arrays().getLast()).isEqualTo(first);
    }
  }

  /** Otherwise equal bits would prove nothing. */
  @Test
  void theOrderOfAdditionsCanBeSeen() {
    Map<List<Integer>, Double> entries =
        random(new SplittableRandom(1), sparse("csr", 300_000, 2000, 3000));
    double[] values = entries.values().stream().mapToDouble(v -> v).toArray();
    double forwards = 0;
    double backwards = 0;
    for (int k = 0; k < values.length; k++) {
      forwards += values[k];
      backwards += values[values.length - 1 - k];
    }
    assertThat(forwards).isNotEqualTo(backwards).isCloseTo(backwards, within(1e-6));
  }

  private static void compare(Tensor result, Map<List<Integer>, Double> expected) {
    Map<List<Integer>, Double> actual = new HashMap<>();
    result.forEach(
        (coordinate, value) -> actual.put(Arrays.stream(coordinate).boxed().toList(), value));
    // Not by assertions on collections, which compare every element with every other.
    assertThat(actual.keySet().containsAll(expected.keySet())).as("all coordinates").isTrue();
    actual.forEach(
        (at, value) -> {
          if (!(Math.abs(value - expected.getOrDefault(at, 0.0)) <= 1e-9)) {
            throw new AssertionError("at " + at + ": " + value + ", not " + expected.get(at));
          }
        });
  }

  private static Map<List<Integer>, Double> random(RandomGenerator random, Described described) {
    Map<List<Integer>, Double> entries = new HashMap<>();
    List<Integer> dimensions = described.dimensions;
    boolean full = described.format.matches("d+");
    for (int k = 0; k < described.entries; k++) {
      Integer[] at = new Integer[dimensions.size()];
      int rest = k;
      for (int d = at.length - 1; d >= 0; d--) {
        at[d] = full ? rest % dimensions.get(d) : random.nextInt(dimensions.get(d));
        rest /= dimensions.get(d);
      }
      entries.put(List.of(at), random.nextDouble(-1, 1));
    }
    return entries;
  }

  private static Tensor tensor(Described described, Map<List<Integer>, Double> entries) {
    TensorBuilder builder =
        Tensor.builder(described.dimensions.stream().mapToInt(Integer::intValue).toArray());
    entries.forEach(
        (at, value) -> builder.add(value, at.stream().mapToInt(Integer::intValue).toArray()));
    return builder.build(described.format);
  }

  // ---- sums and products of sparse tensors, one operand after the other ----

  private static Map<List<Integer>, Double> reference(
      Assignment assignment, Map<String, Map<List<Integer>, Double>> tensors) {
    Map<List<Integer>, Double> result = new HashMap<>();
    List<List<Access>> terms = new ArrayList<>();
    terms(assignment.value(), terms);
    for (List<Access> factors : terms) {
      List<IndexVariable> bound = new ArrayList<>();
      List<Row> rows = List.of(new Row(new int[0], 1));
      for (Access factor : factors) {
        rows = join(rows, bound, factor, tensors.get(factor.tensor()));
      }
      int[] target = assignment.target().indices().stream().mapToInt(bound::indexOf).toArray();
      rows.forEach(row -> result.merge(at(row.at, target), row.value, Double::sum));
    }
    return result;
  }

  /** A product of entries at the values of the variables that are bound so far. */
  private record Row(int[] at, double value) {}

  private static List<Integer> at(int[] values, int[] places) {
    return Arrays.stream(places).mapToObj(p -> values[p]).toList();
  }

  /** Multiplies with all matching entries; variables that are new are bound. */
  private static List<Row> join(
      List<Row> rows,
      List<IndexVariable> bound,
      Access access,
      Map<List<Integer>, Double> entries) {
    List<IndexVariable> indices = access.indices();
    List<IndexVariable> shared = indices.stream().filter(bound::contains).toList();
    List<IndexVariable> added = indices.stream().filter(v -> !bound.contains(v)).toList();
    int[] sharedHere = shared.stream().mapToInt(indices::indexOf).toArray();
    int[] addedHere = added.stream().mapToInt(indices::indexOf).toArray();
    Map<List<Integer>, List<Row>> byShared = new HashMap<>();
    entries.forEach(
        (coordinate, value) -> {
          int[] at = coordinate.stream().mapToInt(Integer::intValue).toArray();
          int[] rest = Arrays.stream(addedHere).map(d -> at[d]).toArray();
          byShared
              .computeIfAbsent(at(at, sharedHere), key -> new ArrayList<>())
              .add(new Row(rest, value));
        });
    int[] sharedThere = shared.stream().mapToInt(bound::indexOf).toArray();
    int before = bound.size();
    bound.addAll(added);
    List<Row> joined = new ArrayList<>();
    for (Row row : rows) {
      for (Row match : byShared.getOrDefault(at(row.at, sharedThere), List.of())) {
        int[] all = Arrays.copyOf(row.at, before + match.at.length);
        System.arraycopy(match.at, 0, all, before, match.at.length);
        joined.add(new Row(all, row.value * match.value));
      }
    }
    return joined;
  }

  private static void terms(Expression e, List<List<Access>> terms) {
    if (e instanceof Expression.Apply a && a.operator() == Arithmetic.ADD) {
      a.arguments().forEach(x -> terms(x, terms));
    } else {
      terms.add(Expressions.accesses(e));
    }
  }
}
