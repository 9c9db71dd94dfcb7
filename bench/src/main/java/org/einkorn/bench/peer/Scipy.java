package org.einkorn.bench.peer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.bench.data.Csr;
import org.einkorn.bench.problem.Answer;
import org.einkorn.bench.problem.Problem;

/**
 * SciPy in a process of its own, which measures itself. Products come unsorted: they are sorted.
 */
final class Scipy implements Peer {
  @Override
  public String name() {
    return "SciPy";
  }

  @Override
  public Optional<String> missing() {
    return ScipyProcess.isThere()
        ? Optional.empty()
        : Optional.of(
            "bench/install-peers installs it; -Dpython= names another Python that has it");
  }

  @Override
  public Optional<Contender> prepare(Problem problem) {
    return Optional.ofNullable(
        switch (problem) {
          case Problem.Spmv p -> start(p, List.of(p.a()), p.x(), 1);
          case Problem.Spmm p -> start(p, List.of(p.a()), p.d(), p.k());
          case Problem.Add p -> start(p, p.operands(), new double[0], 1);
          case Problem.Spgemm p -> start(p, List.of(p.a(), p.b()), new double[0], 1);
          case Problem.Sddmm _, Problem.Mttkrp _, Problem.Ttm _, Problem.Ttv _ -> null;
        });
  }

  private static Contender start(Problem problem, List<Csr> matrices, double[] dense, int k) {
    Map<String, Object> arrays = new LinkedHashMap<>();
    StringBuilder shapes = new StringBuilder();
    for (Csr matrix : matrices) {
      int m = arrays.size() / 3;
      arrays.put("pos" + m, matrix.pos());
      arrays.put("crd" + m, matrix.crd());
      arrays.put("vals" + m, matrix.vals());
      shapes.append(matrix.rows()).append('x').append(matrix.columns()).append(',');
    }
    arrays.put("dense", dense);
    ScipyProcess process =
        new ScipyProcess(arrays, List.of(problem.form().kernel(), shapes.toString(), "" + k));
    return new Contender() {
      @Override
      public double microseconds() {
        return process.microseconds(problem.form().kernel());
      }

      @Override
      public Answer answer() {
        return problem.resultLength() >= 0 ? Answer.values(process.values()) : process.matrix();
      }

      @Override
      public void close() {
        process.close();
      }
    };
  }
}
