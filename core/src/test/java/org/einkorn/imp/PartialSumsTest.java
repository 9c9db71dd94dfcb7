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
import static org.einkorn.imp.Imp.variable;

import java.util.Arrays;
import java.util.List;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartialSumsTest {
  private final Variable i = variable("i", Type.INT32);
  private final Variable n = variable("n", Type.INT32);
  private final Variable pos = variable("pos", Type.INT32_ARRAY);

  private Function sum(ElementType element, Exp from, Exp to) {
    Variable x = variable("x", Type.arrayOf(element));
    Variable y = variable("y", Type.arrayOf(element));
    Variable t = variable("t", Type.of(element));
    return new Function(
        "f",
        List.of(x, y, pos, n),
        List.of(),
        block(
            declare(t, constant(Constant.zero(element))),
            forLoop(i, from, to, assign(t, add(t, multiply(load(x, i), load(x, i))))),
            store(y, constant(0), t)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 15, 16, 101})
  void everythingIsAddedOnce(int length) {
    Function split = PartialSums.split(sum(ElementType.FLOAT64, constant(0), n));
    Verifier.verify(split);
    assertThat(Printer.print(split))
        .contains("t += t_2 + t_3 + (t_4 + t_5) + (t_6 + t_7 + (t_8 + t_9));");
    double[] x = new double[length];
    Arrays.setAll(x, k -> k + 1);
    double[] y = new double[1];
    JvmCompiler.compile(split).run(new Object[] {x, y, new int[2], length});
    assertThat(y[0]).isEqualTo(length * (length + 1.0) * (2.0 * length + 1) / 6);
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"INT32", "INT64", "FLOAT32", "FLOAT64"})
  void onlyWhatIsRoundedWaits(ElementType element) {
    Function whole = sum(element, constant(0), n);
    assertThat(PartialSums.split(whole) == whole).isEqualTo(!element.isFloat());
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"FLOAT32", "FLOAT64"})
  void whatIsStoredOfARowIsLeftAlone(ElementType element) {
    Function row = sum(element, load(pos, constant(0)), load(pos, constant(1)));
    assertThat(PartialSums.split(row)).isSameAs(row);
  }
}
