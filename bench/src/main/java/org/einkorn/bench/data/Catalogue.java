package org.einkorn.bench.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.einkorn.Tensor;

/** The names of all data, and what they stand for. */
public final class Catalogue {
  /** Names of the generated matrices end in their size: about 0.5, 3 and 10 million nonzeros. */
  private static final Map<String, Supplier<Csr>> MATRICES = new LinkedHashMap<>();

  private static final Map<String, Supplier<Csf>> TENSORS = new LinkedHashMap<>();

  static {
    MATRICES.put("fem-S", () -> MatrixFamilies.fem(13));
    MATRICES.put("fem-M", () -> MatrixFamilies.fem(24));
    MATRICES.put("fem-L", () -> MatrixFamilies.fem(36));
    MATRICES.put("stencil2d-S", () -> MatrixFamilies.stencil(320, 320, 1));
    MATRICES.put("stencil2d-M", () -> MatrixFamilies.stencil(500, 500, 1));
    MATRICES.put("stencil2d-L", () -> MatrixFamilies.stencil(1500, 1400, 1));
    MATRICES.put("stencil3d-S", () -> MatrixFamilies.stencil(42, 42, 42));
    MATRICES.put("stencil3d-M", () -> MatrixFamilies.stencil(63, 63, 63));
    MATRICES.put("stencil3d-L", () -> MatrixFamilies.stencil(115, 115, 115));
    MATRICES.put("banded-S", () -> MatrixFamilies.banded(20_000, 12));
    MATRICES.put("banded-M", () -> MatrixFamilies.banded(120_000, 12));
    MATRICES.put("banded-L", () -> MatrixFamilies.banded(400_000, 12));
    MATRICES.put("circuit-S", () -> MatrixFamilies.circuit(110_000));
    MATRICES.put("circuit-M", () -> MatrixFamilies.circuit(250_000));
    MATRICES.put("circuit-L", () -> MatrixFamilies.circuit(2_000_000));
    MATRICES.put("rmat-S", () -> MatrixFamilies.rmat(14, 24));
    MATRICES.put("rmat-M", () -> MatrixFamilies.rmat(17, 24));
    MATRICES.put("rmat-L", () -> MatrixFamilies.rmat(19, 20));
    MATRICES.put("hypersparse-S", () -> MatrixFamilies.hypersparse(400_000, 200_000));
    MATRICES.put("hypersparse-M", () -> MatrixFamilies.hypersparse(250_000, 125_000));
    MATRICES.put("hypersparse-L", () -> MatrixFamilies.hypersparse(6_000_000, 3_000_000));
    MATRICES.put("uniform-S", () -> MatrixFamilies.uniform(50_000, 10));
    MATRICES.put("uniform-M", () -> MatrixFamilies.uniform(250_000, 12));
    MATRICES.put("uniform-L", () -> MatrixFamilies.uniform(1_000_000, 12));
    TENSORS.put("uniform3-S", () -> TensorFamilies.uniform(400_000, 200, 300, 20_000));
    TENSORS.put("uniform3-L", () -> TensorFamilies.uniform(10_000_000, 300, 1_500, 100_000));
    TENSORS.put("fibres3-L", () -> TensorFamilies.uniform(10_000_000, 200, 500, 200_000));
    TENSORS.put("skewed3-S", () -> TensorFamilies.skewed(500_000, 2_000, 3_000, 20_000));
    TENSORS.put("skewed3-L", () -> TensorFamilies.skewed(10_000_000, 4_000, 6_000, 200_000));
    TENSORS.put("uniform4-S", () -> TensorFamilies.uniform(400_000, 50, 60, 80, 10_000));
    TENSORS.put("uniform4-L", () -> TensorFamilies.uniform(8_000_000, 100, 100, 200, 50_000));
    TENSORS.put("skewed4-S", () -> TensorFamilies.skewed(400_000, 300, 400, 500, 5_000));
    TENSORS.put("skewed4-L", () -> TensorFamilies.skewed(8_000_000, 1_000, 1_000, 2_000, 50_000));
  }

  private Catalogue() {}

  /** The generated matrices of a size, {@code S}, {@code M} or {@code L}. */
  public static List<String> matrices(String size) {
    return MATRICES.keySet().stream().filter(name -> name.endsWith("-" + size)).toList();
  }

  /** The generated tensors of an order. */
  public static List<String> tensors(int order) {
    return TENSORS.keySet().stream().filter(name -> name.contains(order + "-")).toList();
  }

  /** The files below a folder that hold matrices, or else tensors. */
  public static List<String> files(Path folder, boolean matrices) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(Path::toString)
          .filter(name -> name.matches(matrices ? ".*\\.mtx(\\.gz)?" : ".*\\.tns(\\.gz)?"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Csr matrix(String name) {
    return MATRICES.containsKey(name)
        ? MATRICES.get(name).get()
        : Csr.of(Tensor.read(Path.of(name)).nonzeros());
  }

  public static Csf tensor(String name) {
    return TENSORS.containsKey(name)
        ? TENSORS.get(name).get()
        : Csf.of(Tensor.read(Path.of(name)).nonzeros());
  }
}
