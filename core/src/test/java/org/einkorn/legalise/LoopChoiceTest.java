package org.einkorn.legalise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.loops.LoopPrinter;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Parser;
import org.einkorn.notation.Reductions;
import org.einkorn.notation.Sizes;
import org.einkorn.runtime.Conversion;
import org.einkorn.schedule.Guidance;
import org.einkorn.schedule.Measurements;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.Storage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Statements for which loops over the variables as they are written, those on the left first, take
 * asymptotically longer than necessary. Both those loops and the chosen ones run on tensors of one
 * size and on others four times as large; the steps of their loops are counted.
 */
class LoopChoiceTest {
  private static final int FACTOR = 4;

  /** Other sizes may get other loops, with more steps that cost less each; n^1.25 would be 1.41. */
  private static final double SLACK = 1.35;

  /**
   * Tensors have a few nonzeros for each coordinate of their first dimension (few), or as many as
   * the square root of its size (root), or all (full); r is a small dimension that does not grow.
   * The chosen loops take n^exponent steps.
   */
  @ParameterizedTest(name = "{0} [{1}] {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "C(i,j) = A(i,k) * B(k,j)                    | csr csr csr          | few  | 1",
        "C(i,j) = A(i,k) * B(k,j)                    | dcsr dcsr dcsr       | few  | 1",
        "C(i,j) = A(i,k) * B(k,j)                    | csc csc csc          | few  | 1",
        "C(i,j) = A(i,k) * B(k,j)                    | csc csr csr          | few  | 1",
        "C(i,j) = A(i,k) * B(k,j)                    | csr coo csr          | few  | 1",
        "C(i,j) = A(i,k) * B(j,k)                    | csr csr csr          | few  | 1",
        "C(i,j) = A(k,i) * B(k,j)                    | csr csr csr          | few  | 1",
        "C(i,j) = A(k,i) * B(j,k)                    | csr csr csr          | few  | 1",
        "C(i,j) = A(i,k) * A(k,j)                    | csr csr              | few  | 1",
        "C(i,j) = A(k,i) * A(k,j)                    | csr csr              | few  | 1",
        "C(i,j) = A(i,k) * B(k,j) * x(j)             | csr csr csr d        | few  | 1",
        "C(i,j) = x(i) * A(i,k) * B(k,j)             | csr d csr csr        | few  | 1",
        "C(i,j) = A(i,k) * x(k) * B(k,j)             | csr csr d csr        | few  | 1",
        "C(i,j) = A(i,k) * (B(k,j) + D(k,j))         | csr csr csr csr      | few  | 1",
        "C(i,j) = A(i,k) * B(k,j) + D(i,j)           | csr csr csr csr      | few  | 1",
        "C(i,j) = D(i,j) - A(i,k) * B(k,j)           | dcsr dcsr dcsr dcsr  | few  | 1",
        "C(i,j) = A(i,k) * B(k,j) + B(i,k) * A(k,j)  | csr csr csr          | few  | 1",
        "D(i,j) = A(i,k) * B(k,l) * C(l,j)           | csr csr csr csr      | few  | 1",
        "A(i,j,l) = B(i,j,k) * C(k,l)                | csf csf csr          | few  | 1",
        "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)         | csr csf csr csr      | few  | 1",
        "y(i) = A(i,j) * B(j,k) * x(k)               | d csr csr d          | root | 1.5",
        "y(i) = A(i,j) * A(j,k) * x(k)               | d csr d              | root | 1.5",
        "y(i) = A(i,j) * B(j,k) * C(k,l) * x(l)      | d csr csr csr d      | root | 1.5",
        "y(l) = x(i) * A(i,j) * B(j,k) * C(k,l)      | d d csr csr csr      | root | 1.5",
        "a = x(i) * A(i,j) * B(j,k) * y(k)           | - d csr csr d        | root | 1.5",
        "a = A(i,j) * y(j) * A(i,k) * z(k)           | - csr d d            | root | 1.5",
        "y(i) = A(i,j) * B(j,k) * x(k)               | d dd dd d            | full | 2",
        "D(i,j) = A(i,k) * B(k,l) * C(l,j)           | dd dd dd dd          | full | 3",
        "Y(i,j) = A(i,k) * B(j,l) * X(k,l)           | dd dd dd dd          | full | 3",
        "y(i) = U(i,r) * V(j,r) * x(j)               | d dd dd d            | full | 1",
        "a = x(i) * y(i) * z(j) * w(j)               | - d d d d            | full | 1",
        "y(i) = x(i) * z(j) * w(j)                   | d d d d              | full | 1",
      })
  void choosesLoopsThatTakeNoLongerThanNecessary(
      String text, String formats, String density, double exponent) {
    int n = density.equals("full") ? 12 : 64;
    Case small = new Case(text, formats, density, n);
    Case large = new Case(text, formats, density, n * FACTOR);
    double best = Math.pow(FACTOR, exponent);
    double naive = (double) large.naiveSteps() / small.naiveSteps();
    assertThat(naive).as("growth of the loops as written").isGreaterThan(best * 1.8);
    for (boolean measured : List.of(false, true)) {
      double chosen = (double) large.steps(measured) / small.steps(measured);
      assertThat(chosen)
          .as("growth of the chosen loops, measured %s\n%s", measured, large.printed(measured))
          .isLessThan(best * SLACK);
      assertThat(large.steps(measured)).isLessThan(large.naiveSteps() / 2);
    }
  }

  /** Whatever is computed beforehand, the loops that read the tensor follow its storage. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Y(a,j,k) = R(a,b,c) * V(b,j) * W(c,k)                | ddd",
        "Y(i,j,k) = R(a,b,c) * U(a,i) * V(b,j) * W(c,k)       | ddd",
        "Y(a,j,k,l) = R(a,b,c,d) * V(b,j) * W(c,k) * X(d,l)   | dddd",
      })
  void aTensorIsNotCopiedForProductsWithSeveralMatrices(String text, String result) {
    Assignment statement = Parser.parse(text);
    Map<String, TensorType> types = new LinkedHashMap<>();
    for (Access a : Expressions.accesses(statement.value())) {
      String stored = a.tensor().equals("R") ? "csf" : "d".repeat(a.order());
      types.put(a.tensor(), TensorType.of(ElementType.FLOAT64, Formats.parse(stored, a.order())));
    }
    int order = statement.target().order();
    LoopProgram loops =
        Legaliser.legalise(
            Reductions.bind(statement),
            types,
            TensorType.of(ElementType.FLOAT64, Formats.parse(result, order)),
            Guidance.of(statement.value(), Measurements.NONE));
    assertThat(LoopPrinter.print(loops)).contains("R(a,b,c").doesNotContain(") = R(a,b,c");
  }

  /** A statement with tensors of one size. */
  private static final class Case {
    private final Assignment statement;
    private final Map<String, Storage> inputs = new LinkedHashMap<>();
    private final Map<String, TensorType> types = new LinkedHashMap<>();
    private final Map<IndexVariable, Integer> sizes;
    private final TensorType result;

    Case(String text, String formats, String density, int n) {
      Assignment parsed = Parser.parse(text);
      this.statement = Reductions.bind(parsed);
      List<Access> tensors = new ArrayList<>(List.of(parsed.target()));
      Set<String> seen = new LinkedHashSet<>();
      Expressions.accesses(parsed.value()).stream()
          .filter(a -> seen.add(a.tensor()))
          .forEach(tensors::add);
      String[] names = formats.split(" +");
      assertThat(names).hasSameSizeAs(tensors);
      Map<String, int[]> dimensions = new LinkedHashMap<>();
      for (int t = 1; t < names.length; t++) {
        Access access = tensors.get(t);
        CoordinateList entries = entries(access, density, n);
        String name = access.tensor();
        Storage storage =
            Conversion.pack(entries, Formats.parse(names[t], access.indices().size()));
        inputs.put(name, storage);
        types.put(name, storage.type());
        dimensions.put(name, entries.dimensions());
      }
      this.sizes = Sizes.infer(statement, dimensions, Map.of());
      int order = statement.target().indices().size();
      this.result =
          TensorType.of(ElementType.FLOAT64, Formats.parse(order == 0 ? "" : names[0], order));
    }

    private static CoordinateList entries(Access access, String density, int n) {
      int[] dimensions =
          access.indices().stream().mapToInt(v -> v.name().equals("r") ? 3 : n).toArray();
      CoordinateList list = new CoordinateList(ElementType.FLOAT64, dimensions);
      boolean full = density.equals("full") || dimensions.length == 1;
      int children = density.equals("few") ? 3 : (int) Math.sqrt(n);
      RandomGenerator random = new SplittableRandom(access.tensor().hashCode());
      add(list, new int[dimensions.length], 0, full ? Integer.MAX_VALUE : children, random);
      return list;
    }

    private static void add(
        CoordinateList list, int[] at, int d, int children, RandomGenerator random) {
      if (d == at.length) {
        list.add(1, at.clone());
        return;
      }
      int size = list.dimensions()[d];
      int count = d == 0 ? size : Math.min(size, children);
      int first = random.nextInt(size);
      int stride = count == size ? 1 : 1 + random.nextInt(size / count);
      for (int k = 0; k < count; k++) {
        at[d] = (first + k * stride) % size;
        add(list, at, d + 1, children, random);
      }
    }

    /** The target's variables outermost, then the reductions as they are written. */
    long naiveSteps() {
      Workspaces workspaces = new Workspaces(types);
      workspaces.add(statement.target().tensor(), result);
      Term term = Term.of(statement.value());
      List<IndexVariable> order = new ArrayList<>(statement.target().indices());
      order.addAll(term.reduced());
      Statement nest = new Nest(workspaces).build(statement.target(), term, order);
      return steps(
          new LoopProgram(
              statement.target(),
              result,
              types,
              Concordance.insertConversions(nest, workspaces),
              Map.of()));
    }

    long steps(boolean measured) {
      return steps(chosen(measured));
    }

    String printed(boolean measured) {
      return LoopPrinter.print(chosen(measured));
    }

    private LoopProgram chosen(boolean measured) {
      Guidance guidance = measured ? new Guidance(Measurements.of(inputs), false) : Guidance.NONE;
      return Legaliser.legalise(statement, types, result, guidance);
    }

    private long steps(LoopProgram loops) {
      return StepCounter.count(loops, inputs, sizes);
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "y(i) = sum(j, sum(k, A(i,j) * B(j,k) * x(k))) | += A(i,j) * B(j,k) * x(k)",
        "y(i) = sum(k, sum(j, A(i,j) * B(j,k)) * x(k)) | += A(i,j) * B(j,k)",
      })
  void sumsThatSomebodyPlacedStayWhereTheyAre(String text, String assigned) {
    Assignment written = Parser.parse(text);
    TensorType matrix = TensorType.of(ElementType.FLOAT64, Formats.dense(2));
    TensorType vector = TensorType.of(ElementType.FLOAT64, Formats.dense(1));
    Map<String, TensorType> types = Map.of("A", matrix, "B", matrix, "x", vector);
    LoopProgram loops =
        Legaliser.legalise(
            Reductions.bind(written),
            types,
            vector,
            Guidance.of(written.value(), Measurements.NONE));
    assertThat(LoopPrinter.print(loops)).contains(assigned + "\n");
  }
}
