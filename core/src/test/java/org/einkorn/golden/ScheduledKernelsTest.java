package org.einkorn.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.einkorn.Computation;
import org.einkorn.Einkorn;
import org.einkorn.Kernel;
import org.einkorn.Schedule;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.lower.Projection;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Interpreter;
import org.einkorn.notation.Parser;
import org.einkorn.notation.Sizes;
import org.einkorn.runtime.BoundKernel;
import org.einkorn.runtime.Conversion;
import org.einkorn.runtime.Kernels;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.Storage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The schedules for CPUs of "A Sparse Iteration Space Transformation Framework for Sparse Tensor
 * Algebra": figure 14 and appendix A, and the product of matrices by workspaces of every layout.
 */
class ScheduledKernelsTest {
  /** As small as can be, so that small tensors are divided into many chunks. */
  private static final double GRAIN = 0.01;

  private final int threads = Einkorn.threads();

  record Scheduled(
      String name,
      String statement,
      Map<String, String> formats,
      Map<String, Integer> sizes,
      String schedule) {
    @Override
    public String toString() {
      return name;
    }

    Assignment assignment() {
      return Parser.parse(statement);
    }

    TensorType type(Access access) {
      return TensorType.of(
          ElementType.FLOAT64,
          Formats.parse(formats.get(access.tensor()), access.indices().size()));
    }
  }

  static Stream<Scheduled> kernels() {
    return Stream.of(
        spmv("a1-spmv", "split(i,i0,i1,16); reorder(i0,i1,j); parallelize(i0,threads,none)"),
        spmv(
            "fig14-spmv-over-nonzeros",
            "fuse(i,j,f); pos(f,p,A(i,j)); split(p,p0,p1,16); parallelize(p0,threads,boundary)"),
        spmm(
            "a3-spmm",
            "split(i,i0,i1,16); pos(j,jpos,A(i,j)); split(jpos,jpos0,jpos1,8);"
                + " reorder(i0,i1,jpos0,k,jpos1); parallelize(i0,threads,none); vectorize(k)"),
        spmm(
            "a10-spmm-tiled",
            "pos(j,jpos,A(i,j)); split(jpos,jpos0,jpos1,8); reorder(i,jpos0,k,jpos1)"),
        spmm("a11-spmm-not-tiled", "reorder(i,j,k)"),
        new Scheduled(
            "a5-mttkrp",
            "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)",
            Map.of("A", "dd", "B", "csf", "C", "dd", "D", "dd"),
            Map.of("i", 40, "k", 12, "l", 11, "j", 6),
            "pos(i,ipos,B(i,k,l)); split(ipos,ipos0,ipos1,16); reorder(ipos0,ipos1,k,l,j);"
                + " parallelize(ipos0,threads,none)"),
        spgemm(
            "spgemm-by-workspace",
            "reorder(i,k,j); precompute(A(i,k) * B(k,j), j, jw); parallelize(i,threads)"),
        spgemm(
            "spgemm-dense-row", "reorder(i,k,j); workspace(j,dense); parallelize(i,threads,none)"),
        spgemm(
            "spgemm-hash-table", "reorder(i,k,j); workspace(j,hash); parallelize(i,threads,none)"),
        spgemm(
            "spgemm-sorted-list",
            "reorder(i,k,j); precompute(A(i,k) * B(k,j), j, jw); workspace(jw,sorted);"
                + " parallelize(i,threads)"),
        spmm(
            "spmm-registers",
            "reorder(i,j,k); precompute(A(i,j) * B(j,k), k, kw); bound(k,kb,9,exact);"
                + " workspace(kw,registers); parallelize(i,threads)"),
        spmm("spmm-appended", "reorder(i,j,k); assemble(append); parallelize(i,threads)"),
        spmm("spmm-inserted", "reorder(i,j,k); assemble(insert); parallelize(i,threads)"));
  }

  private static Scheduled spgemm(String name, String schedule) {
    return new Scheduled(
        name,
        "C(i,j) = A(i,k) * B(k,j)",
        Map.of("A", "csr", "B", "csr", "C", "csr"),
        Map.of("i", 50, "j", 40, "k", 30),
        schedule);
  }

  private static Scheduled spmv(String name, String schedule) {
    return new Scheduled(
        name,
        "y(i) = A(i,j) * x(j)",
        Map.of("y", "d", "A", "csr", "x", "d"),
        Map.of("i", 70, "j", 50),
        schedule);
  }

  private static Scheduled spmm(String name, String schedule) {
    return new Scheduled(
        name,
        "C(i,k) = A(i,j) * B(j,k)",
        Map.of("C", "dd", "A", "csr", "B", "dd"),
        Map.of("i", 70, "j", 50, "k", 9),
        schedule);
  }

  @AfterEach
  void restoreThreads() {
    Einkorn.threads(threads);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void readsAsBefore(Scheduled scheduled) throws IOException {
    Computation computation = Einkorn.expression(scheduled.statement);
    for (Access a : Expressions.accesses(scheduled.assignment().value())) {
      computation = computation.withType(a.tensor(), scheduled.type(a));
    }
    Kernel kernel =
        computation
            .result(scheduled.type(scheduled.assignment().target()).format().toString())
            .schedule(scheduled.schedule)
            .compile();
    Golden.check(
        "schedules/" + scheduled.name,
        String.join(
            "\n",
            "schedule",
            "--------",
            scheduled.schedule.replace("; ", "\n") + "\n",
            "provenance",
            "----------",
            kernel.provenance(),
            "loops",
            "-----",
            kernel.loops(),
            "imp",
            "---",
            kernel.code()));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void givesTheSameAsTheInterpreterOnAnyNumberOfThreads(Scheduled scheduled) {
    Assignment assignment = scheduled.assignment();
    RandomGenerator random = new SplittableRandom(scheduled.name.hashCode());
    Map<String, CoordinateList> lists = new HashMap<>();
    Map<String, Storage> inputs = new HashMap<>();
    Map<String, TensorType> types = new HashMap<>();
    Map<String, int[]> dimensions = new HashMap<>();
    for (Access a : Expressions.accesses(assignment.value())) {
      CoordinateList list = random(random, a, scheduled.sizes);
      lists.put(a.tensor(), list);
      dimensions.put(a.tensor(), list.dimensions());
      types.put(a.tensor(), scheduled.type(a));
      inputs.put(a.tensor(), Conversion.pack(list, scheduled.type(a).format()));
    }
    Map<IndexVariable, Integer> sizes = Sizes.infer(assignment, dimensions, Map.of());
    Interpreter.Result expected = Interpreter.evaluate(assignment, lists, Map.of());
    BoundKernel kernel =
        Kernels.get(
            assignment,
            types,
            scheduled.type(assignment.target()),
            Projection.FUSED,
            Schedule.of(scheduled.schedule).directives());
    for (int count : List.of(1, 2, 3, 8)) {
      Einkorn.threads(count);
      CoordinateList actual =
          Conversion.unpack(kernel.run(inputs, sizes, GRAIN, true, Optional.empty()));
      Map<List<Integer>, Double> entries = new HashMap<>();
      for (int e = 0; e < actual.count(); e++) {
        List<Integer> at = List.of(actual.coordinates(0)[e], second(actual, e));
        entries.put(at, actual.type().get(actual.values(), e).asDouble());
      }
      int[] size = expected.dimensions();
      for (int r = 0; r < size[0]; r++) {
        for (int c = 0; c < (size.length > 1 ? size[1] : 1); c++) {
          int[] at = size.length > 1 ? new int[] {r, c} : new int[] {r};
          assertThat(entries.getOrDefault(List.of(r, c), 0.0))
              .as("with %d threads at %d,%d", count, r, c)
              .isEqualTo(expected.get(at).asDouble());
        }
      }
    }
  }

  private static int second(CoordinateList list, int entry) {
    return list.order() > 1 ? list.coordinates(1)[entry] : 0;
  }

  /** Sparse matrices have empty rows and one that is nearly full. */
  private static CoordinateList random(
      RandomGenerator random, Access access, Map<String, Integer> sizes) {
    int[] dimensions = access.indices().stream().mapToInt(v -> sizes.get(v.name())).toArray();
    CoordinateList list = new CoordinateList(ElementType.FLOAT64, dimensions);
    int places = 1;
    for (int d : dimensions) {
      places *= d;
    }
    boolean sparse = access.tensor().equals("A") || dimensions.length > 2;
    for (int p = 0; p < places; p++) {
      int[] at = new int[dimensions.length];
      int rest = p;
      for (int d = dimensions.length - 1; d >= 0; d--) {
        at[d] = rest % dimensions[d];
        rest /= dimensions[d];
      }
      double density = !sparse ? 1 : at[0] % 4 == 0 ? 0 : at[0] == 7 ? 0.9 : 0.1;
      if (random.nextDouble() < density) {
        list.add(1L + random.nextInt(9), at);
      }
    }
    return list;
  }
}
