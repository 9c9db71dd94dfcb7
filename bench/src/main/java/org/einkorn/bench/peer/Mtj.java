package org.einkorn.bench.peer;

import java.util.Arrays;
import java.util.Optional;
import no.uib.cipr.matrix.DenseMatrix;
import no.uib.cipr.matrix.DenseVector;
import no.uib.cipr.matrix.sparse.CompRowMatrix;
import org.einkorn.bench.data.Csr;
import org.einkorn.bench.problem.Answer;
import org.einkorn.bench.problem.Problem;

/**
 * MTJ on CSR. Its products and sums of two sparse matrices go through all places of a dense one, so
 * they take no part.
 */
final class Mtj extends JvmPeer {
  Mtj() {
    super("MTJ");
  }

  @Override
  public Optional<Contender> prepare(Problem problem) {
    return Optional.ofNullable(
        switch (problem) {
          case Problem.Spmv p -> {
            CompRowMatrix a = matrix(p.a());
            DenseVector x = new DenseVector(p.x(), false);
            yield new InProcess<>(
                () -> (DenseVector) a.mult(x, new DenseVector(p.a().rows())),
                y -> Answer.values(y.getData()));
          }
          case Problem.Spmm p -> {
            CompRowMatrix a = matrix(p.a());
            DenseMatrix d =
                new DenseMatrix(
                    p.a().columns(), p.k(), byColumns(p.d(), p.a().columns(), p.k()), false);
            yield new InProcess<>(
                () -> (DenseMatrix) a.mult(d, new DenseMatrix(p.a().rows(), p.k())),
                c -> Answer.values(byColumns(c.getData(), p.k(), p.a().rows())));
          }
          case Problem.Sddmm _,
              Problem.Mttkrp _,
              Problem.Ttm _,
              Problem.Ttv _,
              Problem.Add _,
              Problem.Spgemm _ ->
              null;
        });
  }

  private static CompRowMatrix matrix(Csr a) {
    int[][] rows = new int[a.rows()][];
    for (int i = 0; i < a.rows(); i++) {
      rows[i] = Arrays.copyOfRange(a.crd(), a.pos()[i], a.pos()[i + 1]);
    }
    CompRowMatrix matrix = new CompRowMatrix(a.rows(), a.columns(), rows);
    System.arraycopy(a.vals(), 0, matrix.getData(), 0, a.nonzeros());
    return matrix;
  }

  /** Turns a matrix by rows into one by columns. */
  static double[] byColumns(double[] values, int rows, int columns) {
    double[] turned = new double[values.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        turned[j * rows + i] = values[i * columns + j];
      }
    }
    return turned;
  }
}
