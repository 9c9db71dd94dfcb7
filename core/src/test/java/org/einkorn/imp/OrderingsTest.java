package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;

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
    Stmt body = new Orderings(new LocalNames(calling)).written(calling.body());
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
}
