package org.einkorn.bench;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.einkorn.backend.jvm.CompiledFunction;
import org.einkorn.bench.run.Settings;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Parser;
import org.einkorn.runtime.Compiler;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From the text of a statement to a loaded class, past the cache of kernels: what a new kernel
 * costs in a process that has compiled others.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {Settings.HEAP, Settings.HEAP_LIMIT, Settings.COLLECTOR, Settings.MODULES})
public class CompileBenchmark {
  private static final TensorType CSR = TensorType.of(ElementType.FLOAT64, Formats.csr());
  private static final TensorType VECTOR = TensorType.of(ElementType.FLOAT64, Formats.dense(1));

  @Benchmark
  public CompiledFunction spmv() {
    return compile("y(i) = A(i,j) * x(j)", Map.of("A", CSR, "x", VECTOR), VECTOR);
  }

  @Benchmark
  public CompiledFunction spgemm() {
    return compile("C(i,j) = A(i,k) * B(k,j)", Map.of("A", CSR, "B", CSR), CSR);
  }

  private static CompiledFunction compile(
      String statement, Map<String, TensorType> inputs, TensorType result) {
    return Compiler.assemble(Compiler.compile(Parser.parse(statement), inputs, result));
  }
}
