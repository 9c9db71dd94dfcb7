package org.einkorn.bench.problem;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.einkorn.bench.data.Catalogue;
import org.einkorn.bench.data.Csf;
import org.einkorn.bench.data.Csr;

/**
 * A kernel of the benchmark with what it is measured on.
 *
 * @param name the kernel, and how many columns its dense operands have if it has any
 * @param data names from the {@link Catalogue}
 * @param quick the few of them that a quick run takes
 * @param ofMatrices whether it takes matrices, not tensors, from files
 * @param problem the kernel with the data of a name as operand; empty if they do not suit it
 */
public record Suite(
    String name,
    List<String> data,
    List<String> quick,
    boolean ofMatrices,
    Function<String, Optional<Problem>> problem) {

  private static final List<String> QUICK_MATRICES =
      List.of("fem-S", "circuit-S", "rmat-S", "uniform-S");

  /** All kernels, in the order of the table. */
  public static List<Suite> all() {
    List<Suite> all = new ArrayList<>();
    all.add(matrices("spmv", spmvData(), a -> new Problem.Spmv(a, dense(a.columns(), 2))));
    for (int k : new int[] {16, 32, 64, 128}) {
      all.add(
          matrices(
              "spmm-" + k,
              Catalogue.matrices("M"),
              a -> new Problem.Spmm(a, dense(a.columns() * k, 2), k)));
    }
    all.add(matrices("sddmm-64", Catalogue.matrices("M"), b -> sddmm(b, 64)));
    for (int order = 3; order <= 4; order++) {
      List<String> data = Catalogue.tensors(order);
      for (int k : new int[] {16, 32, 64}) {
        all.add(tensors("mttkrp" + order + "-" + k, order, data, b -> mttkrp(b, k)));
      }
    }
    List<String> third = Catalogue.tensors(3);
    // A row for each fibre of the largest would take more than a gigabyte.
    List<String> fewFibres = third.stream().filter(d -> !d.equals("skewed3-L")).toList();
    all.add(
        tensors("ttm-32", 3, fewFibres, b -> new Problem.Ttm(b, dense(b.sizes()[2] * 32, 2), 32)));
    all.add(tensors("ttv", 3, third, b -> new Problem.Ttv(b, dense(b.sizes()[2], 2))));
    all.add(matrices("add", Catalogue.matrices("L"), a -> sum(a, a.shifted(1))));
    all.add(matrices("add3", Catalogue.matrices("L"), a -> sum(a, a.shifted(1), a.shifted(2))));
    all.add(matrices("spgemm", Catalogue.matrices("S"), a -> new Problem.Spgemm(a, second(a))));
    return all;
  }

  private static Suite matrices(String name, List<String> data, Function<Csr, Problem> problem) {
    return new Suite(
        name,
        data,
        QUICK_MATRICES,
        true,
        d -> Optional.of(Catalogue.matrix(d)).filter(a -> a.nonzeros() > 0).map(problem));
  }

  private static Suite tensors(
      String name, int order, List<String> data, Function<Csf, Problem> problem) {
    return new Suite(
        name,
        data,
        data.stream().filter(d -> d.endsWith("-S")).toList(),
        false,
        d ->
            Optional.of(Catalogue.tensor(d))
                .filter(b -> b.order() == order && b.nonzeros() > 0)
                .map(problem));
  }

  /** Beyond the last cache, and two that fit into it. */
  private static List<String> spmvData() {
    List<String> data = new ArrayList<>(Catalogue.matrices("L"));
    data.add("fem-S");
    data.add("uniform-S");
    return data;
  }

  /** The same structure, moved: or, for a product to exist, the transpose. */
  private static Csr second(Csr a) {
    return a.rows() == a.columns() ? a.shifted(1) : a.transposed();
  }

  private static Problem sddmm(Csr b, int k) {
    return new Problem.Sddmm(b, dense(b.rows() * k, 2), dense(b.columns() * k, 3), k);
  }

  private static Problem mttkrp(Csf b, int k) {
    List<double[]> factors = new ArrayList<>();
    for (int d = 1; d < b.order(); d++) {
      factors.add(dense(b.sizes()[d] * k, 1 + d));
    }
    return new Problem.Mttkrp(b, factors, k);
  }

  private static Problem sum(Csr... operands) {
    return new Problem.Add(List.of(operands));
  }

  private static double[] dense(int count, long seed) {
    return Csr.values(count, seed);
  }

  /** The kernel without its number of columns: those that share it are measured by one process. */
  public String family() {
    return name.replaceFirst("-.*", "");
  }

  /** The kernel of a name. */
  public static Suite named(String name) {
    return all().stream().filter(s -> s.name.equals(name)).findFirst().orElseThrow();
  }

  /** The data to measure on: the usual ones, or instead the files below a folder. */
  public List<String> data(boolean quickly, Optional<Path> folder) {
    return folder.map(files -> Catalogue.files(files, ofMatrices)).orElse(quickly ? quick : data);
  }
}
