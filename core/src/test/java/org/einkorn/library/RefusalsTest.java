package org.einkorn.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.einkorn.CancelledException;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.junit.jupiter.api.Test;

/** Who asks for what cannot be is told why; who interrupts is heard. */
class RefusalsTest {
  private static final Tensor CIRCLE =
      Tensor.builder(3, 3).add(1, 0, 1).add(1, 1, 2).add(1, 2, 0).build("csr");
  private static final Tensor CUBE = Tensor.builder(2, 3, 4).add(1, 0, 1, 2).build();

  private static void refused(ThrowingCallable work, String sentence) {
    assertThatThrownBy(work).isInstanceOf(EinkornException.class).hasMessage(sentence);
  }

  @Test
  void graphs() {
    Tensor wide = Tensor.builder(3, 4).add(1, 0, 3).build();
    refused(
        () -> PageRank.of(wide).run(),
        "A graph is given by its adjacency matrix, which is square, not 3 x 4.");
    refused(
        () -> Triangles.of(CUBE).count(),
        "A graph is given by its adjacency matrix, a tensor of order 2, not of order 3.");
    refused(
        () -> ConnectedComponents.of(CIRCLE.filled(1)).run(),
        "Where nothing is stored an adjacency matrix has 0 or infinity, not 1.0.");
    refused(
        () -> BreadthFirstSearch.of(CIRCLE).from(3),
        "There is no vertex 3; the graph has 3, from 0 to 2.");
    refused(
        () -> ShortestPaths.of(CIRCLE).from(-1),
        "There is no vertex -1; the graph has 3, from 0 to 2.");
    refused(
        () -> ShortestPaths.of(Tensor.builder(0, 0).build()).from(0),
        "The graph has no vertices, so none to start from.");
    refused(
        () -> ShortestPaths.of(Tensor.builder(1, 1).add(Double.NaN, 0, 0).build()).from(0),
        "An edge of the graph has the length NaN; give it a number.");
    refused(
        () -> KTruss.of(CIRCLE).truss(1),
        "There is no 1-truss; k is 2, for all edges, or more, for those in triangles.");
  }

  @Test
  void rounds() {
    refused(
        () -> PageRank.of(CIRCLE).damping(1),
        "The damping is at least 0 and less than 1, as 0.85, not 1.0.");
    refused(
        () -> PageRank.of(CIRCLE).tolerance(-1),
        "The tolerance is a small number, as 1e-10, not -1.0.");
    refused(() -> PageRank.of(CIRCLE).maxRounds(0), "There is at least 1 round, not 0.");
  }

  @Test
  void equations() {
    String needed = "; conjugate gradients need a symmetric positive definite matrix.";
    Tensor b = Tensor.vector(1, 2);
    refused(
        () -> ConjugateGradient.of(Tensor.builder(2, 3).build()),
        "A system of equations is solved for a matrix, which is square, not 2 x 3.");
    refused(
        () -> ConjugateGradient.of(Tensor.matrix(new double[][] {{2, 1}, {0, 2}})).solve(b),
        "The matrix is not symmetric: it and its transpose differ by 2.0, all entries together"
            + needed);
    refused(
        () -> ConjugateGradient.of(Tensor.matrix(new double[][] {{2, 1}, {1, -1}})).solve(b),
        "The entry (1,1) of the matrix, counted from 0, is -1.0, so it is not positive definite"
            + needed);
    refused(
        () -> ConjugateGradient.of(Tensor.matrix(new double[][] {{1, -4}, {-4, 1}})).solve(b),
        "In round 1 a vector x was found whose product x(i) * A(i,j) * x(j) is -2.75, so the matrix"
            + " is not positive definite"
            + needed);
    refused(
        () -> ConjugateGradient.of(CIRCLE).solve(b),
        "The right side of 3 equations is a vector of as many values, not a tensor of 2 float64 d,"
            + " 2 stored.");
  }

  @Test
  void decompositions() {
    refused(
        () -> CpDecomposition.of(CIRCLE, 2).run(),
        "A tensor of order 3 or more can be decomposed, not one of order 2.");
    refused(() -> CpDecomposition.of(CUBE, 0), "A decomposition has rank 1 or more, not 0.");
    refused(
        () -> CpDecomposition.of(Tensor.builder(2, 3, 4).build(), 2).run(),
        "The tensor is zero everywhere, so there is nothing to decompose.");
    refused(
        () -> CpDecomposition.of(CUBE.filled(1), 2).run(),
        "A tensor is decomposed that is 0 where nothing is stored, not 1.0.");
    refused(
        () -> CpDecomposition.of(Tensor.builder(1, 1, 1).add(Double.NaN, 0, 0, 0).build(), 1).run(),
        "The squares of the tensor's values sum to NaN; only a tensor of finite values can be"
            + " decomposed.");
    refused(
        () -> TuckerDecomposition.of(CUBE, List.of(2, 2)),
        "A tensor of order 3 is decomposed with as many ranks, not 2.");
    refused(
        () -> TuckerDecomposition.of(CUBE, List.of(2, 4, 2)),
        "Mode 2 has size 3, so its rank is from 1 to that, not 4.");
    refused(
        () -> TuckerDecomposition.of(CUBE, List.of(1, 2, 4)),
        "The rank 4 of mode 3 is more than the product of the others, 2, which is the most that can"
            + " be of use.");
  }

  @Test
  void dimensions() {
    refused(() -> Extremes.argmax(CUBE, 3), "There is no dimension 3; the tensor's are 0 to 2.");
    refused(
        () -> CumulativeSum.along(Tensor.scalar(1), 0), "A scalar has no dimension to go along.");
    refused(() -> Extremes.top(CUBE, 0, 0), "The top values are 1 or more, not 0.");
  }

  @Test
  void interruptingEndsTheWorkBetweenRounds() {
    int[] last = {0};
    assertThatThrownBy(
            () ->
                PageRank.of(RandomGraph.of(1, 50, 200, 1, 1).tensor("csr"))
                    .onRound(
                        (round, _) -> {
                          last[0] = round;
                          if (round == 2) {
                            Thread.currentThread().interrupt();
                          }
                        })
                    .run())
        .isInstanceOf(CancelledException.class);
    assertThat(Thread.interrupted()).as("the mark is left for others to see").isTrue();
    assertThat(last[0]).isEqualTo(2);
  }
}
