package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.lower.Projection;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Parser;
import org.einkorn.storage.Storage;
import org.junit.jupiter.api.Test;

class LastRunTest {
  private static final int SIZE = 600;
  private static final TensorType MATRIX = type("dd", 2);
  private static final TensorType VECTOR = type("d", 1);

  private final Assignment product = Parser.parse("y(i) = A(i,j) * x(j)");
  private final Executable executable =
      new Executable(
          Compiler.compile(product, Map.of("A", MATRIX, "x", VECTOR), VECTOR), Projection.FUSED);
  private final Map<String, Storage> tensors = tensors();
  private final Map<IndexVariable, Integer> sizes =
      Map.of(new IndexVariable("i"), SIZE, new IndexVariable("j"), SIZE);
  private final AtomicInteger asked = new AtomicInteger();
  private final LastRun last = new LastRun(SoftReference::new);

  private static TensorType type(String format, int order) {
    return new TensorType(ElementType.FLOAT64, Formats.parse(format, order), Constant.of(0));
  }

  private static Map<String, Storage> tensors() {
    double[] matrix = new double[SIZE * SIZE];
    double[] vector = new double[SIZE];
    for (int k = 0; k < matrix.length; k++) {
      matrix[k] = k % 7;
      vector[k % SIZE] = k % 5;
    }
    return new HashMap<>(
        Map.of(
            "A", Storage.of(MATRIX, List.of(SIZE, SIZE), List.of(matrix)),
            "x", Storage.of(VECTOR, List.of(SIZE), List.of(vector))));
  }

  private Storage run(Optional<Spare> spare) {
    Storage result = executable.run(tensors, sizes, spare, new Fit());
    Supplier<Optional<Route>> route =
        () -> {
          asked.incrementAndGet();
          return executable.route(tensors, sizes, spare);
        };
    last.ran(tensors, sizes, result, route);
    return result;
  }

  @Test
  void theThirdRunOnTheSameTensorsKnowsTheWay() {
    Storage first = run(Optional.empty());
    assertThat(last.again(tensors, sizes, Optional.empty())).isNull();
    assertThat(asked).hasValue(0);
    run(Optional.empty());
    assertThat(asked).hasValue(1);
    Storage again = last.again(tensors, sizes, Optional.empty());
    assertThat((double[]) again.values()).isEqualTo((double[]) first.values());
    assertThat(again.values()).isNotSameAs(first.values());
    run(Optional.empty());
    assertThat(asked).hasValue(1);
  }

  @Test
  void otherTensorsGoAnotherWay() {
    run(Optional.empty());
    run(Optional.empty());
    assertThat(last.again(new HashMap<>(tensors), sizes, Optional.empty())).isNull();
    assertThat(last.again(tensors, new HashMap<>(sizes), Optional.empty())).isNull();
  }

  @Test
  void theWayOverAnotherResultIsOneOfItsOwn() {
    Storage expected = run(Optional.empty());
    Storage old = run(Optional.empty());
    Optional<Spare> spare = Optional.of(new Spare(old, true));
    assertThat(last.again(tensors, sizes, spare)).isNull();
    LastRun over = new LastRun(SoftReference::new);
    over.ran(tensors, sizes, expected, Optional::empty);
    over.ran(tensors, sizes, expected, () -> executable.route(tensors, sizes, spare));
    assertThat(over.again(tensors, sizes, Optional.empty())).isNull();
    Storage written = over.again(tensors, sizes, spare);
    assertThat(written.values()).isSameAs(old.values());
    assertThat((double[]) written.values()).isEqualTo((double[]) expected.values());
  }
}
