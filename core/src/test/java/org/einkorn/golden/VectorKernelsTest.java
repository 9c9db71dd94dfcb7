package org.einkorn.golden;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Function;
import org.einkorn.imp.Printer;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Parser;
import org.einkorn.runtime.Compiler;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Well-known kernels with rows in registers of 512 bits. */
class VectorKernelsTest {
  record Kernel(String name, String statement, Map<String, String> formats, int length) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Kernel> kernels() {
    return Stream.of(
        new Kernel("spmm", "C(i,j) = A(i,k) * B(k,j)", Map.of("A", "csr"), 16),
        new Kernel("spmm-tiles", "C(i,j) = A(i,k) * B(k,j)", Map.of("A", "csr"), 150),
        new Kernel("sddmm", "C(i,j) = A(i,j) * B(i,k) * D(j,k)", csr("A", "C"), 20),
        new Kernel("mttkrp", "Y(i,r) = A(i,j,k) * B(j,r) * D(k,r)", Map.of("A", "csf"), 32),
        new Kernel("ttm", "Y(i,j,r) = A(i,j,k) * B(k,r)", Map.of("A", "csf", "Y", "ssd"), 8));
  }

  private static Map<String, String> csr(String... names) {
    Map<String, String> formats = new HashMap<>();
    for (String name : names) {
      formats.put(name, "csr");
    }
    return formats;
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void readsAsBefore(Kernel kernel) throws IOException {
    Assignment statement = Parser.parse(kernel.statement());
    Map<String, TensorType> inputs = new LinkedHashMap<>();
    for (Access a : Expressions.accesses(statement.value())) {
      inputs.put(a.tensor(), type(kernel, a));
    }
    Compiler.Compilation compiled =
        Compiler.compile(statement, inputs, type(kernel, statement.target()));
    Map<IndexVariable, Integer> sizes = new HashMap<>();
    for (String name : new String[] {"i", "j", "k", "r"}) {
      sizes.put(new IndexVariable(name), kernel.length());
    }
    Function vectors = Compiler.inVectors(compiled, sizes, type -> 8, 2).orElseThrow();
    Golden.check("vectors/" + kernel.name(), Printer.print(vectors));
  }

  private static TensorType type(Kernel kernel, Access access) {
    String format = kernel.formats().getOrDefault(access.tensor(), "dense");
    return TensorType.of(ElementType.FLOAT64, Formats.parse(format, access.order()));
  }
}
