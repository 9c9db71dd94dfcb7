package org.einkorn.bench.problem;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.einkorn.Tensor;
import org.einkorn.bench.data.Csf;
import org.einkorn.bench.data.Csr;
import org.einkorn.storage.CoordinateList;

/**
 * A kernel with its operands. Matrices are CSR, tensors CSF, everything else is dense and by rows;
 * values are float64, coordinates take 32 bits. A peer decides by the record which kernels it can
 * do.
 */
public sealed interface Problem {

  /**
   * What is computed, for all operands of a kind.
   *
   * @param kernel the name of the kernel, and of the function for it in a shim
   * @param statement in index notation
   * @param resultFormat how the result is stored
   */
  record Form(String kernel, String statement, String resultFormat) {}

  Form form();

  /** The operands by their names in the statement. */
  Map<String, Tensor> tensors();

  /** The bytes that must move at least, if all that is read is read once. */
  long bytes(Answer answer);

  /** How many nonzeros the sparse operand has, the first one if there are several. */
  int nonzeros();

  /** How many values the result has where that is known before, else -1: a sparse matrix. */
  int resultLength();

  /** The result in the form that peers give it in. */
  default Answer answer(Tensor result) {
    if (resultLength() < 0) {
      return Answer.matrix(result);
    }
    if (form().resultFormat().equals("dense")) {
      return Answer.values(result.toArray());
    }
    CoordinateList entries = result.entries();
    return Answer.values(Arrays.copyOf((double[]) entries.values(), entries.count()));
  }

  /** y = A x. */
  record Spmv(Csr a, double[] x) implements Problem {
    @Override
    public Form form() {
      return new Form("spmv", "y(i) = A(i,j) * x(j)", "dense");
    }

    @Override
    public int nonzeros() {
      return a.nonzeros();
    }

    @Override
    public Map<String, Tensor> tensors() {
      return Map.of("A", a.toTensor("csr"), "x", Tensor.vector(x));
    }

    @Override
    public long bytes(Answer answer) {
      return 12L * a.nonzeros() + 12L * a.rows() + 8L * a.columns();
    }

    @Override
    public int resultLength() {
      return a.rows();
    }
  }

  /** C = A D, with k columns in D. */
  record Spmm(Csr a, double[] d, int k) implements Problem {
    @Override
    public Form form() {
      return new Form("spmm", "C(i,r) = A(i,j) * D(j,r)", "dense");
    }

    @Override
    public int nonzeros() {
      return a.nonzeros();
    }

    @Override
    public Map<String, Tensor> tensors() {
      return Map.of("A", a.toTensor("csr"), "D", Tensor.dense(d, a.columns(), k));
    }

    @Override
    public long bytes(Answer answer) {
      return 12L * a.nonzeros() + 8L * k * (a.rows() + a.columns());
    }

    @Override
    public int resultLength() {
      return a.rows() * k;
    }
  }

  /** The product C Dᵀ where B has entries, times these. */
  record Sddmm(Csr b, double[] c, double[] d, int k) implements Problem {
    @Override
    public Form form() {
      return new Form("sddmm", "A(i,j) = B(i,j) * C(i,r) * D(j,r)", "csr");
    }

    @Override
    public int nonzeros() {
      return b.nonzeros();
    }

    @Override
    public Map<String, Tensor> tensors() {
      return Map.of(
          "B", b.toTensor("csr"),
          "C", Tensor.dense(c, b.rows(), k),
          "D", Tensor.dense(d, b.columns(), k));
    }

    @Override
    public long bytes(Answer answer) {
      return 20L * b.nonzeros() + 8L * k * (b.rows() + b.columns());
    }

    @Override
    public int resultLength() {
      return b.nonzeros();
    }
  }

  /** A tensor, laid out as a matrix, times the Khatri-Rao product of a factor a dimension. */
  record Mttkrp(Csf b, List<double[]> factors, int k) implements Problem {
    @Override
    public Form form() {
      return new Form(
          "mttkrp",
          b.order() == 3
              ? "Y(i,r) = B(i,j,k) * C(j,r) * D(k,r)"
              : "Y(i,r) = B(i,j,k,l) * C(j,r) * D(k,r) * E(l,r)",
          "dense");
    }

    @Override
    public int nonzeros() {
      return b.nonzeros();
    }

    @Override
    public Map<String, Tensor> tensors() {
      Map<String, Tensor> tensors = new LinkedHashMap<>();
      tensors.put("B", b.toTensor());
      for (int d = 1; d < b.order(); d++) {
        String name = List.of("C", "D", "E").get(d - 1);
        tensors.put(name, Tensor.dense(factors.get(d - 1), b.sizes()[d], k));
      }
      return tensors;
    }

    @Override
    public long bytes(Answer answer) {
      long rows = Arrays.stream(b.sizes()).asLongStream().sum();
      return 12L * b.nonzeros() + 8L * b.fibres() + 8L * k * rows;
    }

    @Override
    public int resultLength() {
      return b.sizes()[0] * k;
    }
  }

  /** Each fibre of a tensor times a matrix. */
  record Ttm(Csf b, double[] c, int k) implements Problem {
    @Override
    public Form form() {
      return new Form("ttm", "A(i,j,r) = B(i,j,k) * C(k,r)", "ssd");
    }

    @Override
    public int nonzeros() {
      return b.nonzeros();
    }

    @Override
    public Map<String, Tensor> tensors() {
      return Map.of("B", b.toTensor(), "C", Tensor.dense(c, b.sizes()[2], k));
    }

    @Override
    public long bytes(Answer answer) {
      return 12L * b.nonzeros() + 8L * k * b.fibres();
    }

    @Override
    public int resultLength() {
      return b.fibres() * k;
    }
  }

  /** Each fibre of a tensor times a vector. */
  record Ttv(Csf b, double[] c) implements Problem {
    @Override
    public Form form() {
      return new Form("ttv", "A(i,j) = B(i,j,k) * c(k)", "ss");
    }

    @Override
    public int nonzeros() {
      return b.nonzeros();
    }

    @Override
    public Map<String, Tensor> tensors() {
      return Map.of("B", b.toTensor(), "c", Tensor.vector(c));
    }

    @Override
    public long bytes(Answer answer) {
      return 12L * b.nonzeros() + 12L * b.fibres();
    }

    @Override
    public int resultLength() {
      return b.fibres();
    }
  }

  /** The sum of two or three matrices. */
  record Add(List<Csr> operands) implements Problem {
    @Override
    public Form form() {
      return new Form(
          operands.size() == 2 ? "add" : "add3",
          operands.size() == 2 ? "S(i,j) = A(i,j) + B(i,j)" : "S(i,j) = A(i,j) + B(i,j) + C(i,j)",
          "csr");
    }

    @Override
    public int nonzeros() {
      return operands.getFirst().nonzeros();
    }

    @Override
    public Map<String, Tensor> tensors() {
      Map<String, Tensor> tensors = new LinkedHashMap<>();
      for (Csr operand : operands) {
        tensors.put(List.of("A", "B", "C").get(tensors.size()), operand.toTensor("csr"));
      }
      return tensors;
    }

    @Override
    public long bytes(Answer answer) {
      return 12L * (operands.stream().mapToInt(Csr::nonzeros).sum() + answer.count());
    }

    @Override
    public int resultLength() {
      return -1;
    }
  }

  /** The product of two matrices, as CSR with its columns in order. */
  record Spgemm(Csr a, Csr b) implements Problem {
    @Override
    public Form form() {
      return new Form("spgemm", "C(i,j) = A(i,k) * B(k,j)", "csr");
    }

    @Override
    public int nonzeros() {
      return a.nonzeros();
    }

    @Override
    public Map<String, Tensor> tensors() {
      return Map.of("A", a.toTensor("csr"), "B", b.toTensor("csr"));
    }

    @Override
    public long bytes(Answer answer) {
      return 12L * ((long) a.nonzeros() + b.nonzeros() + answer.count());
    }

    @Override
    public int resultLength() {
      return -1;
    }
  }
}
