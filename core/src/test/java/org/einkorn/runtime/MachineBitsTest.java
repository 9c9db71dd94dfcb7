package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.lower.ChunkCode;
import org.einkorn.lower.ChunkLowering.Memory;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Parser;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.Storage;
import org.einkorn.support.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Well-known products of large tensors have the same bits as machine code and as code of the JVM.
 */
class MachineBitsTest {
  private static final int SIZE = 1500;
  private static final int ROW = 37;
  private static final Map<String, Integer> SIZES = Map.of("i", SIZE, "j", 700, "k", 300, "r", ROW);

  private final int threads = Workers.threads();

  @AfterEach
  void asManyThreadsAsBefore() {
    Workers.setThreads(threads);
  }

  record Product(String statement, String formats, ElementType element) {}

  static Stream<Product> products() {
    List<Product> products = new ArrayList<>();
    for (ElementType element : ElementType.values()) {
      if (element != ElementType.BOOL) {
        products.add(new Product("y(i) = A(i,j) * x(j)", "A=csr", element));
        products.add(new Product("y(j) = A(i,j) * x(i)", "A=csr", element));
        products.add(new Product("C(i,r) = A(i,j) * D(j,r)", "A=csr", element));
        products.add(new Product("C(i,j) = A(i,j) * B(i,r) * D(j,r)", "A=csr C=csr", element));
        products.add(new Product("Y(i,r) = A(i,j,k) * B(j,r) * D(k,r)", "A=csf", element));
        products.add(new Product("Y(i,j) = A(i,j,k) * c(k)", "A=csf", element));
        products.add(new Product("y(i) = A(i,j) * x(j) + b(i)", "A=csr b=s", element));
      }
    }
    return products.stream();
  }

  @ParameterizedTest
  @MethodSource("products")
  void theSameBits(Product product) {
    assumeTrue(MachineCode.isPresent());
    Assignment statement = Parser.parse(product.statement);
    Map<String, Storage> inputs = new LinkedHashMap<>();
    for (Access access : Expressions.accesses(statement.value())) {
      inputs.put(access.tensor(), tensor(access, product));
    }
    Map<String, TensorType> types = new LinkedHashMap<>();
    inputs.forEach((name, tensor) -> types.put(name, tensor.type()));
    TensorType asOperands = type(statement.target(), product);
    // Integers are added up in 64 bits; to make fewer of the sum is left to the JVM.
    ElementType element = product.element.isFloat() ? product.element : ElementType.INT64;
    BoundKernel kernel = Kernels.get(statement, types, TensorType.of(element, asOperands.format()));
    Map<IndexVariable, Integer> sizes = new LinkedHashMap<>();
    SIZES.forEach((name, size) -> sizes.put(new IndexVariable(name), size));
    Workers.setThreads(1);
    Storage expected =
        kernel.runInChunks(
            inputs,
            sizes,
            chunked(kernel, Memory.NEW, Use.NEVER),
            OtherForms.MANY_CHUNKS,
            Optional.empty());
    Storage spare = null;
    for (int count = 1; count <= 2; count++) {
      Workers.setThreads(count);
      for (Memory memory : Memory.values()) {
        ChunkedKernel asMachineCode = chunked(kernel, memory, Use.ALWAYS);
        for (int run = 0; run < 3; run++) {
          boolean isNew = memory == Memory.NEW;
          Storage result =
              kernel.runInChunks(
                  inputs,
                  sizes,
                  asMachineCode,
                  OtherForms.MANY_CHUNKS,
                  isNew ? Optional.empty() : Optional.of(spare));
          assertThat(Arrays.deepEquals(arrays(result), arrays(expected)))
              .as("%s, %d threads", memory, count)
              .isTrue();
          spare = isNew ? spoiled(result) : spare;
        }
        ChunkRuns runs = asMachineCode.runs();
        assertThat(runs.asMachineCode()).isEqualTo(runs.all()).isGreaterThan(3);
      }
    }
  }

  private static Object[] arrays(Storage tensor) {
    return tensor.arrays().toArray();
  }

  private static ChunkedKernel chunked(BoundKernel kernel, Memory memory, Use machineCode) {
    ChunkCode code = Compiler.divide(kernel.compilation(), memory).orElseThrow();
    SumOrder order = new SumOrder(m -> Compiler.divide(kernel.compilation(), m));
    return new ChunkedKernel(
        code, Optional::empty, new TwinFunction(code, order, Use.NEVER, machineCode));
  }

  private static TensorType type(Access access, Product product) {
    String format =
        Stream.of(product.formats.split(" "))
            .filter(text -> text.startsWith(access.tensor() + "="))
            .map(text -> text.substring(text.indexOf('=') + 1))
            .findFirst()
            .orElse("dense");
    return TensorType.of(product.element, Formats.parse(format, access.order()));
  }

  /** Some 60 entries in each row, or everything. */
  private static Storage tensor(Access access, Product product) {
    SplittableRandom random = new SplittableRandom(access.tensor().hashCode());
    TensorType type = type(access, product);
    int[] dimensions = access.indices().stream().mapToInt(v -> SIZES.get(v.name())).toArray();
    CoordinateList list = new CoordinateList(type.element(), dimensions);
    int all = 1;
    for (int dimension : dimensions) {
      all *= dimension;
    }
    boolean isDense = type.format().padsValues();
    int count = isDense ? all : Math.min(all / 4, SIZE * 60);
    for (int e = 0; e < count; e++) {
      int place = isDense ? e : random.nextInt(all);
      int[] coordinate = new int[dimensions.length];
      for (int d = dimensions.length - 1; d >= 0; d--) {
        coordinate[d] = place % dimensions[d];
        place /= dimensions[d];
      }
      double value = random.nextDouble(-100, 100);
      list.add(type.element().isFloat() ? value : Math.rint(value), coordinate);
    }
    return Conversion.pack(list, type.format());
  }

  /** Its memory, with something else in it. */
  private static Storage spoiled(Storage result) {
    ElementType element = result.type().element();
    for (int k = 0; k < Array.getLength(result.values()); k++) {
      element.set(result.values(), k, Constant.of(77L).as(element));
    }
    return result;
  }
}
