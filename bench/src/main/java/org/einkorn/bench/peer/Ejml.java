package org.einkorn.bench.peer;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.einkorn.bench.data.Csr;
import org.einkorn.bench.problem.Answer;
import org.einkorn.bench.problem.Problem;
import org.ejml.data.DMatrixRMaj;
import org.ejml.data.DMatrixSparseCSC;
import org.ejml.sparse.csc.CommonOps_DSCC;

/**
 * EJML, whose sparse matrices are CSC. Products come with their rows out of order: they are sorted.
 */
final class Ejml extends JvmPeer {
  Ejml() {
    super("EJML");
  }

  @Override
  public Optional<Contender> prepare(Problem problem) {
    return Optional.ofNullable(
        switch (problem) {
          case Problem.Spmv p -> product(p.a(), p.x(), 1);
          case Problem.Spmm p -> product(p.a(), p.d(), p.k());
          case Problem.Add p -> sum(p.operands().stream().map(Ejml::matrix).toList());
          case Problem.Spgemm p -> product(matrix(p.a()), matrix(p.b()));
          case Problem.Sddmm _, Problem.Mttkrp _, Problem.Ttm _, Problem.Ttv _ -> null;
        });
  }

  private static DMatrixSparseCSC matrix(Csr a) {
    Csr columns = a.transposed();
    DMatrixSparseCSC matrix = new DMatrixSparseCSC(a.rows(), a.columns(), a.nonzeros());
    matrix.nz_values = columns.vals();
    matrix.nz_rows = columns.crd();
    matrix.col_idx = columns.pos();
    matrix.nz_length = a.nonzeros();
    matrix.indicesSorted = true;
    return matrix;
  }

  private static Answer answer(DMatrixSparseCSC matrix) {
    return Answer.matrix(
        new Csr(
                matrix.numCols,
                matrix.numRows,
                Arrays.copyOf(matrix.col_idx, matrix.numCols + 1),
                Arrays.copyOf(matrix.nz_rows, matrix.nz_length),
                Arrays.copyOf(matrix.nz_values, matrix.nz_length))
            .transposed());
  }

  private static Contender product(Csr a, double[] dense, int columns) {
    DMatrixSparseCSC matrix = matrix(a);
    DMatrixRMaj other = DMatrixRMaj.wrap(a.columns(), columns, dense);
    return new InProcess<>(
        () -> CommonOps_DSCC.mult(matrix, other, null), y -> Answer.values(y.getData()));
  }

  private static Contender product(DMatrixSparseCSC a, DMatrixSparseCSC b) {
    return new InProcess<>(
        () -> {
          DMatrixSparseCSC c = CommonOps_DSCC.mult(a, b, null);
          c.sortIndices(null);
          return c;
        },
        Ejml::answer);
  }

  private static Contender sum(List<DMatrixSparseCSC> operands) {
    return new InProcess<>(
        () -> {
          DMatrixSparseCSC sum = operands.getFirst();
          for (DMatrixSparseCSC operand : operands.subList(1, operands.size())) {
            sum = CommonOps_DSCC.add(1, sum, 1, operand, null, null, null);
          }
          sum.sortIndices(null);
          return sum;
        },
        Ejml::answer);
  }
}
