package org.einkorn.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What makes a format worth having, seen in the code of its product with a vector. */
class FormatShapesTest {
  @Test
  void diagonalsLoadNoCoordinatesInTheInnerLoop() {
    List<Loop> innermost = innermost("spmv-dia");
    assertThat(innermost).hasSize(1);
    assertThat(innermost.getFirst().body())
        .doesNotContain("_crd")
        .doesNotContain("_pos")
        .doesNotContain("if (");
  }

  @Test
  void listsAreWalkedAsTheyCome() {
    assertThat(code("spmv-coo-duplicates")).doesNotContain("insert(");
    assertThat(innermost("spmv-coo-duplicates").getFirst().body())
        .contains("y_vals[i2] += A_vals[pA1] * x_vals[j2];");
    assertThat(code("coo-unsorted-plus-csr"))
        .as("a merge needs order")
        .contains("insert(")
        .contains("seal(");
  }

  @Test
  void ellWalksMemoryInOrder() {
    List<Loop> innermost = innermost("spmv-ell");
    assertThat(innermost).hasSize(1);
    Loop loop = innermost.getFirst();
    assertThat(loop.header()).isEqualTo("for (int i = 0; i < iSize; i++) {");
    assertThat(loop.body())
        .as("one step of the inner loop is one step in memory")
        .contains("int pA3 = slot * iSize + i;")
        .contains("A3_crd[pA3]")
        .contains("A_vals[pA3]");
  }

  @Test
  void blocksHaveAConstantSizeAndAreSummedInVariables() {
    List<Loop> innermost = innermost("spmv-bcsr");
    Loop whole = innermost.getFirst();
    assertThat(whole.header()).isEqualTo("for (int j_in = 0; j_in < 4; j_in++) {");
    assertThat(whole.body())
        .contains("t0 +=", "t1 +=", "t2 +=", "t3 +=")
        .doesNotContain("if (")
        .doesNotContain("_crd")
        .doesNotContain("y_vals");
  }

  @Test
  void slicesAreWalkedInMemoryOrder() {
    assertThat(innermost("spmv-row-slices").getFirst().body())
        .contains("A_vals[pA1 * jSize + j]")
        .doesNotContain("y_vals");
    assertThat(innermost("spmv-column-slices").getFirst().body())
        .contains("A_vals[pA1 * iSize + i]");
  }

  @Test
  void aSparseVectorIsCopiedOnceAndFoundWithoutASearch() {
    List<Loop> innermost = innermost("spmv-sparse-vector");
    assertThat(innermost).hasSize(2);
    assertThat(innermost.getLast().body())
        .contains("find(")
        .contains("if (0 < pw1) {")
        .doesNotContain("lowerBound");
  }

  @Test
  void hashedVectorsAreProbedAndBitmapsScannedWithoutACopy() {
    assertThat(code("spmv-hashed-vector")).contains("probe(x1_crd").doesNotContain("IndexTable");
    List<Loop> scan = innermost("bitmap-add");
    assertThat(scan.getFirst().header()).isEqualTo("for (int i = 0; i < iSize; i++) {");
    assertThat(code("bitmap-add")).contains("if (hasb1 || hasc1) {").doesNotContain("IndexTable");
  }

  private record Loop(String header, String body) {}

  private static String code(String figure) {
    return GoldenTest.figures()
        .filter(f -> f.name().equals(figure))
        .map(GoldenTest::forms)
        .map(forms -> forms.substring(forms.indexOf("imp\n---\n")))
        .findFirst()
        .orElseThrow();
  }

  /** The loops without loops inside, first to last. */
  private static List<Loop> innermost(String figure) {
    List<Loop> loops = new ArrayList<>();
    Deque<Integer> open = new ArrayDeque<>();
    String[] lines = code(figure).split("\n");
    int lastLoop = -1;
    for (int n = 0; n < lines.length; n++) {
      String line = lines[n].strip();
      if (line.startsWith("}")) {
        int begin = open.pop();
        String header = lines[begin].strip();
        if (begin == lastLoop && header.matches("(for|while) .*")) {
          String body = String.join("\n", List.of(lines).subList(begin + 1, n));
          loops.add(new Loop(header, body));
          lastLoop = -1;
        }
      }
      if (line.endsWith("{")) {
        open.push(n);
        if (line.matches("(for|while) .*")) {
          lastLoop = n;
        }
      }
    }
    return loops;
  }
}
