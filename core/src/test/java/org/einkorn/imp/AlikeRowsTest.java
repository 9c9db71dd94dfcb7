package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.variable;
import static org.einkorn.imp.Imp.whileLoop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlikeRowsTest {
  private static final int COLUMNS = 7;
  private static final int ENOUGH_REGISTERS = 32;

  private final Type doubles = Type.arrayOf(ElementType.FLOAT64);
  private final Variable pos = variable("pos", Type.INT32_ARRAY);
  private final Variable crd = variable("crd", Type.INT32_ARRAY);
  private final Variable vals = variable("vals", doubles);
  private final Variable b = variable("B_vals", doubles);
  private final Variable c = variable("C_vals", doubles);
  private final Variable rows = variable("rows", Type.INT32);
  private final Variable i = variable("i", Type.INT32);
  private final Variable p = variable("p", Type.INT32);
  private final Variable k = variable("k", Type.INT32);
  private final Variable t = variable("t", new Type.Vector(ElementType.FLOAT64, 2));
  private final Exp zero = constant(new Constant(ElementType.FLOAT64, 0.0));

  private Function function(Stmt row) {
    return new Function(
        "f",
        List.of(pos, crd, vals, b, c, rows),
        List.of(c),
        block(forLoop(i, constant(0), rows, row)));
  }

  /** Two columns of a row in a register. */
  private List<Stmt> columns(int width, Exp first) {
    Exp factor = new Exp.Broadcast(load(vals, p), 2);
    Exp read = new Exp.LoadVector(b, add(multiply(k, constant(width)), first), 2);
    Exp product = new Exp.Binary(Exp.BinaryOp.MULTIPLY, factor, read);
    return List.of(
        declare(t, new Exp.Broadcast(zero, 2)),
        forLoop(
            p,
            load(pos, i),
            load(pos, add(i, constant(1))),
            block(
                declare(k, load(crd, p)), assign(t, new Exp.Binary(Exp.BinaryOp.ADD, t, product)))),
        store(c, add(multiply(i, constant(width)), first), t));
  }

  private Function ofTwoColumns() {
    return function(block(columns(2, constant(0))));
  }

  private Function ofTiles(int width) {
    Variable tile = variable("tile", Type.INT32);
    List<Stmt> turn = new ArrayList<>(columns(width, tile));
    turn.add(assign(tile, add(tile, constant(2))));
    return function(
        block(
            declare(tile, constant(0)),
            whileLoop(less(tile, constant(width)), new Stmt.Block(turn))));
  }

  @Test
  void rowsReadOnceWhatTheyShare() {
    // Three rows would need 8 registers.
    Function together = AlikeRows.of(ofTwoColumns(), 7).orElseThrow();
    assertThat(Printer.print(together.body()))
        .isEqualTo(
            """
            {
              int i = 0;
              int i_end = rows;
              while (i < i_end) {
                int alike = 1;
                if (alike == 1 && i + 1 < i_end) {
                  int begin = pos[i];
                  int length = pos[i + 1] - begin;
                  if (0 < length && pos[i + 2] == begin + length + length && crd[begin] == crd[begin + length] && crd[begin + (length - 1)] == crd[begin + length + (length - 1)]) {
                    int differences = 0;
                    int i_2 = i + 1;
                    double<2> t = double<2>(0.0);
                    double<2> t_2 = double<2>(0.0);
                    for (int p = pos[i]; p < pos[i + 1]; p++) {
                      int p_2 = p + length;
                      int k = crd[p];
                      differences |= crd[p_2] - k;
                      double<2> B_row = B_vals[k * 2 : 2];
                      t += double<2>(vals[p]) * B_row;
                      t_2 += double<2>(vals[p_2]) * B_row;
                    }
                    C_vals[i * 2 : 2] = t;
                    C_vals[i_2 * 2 : 2] = t_2;
                    alike = differences == 0 ? 2 : 1;
                  }
                }
                if (alike == 1) {
                  double<2> t = double<2>(0.0);
                  for (int p = pos[i]; p < pos[i + 1]; p++) {
                    int k = crd[p];
                    t += double<2>(vals[p]) * B_vals[k * 2 : 2];
                  }
                  C_vals[i * 2 : 2] = t;
                }
                i += alike;
              }
            }
            """);
  }

  /** Rows that are alike or not, or seem to be; three, two or none of a kind. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 6})
  void theSameBits(int width) {
    Function plain = width == 2 ? ofTwoColumns() : ofTiles(width);
    Function together = AlikeRows.of(plain, ENOUGH_REGISTERS).orElseThrow();
    SplittableRandom random = new SplittableRandom(width);
    for (int turn = 0; turn < 300; turn++) {
      Object[] arguments = arguments(random, width);
      Object[] others = arguments.clone();
      others[4] = ((double[]) arguments[4]).clone();
      Evaluator.run(plain, arguments);
      Evaluator.run(together, others);
      assertThat(others[4]).isEqualTo(arguments[4]);
    }
  }

  private static Object[] arguments(SplittableRandom random, int width) {
    int count = random.nextInt(12);
    int[][] kinds = new int[2][];
    Arrays.setAll(kinds, kind -> coordinates(random));
    int[] pos = new int[count + 1];
    IntStream.Builder crd = IntStream.builder();
    for (int row = 0; row < count; row++) {
      int[] own = random.nextInt(6) == 0 ? coordinates(random) : kinds[row / 3 % 2];
      Arrays.stream(own).forEach(crd::add);
      pos[row + 1] = pos[row] + own.length;
    }
    return new Object[] {
      pos,
      crd.build().toArray(),
      random.doubles(pos[count]).toArray(),
      random.doubles((long) COLUMNS * width).toArray(),
      random.doubles((long) count * width).toArray(),
      count
    };
  }

  private static int[] coordinates(SplittableRandom random) {
    return IntStream.range(0, COLUMNS)
        .filter(j -> j == 0 || j == COLUMNS - 1 || random.nextBoolean())
        .filter(j -> random.nextInt(8) > 0)
        .toArray();
  }

  @Test
  void threeRowsWhereThereIsRoom() {
    assertThat(Printer.print(AlikeRows.of(ofTwoColumns(), 8).orElseThrow()))
        .contains("differences == 0 ? 3 : 1", "differences == 0 ? 2 : 1");
    assertThat(AlikeRows.of(ofTwoColumns(), 5)).isEmpty();
  }

  private void isLeftAlone(Stmt... row) {
    assertThat(AlikeRows.of(function(new Stmt.Block(List.of(row))), ENOUGH_REGISTERS)).isEmpty();
  }

  /** The entries of a row, with something that is done for each besides. */
  private Stmt entries(Stmt... more) {
    Stmt.For loop = (Stmt.For) columns(2, constant(0)).get(1);
    List<Stmt> body = new ArrayList<>(Walk.statements(loop.body()));
    body.addAll(List.of(more));
    return forLoop(p, loop.from(), loop.to(), new Stmt.Block(body));
  }

  /** Rows that are not alike after all would leave something where it does not belong. */
  @Test
  void whereSomethingIsWrittenDependsOnTheRowAlone() {
    Stmt begin = columns(2, constant(0)).get(0);
    isLeftAlone(begin, entries(store(c, add(i, k), load(vals, p))));
    isLeftAlone(begin, entries(store(c, p, load(vals, p))));
    Variable last = variable("last", Type.INT32);
    Stmt none = declare(last, constant(0));
    isLeftAlone(begin, none, entries(assign(last, k)), store(c, add(i, last), t));
    isLeftAlone(begin, none, entries(assign(last, p)), store(c, add(i, last), t));
    Stmt store = columns(2, constant(0)).get(2);
    isLeftAlone(
        begin,
        none,
        entries(assign(last, k)),
        store,
        whileLoop(less(last, constant(3)), assign(last, add(last, constant(1)))));
  }

  @Test
  void rowsThatAreNotOfOneMatrixAreLeftAlone() {
    Variable otherPos = variable("C_pos", Type.INT32_ARRAY);
    Variable otherCrd = variable("C_crd", Type.INT32_ARRAY);
    List<Stmt> row = columns(2, constant(0));
    for (Variable other : List.of(otherPos, otherCrd)) {
      Variable own = other.equals(otherPos) ? pos : crd;
      Map<Variable, Exp> others = new HashMap<>(Map.of(own, other));
      Copying.rename(row.get(1), v -> variable(v.name() + "_2", v.type()), others);
      Stmt loop = Copying.replace(row.get(1), others);
      Function two =
          new Function(
              "f",
              List.of(pos, crd, vals, b, c, rows, otherPos, otherCrd),
              List.of(c),
              block(
                  forLoop(i, constant(0), rows, block(row.get(0), row.get(1), loop, row.get(2)))));
      assertThat(AlikeRows.of(two, ENOUGH_REGISTERS)).isEmpty();
    }
  }

  @Test
  void whatRowsDoToAnythingElseIsLeftAlone() {
    List<Stmt> row = columns(2, constant(0));
    Variable sum = variable("sum", Type.INT32);
    Stmt counted = block(row.get(0), row.get(1), row.get(2), assign(sum, add(sum, i)));
    Function counting =
        new Function(
            "f",
            List.of(pos, crd, vals, b, c, rows),
            List.of(c),
            block(declare(sum, constant(0)), forLoop(i, constant(0), rows, counted)));
    assertThat(AlikeRows.of(counting, ENOUGH_REGISTERS)).isEmpty();
    isLeftAlone(row.get(0), row.get(1), row.get(2), store(pos, i, constant(0)));
    isLeftAlone(row.get(0), row.get(1), row.get(2), store(c, constant(0), t));
    isLeftAlone(row.get(0), row.get(1), Imp.ifThen(less(i, constant(3)), row.get(2)));
  }

  /** What was computed in vain would be added to. */
  @Test
  void rowsThatAreReadAreLeftAlone() {
    List<Stmt> row = columns(2, constant(0));
    Exp old = new Exp.LoadVector(c, multiply(i, constant(2)), 2);
    assertThat(
            AlikeRows.of(
                function(block(declare(t, old), row.get(1), row.get(2))), ENOUGH_REGISTERS))
        .isEmpty();
  }

  /** Nothing is gained where rows read nothing at their coordinates. */
  @Test
  void rowsThatShareNothingAreLeftAlone() {
    Exp own = new Exp.LoadVector(b, p, 2);
    Stmt entry =
        block(declare(k, load(crd, p)), assign(t, new Exp.Binary(Exp.BinaryOp.ADD, t, own)));
    List<Stmt> row = columns(2, constant(0));
    Stmt.For loop = (Stmt.For) row.get(1);
    assertThat(
            AlikeRows.of(
                function(block(row.get(0), forLoop(p, loop.from(), loop.to(), entry), row.get(2))),
                ENOUGH_REGISTERS))
        .isEmpty();
  }
}
