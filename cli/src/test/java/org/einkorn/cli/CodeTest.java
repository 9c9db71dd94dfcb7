package org.einkorn.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.cli.Ran.einkorn;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CodeTest {
  @Test
  void showsNotation() {
    einkorn("code", "y(i) = A(i,j) * x(j)", "-f", "A=csr", "--show", "notation")
        .wrote("y(i) = sum(j, A(i,j) * x(j))");
  }

  @Test
  void showsLoopsOfTheTensorTimesVectorProduct() {
    Ran ran =
        einkorn(
            "code",
            "A(i,j) = B(i,j,k) * c(k)",
            "-f",
            "A=ds",
            "-f",
            "B=sss",
            "-f",
            "c=s",
            "--show",
            "loops");
    assertThat(ran.out()).contains("forall i\n", "forall j\n", "forall k\n");
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void everyFormIsShown() {
    List<CodeCommand.Form> forms = new ArrayList<>(List.of(CodeCommand.Form.values()));
    forms.remove(CodeCommand.Form.rows); // those of this product have loops in them
    forms.remove(CodeCommand.Form.machine); // such a schedule makes no chunks
    for (CodeCommand.Form form : forms) {
      Ran ran =
          einkorn(
              "code",
              "C(i,j) = A(i,k) * B(k,j)",
              "-f",
              "A=csr",
              "--schedule",
              "split(i,i0,i1,8); reorder(i0,i1,k,j)",
              "--show",
              form.toString());
      assertThat(ran.code()).isZero();
      assertThat(ran.out()).isNotBlank();
    }
  }

  @Test
  void rowsOfEveryKind() {
    String[] product = {"code", "y(i) = A(i,j) * x(j)", "-f", "A=csr", "--show", "rows"};
    assertThat(einkorn(product).out())
        .contains(
            "// for rows that end where they are expected to",
            "// for rows of few entries",
            "// for rows of ever different lengths, or with entries far apart",
            "    if (pA2_begin < pA2_end) {",
            "      if (pA2 == pA2_last) {");
    Ran none = einkorn("code", "C(i,j) = A(i,k) * B(k,j)", "-f", "A=csr", "--show", "rows");
    assertThat(none.out()).isEmpty();
    assertThat(none.err())
        .contains("There is no innermost loop over the entries of each row that runs in chunks.");
  }

  @Test
  void rowsInVectorRegisters() {
    String[] product = {"code", "C(i,j) = A(i,k) * B(k,j)", "-f", "A=csr", "--show", "vectors"};
    assertThat(einkorn(product).out())
        .contains("C_row += double<")
        .containsPattern(
            "B_vals\\[k \\* 32( \\+ \\w+)? : "); // as many as the machine's registers take
    Ran none = einkorn("code", "y(i) = A(i,j) * x(j)", "-f", "A=csr", "--show", "vectors");
    assertThat(none.out()).isEmpty();
    assertThat(none.err())
        .contains("There are no rows or sums along dense memory to compute in vectors.");
  }

  private static String[] with(String[] first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void instructionsOfTheMachine() {
    String[] product = {"code", "C(i,j) = A(i,k) * B(k,j)", "-f", "A=csr", "--show", "machine"};
    assertThat(einkorn(product).out())
        .contains("//     C_vals[i * 32 : 8] = C_row;", "// ", "vaddpd zmm", "prefetcht0 [")
        .endsWith("  ret\n");
    String[] sparse = {"code", "C(i,j) = A(i,j) + B(i,j)", "-f", "A=csr", "-f", "B=csr"};
    assertThat(einkorn(with(sparse, "-f", "C=csr", "--show", "machine")).out())
        .contains("// before(", "// loop(", "jl loop", "// after(");
    String[] hashed = {"code", "C(i,j) = A(i,k) * B(k,j)", "-f", "A=csr", "-f", "B=csr"};
    assertThat(einkorn(with(hashed, "-f", "C=csr", "--show", "machine")).out())
        .contains("// chunk(", "no machine code: the function has ");
    Ran none = einkorn("code", "a = 1", "--show", "machine");
    assertThat(none.out()).isEmpty();
    assertThat(none.err())
        .contains("The loops cannot be divided into chunks, and only chunks run as machine code.");
  }

  @Test
  void showsWhereVariablesOfAScheduleComeFrom() {
    String[] spmv = {"code", "y(i) = A(i,j) * x(j)", "-f", "A=csr", "--show", "provenance"};
    Ran ran = einkorn(with(spmv, "--schedule", "fuse(i,j,f); pos(f,p,A(i,j)); split(p,p0,p1,16)"));
    assertThat(ran.out())
        .isEqualTo(
            """
            i, j -> f   fused
            f -> p   positions of A2
            p -> p0, p1   split by 16
            """);
    assertThat(einkorn(spmv).out()).isEmpty();
    assertThat(einkorn(spmv).err()).contains("All loops run over variables of the statement.");
  }

  @Test
  void javaIsAnotherNameForImp() {
    String[] imp = {"code", "y(i) = x(i)", "--show", "imp"};
    String[] java = {"code", "y(i) = x(i)", "--show", "java"};
    assertThat(einkorn(java)).isEqualTo(einkorn(imp));
  }

  @Test
  void saysWhatItAssumes() {
    assertThat(einkorn("code", "y(i) = A(i,j) * x(j)", "-f", "A=csr").err())
        .isEqualTo("einkorn: x is dense (no -f).\neinkorn: y is stored as d (chosen).\n");
    assertThat(einkorn("code", "s = A(i,j) * x(j)").err())
        .isEqualTo("einkorn: A, x are dense (no -f).\n");
  }

  @Test
  void takesElementTypes() {
    assertThat(
            einkorn("code", "y(i) = x(i)", "-f", "x=s,int64", "-f", "y=float32", "--show", "loops")
                .out())
        .contains("x: int64 s", "y: float32 s");
    assertThat(einkorn("code", "B(i,j) = A(i,j)", "-f", "A=ds:1,0,int32", "--show", "loops").out())
        .contains("A: int32 csc");
  }
}
