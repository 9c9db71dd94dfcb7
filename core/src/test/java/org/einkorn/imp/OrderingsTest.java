package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderingsTest {
  private final Variable list = Imp.variable("list", Type.INT32_ARRAY);
  private final Variable bits = Imp.variable("bits", Type.arrayOf(ElementType.INT64));
  private final Variable n = Imp.variable("n", Type.INT32);
  private final Variable size = Imp.variable("size", Type.INT32);
  private final Function calling =
      new Function(
          "f",
          List.of(list, n, bits, size),
          List.of(),
          Imp.run(RuntimeFunction.SORT_TOUCHED, list, n, bits, size));

  private Function written() {
    Stmt body =
        new Orderings(new LocalNames(calling), calling.body(), false).written(calling.body());
    Function written =
        new Function("g", calling.parameters(), calling.results(), new Stmt.Block(List.of(body)));
    Verifier.verify(written);
    return written;
  }

  @ParameterizedTest
  @CsvSource({
    "1,0",
    "1,1",
    "40,32",
    "40,33",
    "64,64",
    "4097,300",
    "4096,40",
    "70000,100",
    "5000000,60"
  })
  void givesTheSameOrderAndClearsTheBits(int dimension, int count) {
    int[] coordinates =
        new SplittableRandom(7).ints(0, dimension).distinct().limit(count).toArray();
    int[] expected = coordinates.clone();
    Arrays.sort(expected);
    long[] words = new long[dimension / 64 + dimension / 4096 + 2];
    Evaluator.run(written(), new Object[] {coordinates, count, words, dimension});
    assertThat(coordinates).isEqualTo(expected);
    assertThat(words).containsOnly(0);
  }

  @Test
  void callsOnlyWhereCoordinatesLieFarApart() {
    assertThat(Printer.print(written()))
        .contains("if (n <= 32) {")
        .containsOnlyOnce("} else if (n < size >>> 16) {\n    sortTouched(list, n, bits, size);");
  }

  /** What a loop over the ordered coordinates finds, one after the other. */
  private final Variable found = Imp.variable("found", Type.INT32_ARRAY);

  private final Variable next = Imp.variable("next", Type.INT32);
  private final Variable p = Imp.variable("p", Type.INT32);
  private final Variable j = Imp.variable("j", Type.INT32);
  private final Stmt order = Imp.run(RuntimeFunction.SORT_TOUCHED, list, n, bits, size);
  private final Stmt begin = Imp.declare(next, Imp.constant(0));

  private Stmt each(Stmt... more) {
    List<Stmt> body = new ArrayList<>();
    body.add(Imp.declare(j, Imp.load(list, p)));
    body.add(Imp.store(found, next, Imp.add(j, Imp.load(list, p))));
    body.add(Imp.increment(next));
    body.addAll(List.of(more));
    return Imp.forLoop(p, Imp.constant(0), n, new Stmt.Block(body));
  }

  private Function joined(Stmt... statements) {
    Function whole =
        new Function(
            "f",
            List.of(list, n, bits, size, found),
            List.of(),
            new Stmt.Block(List.of(statements)));
    Orderings orderings = new Orderings(new LocalNames(whole), whole.body(), false);
    List<Stmt> body =
        orderings.joined(List.of(statements)).stream().map(orderings::written).toList();
    Function written = new Function("g", whole.parameters(), whole.results(), new Stmt.Block(body));
    Verifier.verify(written);
    return written;
  }

  @ParameterizedTest
  @CsvSource({"1,0", "1,1", "40,32", "40,33", "64,64", "4097,300", "70000,100", "5000000,60"})
  void aLoopGetsEachCoordinateInOrder(int dimension, int count) {
    int[] coordinates =
        new SplittableRandom(8).ints(0, dimension).distinct().limit(count).toArray();
    int[] expected = Arrays.stream(coordinates).sorted().map(c -> 2 * c).toArray();
    long[] words = new long[dimension / 64 + dimension / 4096 + 2];
    int[] twice = new int[count];
    Evaluator.run(
        joined(order, begin, each()), new Object[] {coordinates, count, words, dimension, twice});
    assertThat(twice).isEqualTo(expected);
    assertThat(words).containsOnly(0);
  }

  @Test
  void whereBitsAreWalkedTheLoopReadsNoList() {
    assertThat(Printer.print(joined(order, begin, each())))
        .contains(
            """
                    while (rest != 0L) {
                      int touched = base | (int) trailingZeros(rest);
                      rest &= rest - 1L;
                      found[next] = touched + touched;
                      next++;
                    }
            """);
  }

  @Test
  void whoNeedsTheListHasItInOrder() {
    String listed = "list\\[next\\w*\\] = touched";
    Stmt reading = Imp.store(found, Imp.constant(0), Imp.load(list, Imp.constant(0)));
    assertThat(Printer.print(joined(order, begin, each(), reading))).containsPattern(listed);
    assertThat(Printer.print(joined(order, reading, begin, each()))).containsPattern(listed);
    assertThat(Printer.print(joined(order, begin, each(Imp.store(found, next, p)))))
        .containsPattern(listed);
    assertThat(Printer.print(joined(order, begin, Imp.assign(n, Imp.constant(1)), each())))
        .containsPattern(listed);
    assertThat(Printer.print(joined(order, begin, each(Imp.assign(n, Imp.constant(1))))))
        .containsPattern(listed);
    assertThat(Printer.print(joined(order, begin, each(Imp.store(list, p, next)))))
        .containsPattern(listed);
    Stmt marking = Imp.store(bits, next, Imp.constant(0L));
    assertThat(Printer.print(joined(order, begin, each(marking)))).containsPattern(listed);
    assertThat(Printer.print(joined(order, begin, marking, each()))).containsPattern(listed);
    assertThat(Printer.print(joined(order, begin, Imp.assign(size, Imp.constant(1)), each())))
        .containsPattern(listed);
  }

  @Test
  void aLoopThatMayEndEarlyHasTheListInOrder() {
    Stmt leaving = each(Imp.breakTo("out"));
    Function whole =
        new Function(
            "f",
            List.of(list, n, bits, size, found),
            List.of(),
            Imp.labelled("out", Imp.block(begin, order, leaving)));
    assertThat(OrderedLoop.of(leaving, list, n, whole.body())).isEmpty();
    assertThat(OrderedLoop.of(each(), list, n, each())).isPresent();
  }

  @Test
  void eachOfTwoOrderingsHasItsLoop() {
    Variable other = Imp.variable("other", Type.INT32_ARRAY);
    Variable q = Imp.variable("q", Type.INT32);
    Stmt second = Imp.run(RuntimeFunction.SORT_TOUCHED, other, n, bits, size);
    Stmt more =
        Imp.forLoop(
            q,
            Imp.constant(0),
            n,
            Imp.block(Imp.store(found, next, Imp.load(other, q)), Imp.increment(next)));
    List<Stmt> statements = List.of(begin, order, each(), second, more);
    Function whole =
        new Function(
            "f", List.of(list, n, bits, size, found, other), List.of(), new Stmt.Block(statements));
    List<Stmt> joined =
        new Orderings(new LocalNames(whole), whole.body(), false).joined(statements);
    assertThat(joined)
        .containsExactly(
            begin, new Stmt.Block(List.of(order, each())), new Stmt.Block(List.of(second, more)));
  }
}
