package org.einkorn.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.einkorn.Einkorn;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.junit.jupiter.api.Test;

/** Well-known kernels as machine code, for a processor with registers of 512 bits. */
class MachineKernelsTest {
  private static TensorType type(String format, int order) {
    return TensorType.of(ElementType.FLOAT64, Formats.parse(format, order));
  }

  @Test
  void spmv() throws IOException {
    String code =
        Einkorn.expression("y(i) = A(i,j) * x(j)")
            .withType("A", type("csr", 2))
            .withType("x", type("dense", 1))
            .compile()
            .machineCode(16);
    Golden.check("machine/spmv", code);
  }

  @Test
  void spmm() throws IOException {
    String code =
        Einkorn.expression("C(i,r) = A(i,j) * D(j,r)")
            .withType("A", type("csr", 2))
            .withType("D", type("dense", 2))
            .compile()
            .machineCode(16);
    Golden.check("machine/spmm", code);
  }

  /** Arrays are made, grow and are cut by the JVM. */
  @Test
  void spgemm() throws IOException {
    String code =
        Einkorn.expression("C(i,j) = A(i,k) * B(k,j)")
            .withType("A", type("csr", 2))
            .withType("B", type("csr", 2))
            .result("csr")
            .schedule("reorder(i,k,j); workspace(j,dense); parallelize(i,threads,none)")
            .compile()
            .machineCode(16);
    Golden.check("machine/spgemm", code);
  }

  /** What stands in the way is said after the code that it stands in. */
  @Test
  void codeThatIsLeftToTheJvm() {
    String code =
        Einkorn.expression("C(i,j) = A(i,k) * A(k,j)")
            .withType("A", type("csr", 2))
            .result("csr")
            .compile()
            .machineCode(16);
    assertThat(code)
        .startsWith("// chunk(")
        .contains("insert(w1_table, 0, j)")
        .endsWith("\nno machine code: the function has a parameter of type IndexTable\n");
  }
}
