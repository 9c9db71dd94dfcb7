package org.einkorn.golden;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Optimiser;
import org.einkorn.imp.Printer;
import org.einkorn.legalise.Legaliser;
import org.einkorn.loops.LoopPrinter;
import org.einkorn.loops.LoopProgram;
import org.einkorn.lower.Lowering;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.Parser;
import org.einkorn.notation.Reductions;
import org.einkorn.plan.Plan;
import org.einkorn.plan.PlanPrinter;
import org.einkorn.plan.Planner;
import org.einkorn.schedule.Guidance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The figures of the papers as this compiler writes them: every form on the way from notation to
 * code. {@code -Deinkorn.updateGolden=true} writes the files anew; read the difference before you
 * commit it.
 */
class GoldenTest {
  /**
   * A statement, the formats of its tensors, and whether intersections must merge rather than
   * search.
   */
  record Figure(String name, String statement, Map<String, String> formats, boolean mergeOnly) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Figure> figures() {
    return Stream.of(
        new Figure(
            "sparse-vector-add", "a(i) = b(i) + c(i)", Map.of("a", "s", "b", "s", "c", "s"), false),
        new Figure(
            "three-sparse-vectors",
            "a(i) = b(i) * c(i) + d(i)",
            Map.of("a", "s", "b", "s", "c", "s", "d", "s"),
            false),
        new Figure(
            "csr-add-into-dense",
            "A(i,j) = B(i,j) + C(i,j)",
            Map.of("A", "dd", "B", "csr", "C", "csr"),
            false),
        new Figure(
            "ttv-with-sparse-vector",
            "A(i,j) = B(i,j,k) * c(k)",
            Map.of("A", "ds", "B", "sss", "c", "s"),
            true),
        new Figure(
            "ttv-by-search",
            "A(i,j) = B(i,j,k) * c(k)",
            Map.of("A", "ds", "B", "sss", "c", "s"),
            false),
        new Figure(
            "masked-product",
            "C(i,j) = A(i,k) * B(k,j) where M(i,j)",
            Map.of("C", "csr", "A", "csr", "B", "csc", "M", "csr,bool"),
            false),
        new Figure(
            "convolution-of-a-sparse-vector",
            "y(i) = x(i+k) * w(k)",
            Map.of("y", "d", "x", "s", "w", "d"),
            false),
        new Figure(
            "convolution", "y(i) = x(i+k) * w(k)", Map.of("y", "d", "x", "d", "w", "d"), false),
        new Figure(
            "spmv-csr", "y(i) = A(i,j) * x(j)", Map.of("y", "d", "A", "csr", "x", "d"), false),
        new Figure(
            "spmv-coo-one-loop",
            "y(i) = A(i,j) * x(j)",
            Map.of("y", "d", "A", "coo", "x", "d"),
            false),
        spmv("spmv-coo-duplicates", "coo-duplicates"),
        new Figure(
            "coo-duplicates-times-csr",
            "A(i,j) = B(i,j) * C(i,j)",
            Map.of("A", "csr", "B", "coo-duplicates", "C", "csr"),
            false),
        new Figure(
            "coo-unsorted-plus-csr",
            "A(i,j) = B(i,j) + C(i,j)",
            Map.of("A", "csr", "B", "coo-unsorted", "C", "csr"),
            false),
        spmv("spmv-dia", "dia"),
        spmv("spmv-ell", "ell"),
        spmv("spmv-bcsr", "bcsr(4,4)"),
        spmv("spmv-row-slices", "sd"),
        spmv("spmv-column-slices", "sd:1,0"),
        new Figure(
            "spmv-sparse-vector",
            "y(i) = A(i,j) * x(j)",
            Map.of("y", "d", "A", "csr", "x", "s"),
            false),
        new Figure(
            "spmv-hashed-vector",
            "y(i) = A(i,j) * x(j)",
            Map.of("y", "d", "A", "csr", "x", "hash"),
            false),
        new Figure(
            "bitmap-add",
            "a(i) = b(i) + c(i)",
            Map.of("a", "s", "b", "bitmap", "c", "bitmap"),
            false),
        new Figure(
            "csr-times-coo-chained",
            "A(i,j) = B(i,j) * C(i,j)",
            Map.of("A", "dd", "B", "csr", "C", "coo"),
            false),
        new Figure(
            "product-row-by-row",
            "A(i,j) = B(i,k) * C(k,j)",
            Map.of("A", "csr", "B", "csr", "C", "csr"),
            false),
        new Figure(
            "any-in-row",
            "y(i) = any(j, A(i,j) && x(j))",
            Map.of("y", "d,bool", "A", "csr,bool", "x", "d,bool"),
            false),
        new Figure(
            "any-in-both",
            "a = any(i, x(i) && y(i))",
            Map.of("a", ",bool", "x", "s,bool", "y", "s,bool"),
            true),
        new Figure(
            "smallest-of-sums", // left at -∞
            "y(i) = min(j, A(i,j) + x(j))",
            Map.of("y", "d", "A", "csr", "x", "d"),
            false),
        new Figure(
            "sampled-product", // only values: the pattern is that of A
            "S(i,j) = A(i,j) * C(i,k) * D(j,k)",
            Map.of("S", "csr", "A", "csr", "C", "dd", "D", "dd"),
            false),
        new Figure(
            "ttm", // likewise, with dense rows under the entries
            "A(i,j,l) = B(i,j,k) * C(k,l)",
            Map.of("A", "ssd", "B", "sss", "C", "dd"),
            false),
        new Figure(
            "mttkrp",
            "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)",
            Map.of("A", "dd", "B", "sss", "C", "dd", "D", "dd"),
            false));
  }

  private static Figure spmv(String name, String format) {
    return new Figure(name, "y(i) = A(i,j) * x(j)", Map.of("y", "d", "A", format, "x", "d"), false);
  }

  @ParameterizedTest
  @MethodSource("figures")
  void readsAsBefore(Figure figure) throws IOException {
    Golden.check(figure.name(), forms(figure));
  }

  static String forms(Figure figure) {
    Assignment bound = Reductions.bind(Parser.parse(figure.statement()));
    Map<String, TensorType> inputs = new LinkedHashMap<>();
    for (Access a : Expressions.accesses(bound.value())) {
      inputs.put(a.tensor(), type(figure.formats().get(a.tensor()), a.order()));
    }
    TensorType result =
        type(figure.formats().get(bound.target().tensor()), bound.target().indices().size());
    LoopProgram loops = Legaliser.legalise(bound, inputs, result, Guidance.NONE);
    Plan plan = Planner.plan(loops, figure.mergeOnly());
    return String.join(
        "\n",
        "notation",
        "--------",
        org.einkorn.notation.Printer.print(bound) + "\n",
        "loops",
        "-----",
        LoopPrinter.print(loops),
        "plan",
        "----",
        PlanPrinter.print(plan),
        "imp",
        "---",
        Printer.print(Optimiser.optimise(Lowering.lower(loops, plan).function())));
  }

  /** A format, and perhaps an element type after a comma. */
  private static TensorType type(String text, int order) {
    int comma = text.lastIndexOf(",bool");
    return comma < 0
        ? TensorType.of(ElementType.FLOAT64, Formats.parse(text, order))
        : TensorType.of(ElementType.BOOL, Formats.parse(text.substring(0, comma), order));
  }
}
