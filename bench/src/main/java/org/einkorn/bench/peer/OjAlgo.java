package org.einkorn.bench.peer;

import java.util.Optional;
import org.einkorn.bench.data.Csr;
import org.einkorn.bench.problem.Answer;
import org.einkorn.bench.problem.Problem;
import org.ojalgo.matrix.store.R064CSR;
import org.ojalgo.matrix.store.R064Store;

/** ojAlgo on CSR; dense matrices are by columns. It gives no sparse products or sums. */
final class OjAlgo extends JvmPeer {
  OjAlgo() {
    super("ojAlgo");
  }

  @Override
  public Optional<Contender> prepare(Problem problem) {
    return Optional.ofNullable(
        switch (problem) {
          case Problem.Spmv p -> product(p.a(), p.x(), 1);
          case Problem.Spmm p -> product(p.a(), p.d(), p.k());
          case Problem.Sddmm _,
              Problem.Mttkrp _,
              Problem.Ttm _,
              Problem.Ttv _,
              Problem.Add _,
              Problem.Spgemm _ ->
              null;
        });
  }

  private static Contender product(Csr a, double[] dense, int columns) {
    R064CSR matrix = new R064CSR(a.rows(), a.columns(), a.vals(), a.crd(), a.pos());
    R064Store other = R064Store.FACTORY.make(a.columns(), columns);
    double[] byColumns = Mtj.byColumns(dense, a.columns(), columns);
    for (int k = 0; k < byColumns.length; k++) {
      other.set(k, byColumns[k]);
    }
    return new InProcess<>(
        () -> {
          R064Store result = R064Store.FACTORY.make(a.rows(), columns);
          matrix.multiply(other, result);
          return result;
        },
        c -> Answer.values(Mtj.byColumns(c.toRawCopy1D(), columns, a.rows())));
  }
}
