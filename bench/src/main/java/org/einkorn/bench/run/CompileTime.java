package org.einkorn.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Parser;
import org.einkorn.runtime.Compiler;
import org.einkorn.runtime.Kernels;

/**
 * From the text of a statement to a loaded class, past the cache of kernels: what a new kernel
 * costs in a process that has compiled others.
 */
public final class CompileTime {
  private static final TensorType CSR = TensorType.of(ElementType.FLOAT64, Formats.csr());
  private static final TensorType VECTOR = TensorType.of(ElementType.FLOAT64, Formats.dense(1));

  /** The mark is for SpMV; a product of two sparse matrices is for comparison. */
  private static final double MOST_MILLISECONDS = 5;

  /** Of 20,000 random programs of the tests, one of those that take longest. */
  private static final String LARGE =
      "T(i,j,k,l) = (sum(j, max(A(j,l,m,n), A(l,n,j,j))) != A(n,n,l,k) + B(i,k,o)) * C(k,k,i,j)"
          + " + B(i,m,o)";

  private static final double MOST_MILLISECONDS_LARGE = 25;

  /** A compiler is much code to warm up, compared with a kernel. */
  private static final double LONGER = 6;

  private CompileTime() {}

  /** Takes the file for the timings, and the seconds to warm up and to measure. */
  public static void main(String[] arguments) throws IOException {
    Turns turns = new Turns();
    turns.addTimed(kernel("y(i) = A(i,j) * x(j)", Map.of("A", CSR, "x", VECTOR), VECTOR));
    turns.addTimed(kernel("C(i,j) = A(i,k) * B(k,j)", Map.of("A", CSR, "B", CSR), CSR));
    turns.addTimed(
        kernel(
            LARGE,
            Map.of(
                "A",
                type("dddh", 4),
                "B",
                type(
                    "(i,j,k) -> (dense((k%4)/2), compressed(j), dense(i), compressed(k%2),"
                        + " dense(k/4))",
                    3),
                "C",
                type("CqsC", 4)),
            type("dcqc", 4)));
    turns.warmUp(LONGER * Double.parseDouble(arguments[1]));
    double[][] samples = turns.samples(Double.parseDouble(arguments[2]));
    Timing[] timings = {
      new Timing("compile SpMV", milliseconds(samples[0]), MOST_MILLISECONDS),
      new Timing("compile SpGEMM", milliseconds(samples[1]), MOST_MILLISECONDS),
      new Timing("compile large", milliseconds(samples[2]), MOST_MILLISECONDS_LARGE)
    };
    Forks.write(Path.of(arguments[0]), timings);
  }

  private static TensorType type(String format, int order) {
    return TensorType.of(ElementType.FLOAT64, Formats.parse(format, order));
  }

  private static Supplier<?> kernel(
      String statement, Map<String, TensorType> inputs, TensorType result) {
    TensorType written = Kernels.written(result);
    return () -> Compiler.assemble(Compiler.compile(Parser.parse(statement), inputs, written));
  }

  private static Samples milliseconds(double[] microseconds) {
    double[] values = microseconds.clone();
    for (int k = 0; k < values.length; k++) {
      values[k] /= 1e3;
    }
    return new Samples(values);
  }
}
