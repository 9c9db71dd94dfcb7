package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Optimiser;
import org.einkorn.lower.ChunkCode;
import org.einkorn.notation.Parser;
import org.einkorn.storage.Storage;
import org.junit.jupiter.api.Test;

class FormedFunctionTest {
  private static final int ROWS = 100;

  private static final TensorType MATRIX = TensorType.of(ElementType.FLOAT64, Formats.csr());
  private static final TensorType VECTOR = TensorType.of(ElementType.FLOAT64, Formats.dense(1));

  private final int[] bounds = new int[ROWS + 1];
  private final Object[] arguments = {
    bounds, new int[100 * ROWS], new double[100 * ROWS], new double[ROWS], ROWS, ROWS
  };

  private static FormedFunction product(boolean inAnyOrder) {
    Map<String, TensorType> inputs = new LinkedHashMap<>(); // in the order of the arguments
    inputs.put("A", MATRIX);
    inputs.put("x", VECTOR);
    ChunkCode code =
        Compiler.divide(Compiler.compile(Parser.parse("y(i) = A(i,j) * x(j)"), inputs, VECTOR))
            .orElseThrow();
    return FormedFunction.of(Optimiser.split(code.chunk()), code.parameters(), () -> inAnyOrder)
        .orElseThrow();
  }

  private void rowsOf(int length) {
    Arrays.setAll(bounds, i -> i * length);
  }

  private Operands matrix() {
    Storage a =
        Storage.of(MATRIX, List.of(ROWS, ROWS), List.of(arguments[0], arguments[1], arguments[2]));
    Storage x = new Storage(VECTOR, List.of(ROWS), List.of(List.of()), arguments[3]);
    return new Operands(Map.of("A", a, "x", x), arguments);
  }

  private CompiledFunction suited(FormedFunction product) {
    return product.suited(matrix(), arguments).function();
  }

  @Test
  void anotherFormForOtherRows() {
    FormedFunction product = product(true);
    rowsOf(1);
    CompiledFunction ofFew = suited(product);
    rowsOf(10);
    CompiledFunction ofSome = suited(product);
    rowsOf(100);
    assertThat(suited(product)).isNotSameAs(ofFew).isNotSameAs(ofSome);
    rowsOf(10);
    assertThat(suited(product)).isSameAs(ofSome).isNotSameAs(ofFew);
  }

  /** A result may be written over another: the arrays are the same, and other rows are in them. */
  @Test
  void rowsAreLookedAtAgainInAnotherTensorOnly() {
    FormedFunction product = product(true);
    rowsOf(100);
    Operands matrix = matrix();
    CompiledFunction ofMany = product.suited(matrix, arguments).function();
    rowsOf(10);
    assertThat(product.suited(matrix, arguments).function()).isSameAs(ofMany);
    assertThat(suited(product)).isNotSameAs(ofMany);
  }

  @Test
  void longRowsWhereTheOrderIsGiven() {
    FormedFunction product = product(false);
    rowsOf(10);
    CompiledFunction ofSome = suited(product);
    rowsOf(100);
    assertThat(suited(product)).isSameAs(ofSome);
  }
}
