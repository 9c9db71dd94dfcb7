package org.einkorn.bench.peer;

import breeze.generic.UFunc;
import breeze.linalg.CSCMatrix;
import breeze.linalg.DenseMatrix;
import breeze.linalg.DenseVector;
import breeze.linalg.operators.HasOps$;
import breeze.linalg.operators.OpAdd$;
import breeze.linalg.operators.OpMulMatrix$;
import breeze.storage.Zero$;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.einkorn.bench.data.Csr;
import org.einkorn.bench.problem.Answer;
import org.einkorn.bench.problem.Problem;

/** Breeze, whose sparse matrices are CSC and whose dense ones are by columns. */
final class Breeze extends JvmPeer {
  Breeze() {
    super("Breeze");
  }

  @Override
  public Optional<Contender> prepare(Problem problem) {
    return Optional.ofNullable(
        switch (problem) {
          case Problem.Spmv p -> {
            CSCMatrix<Object> a = matrix(p.a());
            DenseVector<Object> x = new DenseVector<>(p.x());
            UFunc.UImpl2<OpMulMatrix$, CSCMatrix<Object>, DenseVector<Object>, DenseVector<Object>>
                times = HasOps$.MODULE$.canMulM_DV_Double();
            yield new InProcess<>(() -> times.apply(a, x), y -> Answer.values((double[]) y.data()));
          }
          case Problem.Spmm p -> {
            CSCMatrix<Object> a = matrix(p.a());
            int columns = p.a().columns();
            DenseMatrix<Object> d =
                new DenseMatrix<>(columns, p.k(), Mtj.byColumns(p.d(), columns, p.k()));
            UFunc.UImpl2<OpMulMatrix$, CSCMatrix<Object>, DenseMatrix<Object>, DenseMatrix<Object>>
                times = HasOps$.MODULE$.canMulM_DM_Double();
            yield new InProcess<>(
                () -> times.apply(a, d),
                c -> Answer.values(Mtj.byColumns((double[]) c.data(), p.k(), p.a().rows())));
          }
          case Problem.Add p -> sum(p.operands().stream().map(Breeze::matrix).toList());
          case Problem.Spgemm p -> {
            CSCMatrix<Object> a = matrix(p.a());
            CSCMatrix<Object> b = matrix(p.b());
            UFunc.UImpl2<OpMulMatrix$, CSCMatrix<Object>, CSCMatrix<Object>, CSCMatrix<Object>>
                times = HasOps$.MODULE$.canMulM_M_Double();
            yield new InProcess<>(() -> times.apply(a, b), Breeze::answer);
          }
          case Problem.Sddmm _, Problem.Mttkrp _, Problem.Ttm _, Problem.Ttv _ -> null;
        });
  }

  private static Contender sum(List<CSCMatrix<Object>> operands) {
    UFunc.UImpl2<OpAdd$, CSCMatrix<Object>, CSCMatrix<Object>, CSCMatrix<Object>> plus =
        HasOps$.MODULE$.csc_csc_OpAdd_Double();
    return new InProcess<>(
        () -> operands.stream().reduce(plus::apply).orElseThrow(), Breeze::answer);
  }

  private static CSCMatrix<Object> matrix(Csr a) {
    Csr columns = a.transposed();
    return new CSCMatrix<>(
        columns.vals(),
        a.rows(),
        a.columns(),
        columns.pos(),
        columns.crd(),
        Zero$.MODULE$.DoubleZero());
  }

  private static Answer answer(CSCMatrix<Object> matrix) {
    int count = matrix.used();
    return Answer.matrix(
        new Csr(
                matrix.cols(),
                matrix.rows(),
                matrix.colPtrs(),
                Arrays.copyOf(matrix.rowIndices(), count),
                Arrays.copyOf((double[]) matrix.data(), count))
            .transposed());
  }
}
