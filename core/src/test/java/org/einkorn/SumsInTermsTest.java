package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.Refused.refused;
import static org.einkorn.Refused.typed;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums within a term have loops of their own, which directives change like any others. */
class SumsInTermsTest {
  private static final Tensor A =
      Tensor.matrix(new double[][] {{1, 0, 2, 0}, {0, 0, 0, 3}, {4, 5, 6, 7}}).to("csr");
  private static final Tensor X = Tensor.vector(1, 10, 100, 1000);

  private static Computation residual() {
    return Einkorn.expression("y(i) = b(i) - A(i,j) * x(j)")
        .with("A", A)
        .with("x", X)
        .with("b", Tensor.vector(1, 1, 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "split(j,j0,j1,2)",
        "split(i,i0,i1,2); parallelize(i0,threads); split(j,j0,j1,3); reorder(j1,j0)",
        "pos(j,p,A(i,j)); split(p,p0,p1,2)",
        "split(i,i0,i1,2); unroll(j,4); merge(j,galloping)",
        "bound(j,jb,4,exact); divide(jb,j0,j1,2)",
        "precompute(x(j), j, jw); split(jw,jw0,jw1,3); workspace(jw,dense)",
        "precompute(A(i,j) * x(j), i, iw); reorder(j,iw); split(iw,iw0,iw1,2)",
        "precompute(A(i,j) * x(j), i, iw); fuse(iw,j,f); pos(f,p,A(iw,j)); split(p,p0,p1,2)",
        "precompute(A(i,j) * x(j), i, iw); pos(j,p,A(i,j)); split(p,p0,p1,2)"
      })
  void givesTheSame(String schedule) {
    assertThat(residual().schedule(schedule).evaluate().toArray())
        .containsExactly(-200, -2999, -7653);
  }

  @Test
  void addingToAResult() {
    Tensor y =
        Einkorn.expression("y(i) += A(i,j) * x(j)")
            .with("y", Tensor.vector(5, 5, 5))
            .with("A", A)
            .with("x", X)
            .schedule("split(i,i0,i1,2); parallelize(i0,threads); split(j,j0,j1,2)")
            .evaluate();
    assertThat(y.toArray()).containsExactly(206, 3005, 7659);
  }

  @Test
  void aSumThatIsSplit() {
    assertThat(residual().schedule("split(j,j0,j1,2)").compile().loops())
        .endsWith(
            """
            forall i
              y(i) = b(i) - t
              where t: float64 scalar
                forall j0
                  forall j from j0*2 to j0*2 + 2
                    t += A(i,j) * x(j)
            """);
  }

  /** A workspace wide enough for a whole row, instead of one sum at a time. */
  @Test
  void rowByRow() {
    Computation product =
        Einkorn.expression("C(i,j) = 2 * (B(i,k) * D(k,j)) + E(i,j)")
            .with("B", A)
            .with("D", Tensor.matrix(new double[][] {{1, 0}, {0, 1}, {1, 1}, {0, 2}}).to("csr"))
            .with("E", Tensor.matrix(new double[][] {{1, 0}, {0, 1}, {0, 0}}).to("csr"))
            .result("csr")
            .schedule("precompute(2 * (B(i,k) * D(k,j)), j, jw); reorder(k,jw)");
    assertThat(product.compile().loops())
        .endsWith(
            """
            forall i
              forall j
                C(i,j) = w(j) + E(i,j)
              where w: float64 t
                forall k
                  forall jw
                    w(jw) += 2 * (B(i,k) * D(k,jw))
            """);
    assertThat(product.evaluate().toArray()).containsExactly(7, 4, 0, 13, 20, 50);
  }

  @Test
  void loopsOfDifferentNests() {
    Computation residual =
        typed("y(i) = s(i) - A(i,j) * x(j)", Map.of("s", "d", "A", "csr", "x", "d"), "d");
    String apart =
        " are not loops around one assignment: j only fills t, which others read; let precompute"
            + " make a workspace whose loops run over both.";
    refused(residual, "fuse(i,j,f)", "i, j" + apart);
    refused(residual, "reorder(j,i)", "j, i" + apart);
    refused(
        residual,
        "parallelize(j,threads)",
        "Only the outermost loop of the statement itself runs on several threads, and that is i; j"
            + " only fills t, which that reads.");
    refused(
        typed("a = 1 - x(i) * s(i)", Map.of("s", "d", "x", "d"), ""),
        "parallelize(i,threads)",
        "Only the outermost loop of the statement itself runs on several threads, which has none; i"
            + " only fills t, which that reads.");
    refused(
        residual,
        "vectorize(i)",
        "Only the innermost loop runs in vectors, but inside of i's there is one over j; vectorize"
            + " that, or precompute what it gives before.");
    refused(residual, "split(i,i0,j,2)", "The name j is taken; choose another for the new loop.");
    refused(residual, "split(k,k0,k1,2)", "There is no loop over k; the loops are i, j.");
    refused(
        residual,
        "precompute(s(i) * x(j), i, iw)",
        "s(i) * x(j) is no part of s(i) - t or A(i,j) * x(j); precompute names one as it is"
            + " written.");
  }

  @Test
  void positionsOfAWorkspace() {
    refused(
        Refused.spmv(),
        "precompute(x(j), j, jw); pos(j,p,w(j))",
        "There is no operand w(j) in the expression; pos names one as it is written there, in a"
            + " format that loops can follow.");
  }
}
