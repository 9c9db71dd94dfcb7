package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.update;
import static org.einkorn.imp.Imp.variable;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.backend.jvm.VectorUnit;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Vectors compute the same bits as the code that they come from. */
class VectorFormTest {
  private static final int ROWS = 3;
  private static final int ENTRIES = 7;

  /** Longer than a tile of the widest registers. */
  private static final int LONGEST = 150;

  private final Variable i = variable("i", Type.INT32);
  private final Variable j = variable("j", Type.INT32);
  private final Variable p = variable("p", Type.INT32);
  private final Variable k = variable("k", Type.INT32);
  private final Variable n = variable("n", Type.INT32);
  private final Variable pos = variable("pos", Type.INT32_ARRAY);
  private final Variable crd = variable("crd", Type.INT32_ARRAY);

  /** {@code C(i,j) op= vals(p) * B(k,j)} for all entries p of each row i, and k is where p is. */
  private Function product(ElementType element, BinaryOp op) {
    Variable vals = variable("vals", Type.arrayOf(element));
    Variable b = variable("B", Type.arrayOf(element));
    Variable c = variable("C", Type.arrayOf(element));
    Variable a = variable("a", Type.of(element));
    Stmt row =
        forLoop(
            j,
            constant(0),
            n,
            update(
                c,
                add(multiply(i, n), j),
                op,
                multiply(a, Imp.negate(load(b, add(multiply(k, n), j))))));
    return new Function(
        "product",
        List.of(pos, crd, vals, b, c, n),
        List.of(c),
        forLoop(
            i,
            constant(0),
            constant(ROWS),
            entries(block(declare(k, load(crd, p)), declare(a, load(vals, p)), row))));
  }

  /** The same into rows that are set to a constant first. */
  private Function cleared(Function product, ElementType element) {
    Variable c = product.results().getFirst();
    Variable first = variable("first", Type.INT32);
    Variable r = variable("r", Type.INT32);
    Stmt.For rows = (Stmt.For) product.body();
    Stmt.For entries = (Stmt.For) rows.body();
    Stmt clear =
        forLoop(
            r,
            constant(0),
            n,
            store(c, add(multiply(i, n), r), constant(Constant.of(3L).as(element))));
    Stmt loop = forLoop(p, first, entries.to(), entries.body());
    return new Function(
        product.name(),
        product.parameters(),
        product.results(),
        forLoop(
            i, constant(0), constant(ROWS), block(clear, declare(first, entries.from()), loop)));
  }

  private Stmt entries(Stmt body) {
    return forLoop(p, load(pos, i), load(pos, add(i, constant(1))), body);
  }

  /** A workspace is cleared, filled and read by rows of their own. */
  private Function factored(ElementType element) {
    Variable vals = variable("vals", Type.arrayOf(element));
    Variable b = variable("B", Type.arrayOf(element));
    Variable c = variable("C", Type.arrayOf(element));
    Variable w = variable("w", Type.arrayOf(element));
    Variable q = variable("q", Type.INT32);
    Variable j2 = variable("j_2", Type.INT32);
    Variable j3 = variable("j_3", Type.INT32);
    Variable both = variable("both", Type.of(element));
    Exp zero = constant(Constant.zero(element));
    Stmt fill =
        forLoop(
            q,
            constant(0),
            constant(2),
            forLoop(
                j2, constant(0), n, update(w, j2, BinaryOp.ADD, load(b, add(multiply(q, n), j2)))));
    Stmt use =
        forLoop(
            j3,
            constant(0),
            n,
            block(
                declare(both, multiply(load(w, j3), load(b, add(multiply(k, n), j3)))),
                update(c, add(multiply(i, n), j3), BinaryOp.ADD, multiply(both, load(vals, p)))));
    return new Function(
        "factored",
        List.of(pos, crd, vals, b, c, n),
        List.of(c),
        block(
            declare(w, new Exp.Allocate(element, n)),
            forLoop(
                i,
                constant(0),
                constant(ROWS),
                entries(
                    block(
                        declare(k, load(crd, p)),
                        forLoop(j, constant(0), n, store(w, j, zero)),
                        fill,
                        use)))));
  }

  /** {@code C(p) = vals(p) + B(i,j) * B(k,j)}, summed along j. */
  private Function dots(ElementType element) {
    Variable vals = variable("vals", Type.arrayOf(element));
    Variable b = variable("B", Type.arrayOf(element));
    Variable c = variable("C", Type.arrayOf(element));
    Variable t = variable("t", Type.of(element));
    Exp addend = multiply(load(b, add(multiply(i, n), j)), load(b, add(multiply(k, n), j)));
    return new Function(
        "dots",
        List.of(pos, crd, vals, b, c, n),
        List.of(c),
        forLoop(
            i,
            constant(0),
            constant(ROWS),
            entries(
                block(
                    declare(k, load(crd, p)),
                    declare(t, load(vals, p)),
                    forLoop(j, constant(0), n, assign(t, add(t, addend))),
                    store(c, p, t)))));
  }

  static Stream<ElementType> numbers() {
    return Stream.of(
        ElementType.INT32, ElementType.INT64, ElementType.FLOAT32, ElementType.FLOAT64);
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void products(ElementType element) {
    for (BinaryOp op : List.of(BinaryOp.ADD, BinaryOp.SUBTRACT, BinaryOp.MIN, BinaryOp.MAX)) {
      agree(product(element, op), element, 2, op == BinaryOp.ADD ? 1 : 11);
    }
    agree(cleared(product(element, BinaryOp.ADD), element), element, 2, 3);
  }

  /** The code for rows of that length, in vectors of eight. */
  private String inVectors(Function function, int length) {
    VectorForm form = VectorForm.of(function).orElseThrow();
    return Printer.print(form.with(Map.of(n, length), type -> 8, 2).orElseThrow());
  }

  @Test
  void registersStartWithWhatTheRowIsSetTo() {
    Function product = cleared(product(ElementType.FLOAT64, BinaryOp.ADD), ElementType.FLOAT64);
    assertThat(inVectors(product, 16))
        .isEqualTo(
            """
            product(int[] pos, int[] crd, double[] vals, double[] B, double[] C, int n) → C {
              for (int i = 0; i < 3; i++) {
                int first = pos[i];
                {
                  double<8> C_row = double<8>(3.0);
                  double<8> C_row_2 = double<8>(3.0);
                  for (int p = first; p < pos[i + 1]; p++) {
                    int k = crd[p];
                    double a = vals[p];
                    C_row += double<8>(a) * -B[k * 16 : 8];
                    C_row_2 += double<8>(a) * -B[k * 16 + 8 : 8];
                  }
                  C[i * 16 : 8] = C_row;
                  C[i * 16 + 8 : 8] = C_row_2;
                }
              }
            }
            """);
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void workspaces(ElementType element) {
    agree(factored(element), element, 2, 1);
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"FLOAT32", "FLOAT64"})
  void sums(ElementType element) {
    agree(dots(element), element, PartialSums.SUMS, 3);
  }

  /** For rows of many lengths and registers of several widths, evaluated and compiled. */
  private void agree(Function function, ElementType element, int shortest, int step) {
    VectorForm form = VectorForm.of(function).orElseThrow();
    assertThat(form.sizes()).containsExactly(n);
    for (int length = 2; length <= LONGEST; length += step) {
      Object[] expected = Evaluator.run(Optimiser.split(function), arguments(element, length));
      for (int lanes : new int[] {2, 4, 8, 16}) {
        Optional<Function> vectors = form.with(Map.of(n, length), type -> lanes, 2);
        assertThat(vectors.isPresent()).isEqualTo(length >= shortest);
        if (vectors.isPresent()) {
          assertThat(Evaluator.run(vectors.get(), arguments(element, length)))
              .as(() -> Printer.print(vectors.get()))
              .isEqualTo(expected);
        }
      }
      if (VectorUnit.isPresent() && length >= shortest && length % 7 == 0) {
        Function vectors = form.with(Map.of(n, length), VectorUnit::lanes, 2).orElseThrow();
        assertThat(JvmCompiler.compileWhole(vectors).orElseThrow().run(arguments(element, length)))
            .as(() -> Printer.print(vectors))
            .isEqualTo(expected);
      }
    }
  }

  private static Object[] arguments(ElementType element, int length) {
    SplittableRandom random = new SplittableRandom(length);
    Object vals = element.allocate(ENTRIES);
    Object b = element.allocate(4 * length);
    Object c = element.allocate(Math.max(ENTRIES, ROWS * length));
    for (Object array : List.of(vals, b, c)) {
      for (int at = 0; at < java.lang.reflect.Array.getLength(array); at++) {
        element.set(array, at, Constant.of(random.nextDouble(-100, 100)).as(element));
      }
    }
    return new Object[] {
      new int[] {0, 3, 3, ENTRIES}, new int[] {3, 0, 2, 1, 1, 3, 0}, vals, b, c, length
    };
  }

  @Test
  void aRowIsHeldInRegisters() {
    Function product = product(ElementType.FLOAT64, BinaryOp.ADD);
    assertThat(inVectors(product, 11))
        .isEqualTo(
            """
            product(int[] pos, int[] crd, double[] vals, double[] B, double[] C, int n) → C {
              for (int i = 0; i < 3; i++) {
                double<8> C_row = C[i * 11 : 8];
                double<2> C_row_2 = C[i * 11 + 8 : 2];
                double C_row_3 = C[i * 11 + 10];
                for (int p = pos[i]; p < pos[i + 1]; p++) {
                  int k = crd[p];
                  double a = vals[p];
                  C_row += double<8>(a) * -B[k * 11 : 8];
                  C_row_2 += double<2>(a) * -B[k * 11 + 8 : 2];
                  C_row_3 += a * -B[k * 11 + 10];
                }
                C[i * 11 : 8] = C_row;
                C[i * 11 + 8 : 2] = C_row_2;
                C[i * 11 + 10] = C_row_3;
              }
            }
            """);
  }

  /** Rows that others read at other places must be written at once. */
  @Test
  void rowsThatAreReadElsewhereAreLeftAlone() {
    Variable c = variable("C", Type.arrayOf(ElementType.FLOAT64));
    Exp before = load(c, j);
    Function function =
        new Function(
            "shifted",
            List.of(pos, c, n),
            List.of(c),
            forLoop(
                i,
                constant(0),
                constant(ROWS),
                entries(forLoop(j, constant(0), n, store(c, add(j, constant(1)), before)))));
    assertThat(VectorForm.of(function)).isEmpty();
  }
}
