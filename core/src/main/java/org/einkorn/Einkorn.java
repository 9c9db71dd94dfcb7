package org.einkorn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Einsum;
import org.einkorn.notation.Parser;
import org.einkorn.support.Workers;

/**
 * Where to begin: evaluates tensor index notation.
 *
 * <pre>{@code
 * Tensor y = Einkorn.evaluate("y(i) = A(i,j) * x(j)", Map.of("A", a, "x", x));
 * Tensor c = Einkorn.einsum("ij,jk->ik", a, b);
 * Kernel spmv = Einkorn.expression("y(i) = A(i,j) * x(j)").with("A", a).with("x", x).compile();
 * }</pre>
 */
public final class Einkorn {
  private Einkorn() {}

  /**
   * Evaluates a statement over the named tensors; the result's format is chosen.
   *
   * @param functions of your own that the statement may use by their names
   */
  public static Tensor evaluate(
      String statement, Map<String, Tensor> tensors, ScalarOperator... functions) {
    return expression(statement, functions).with(tensors).evaluate();
  }

  /**
   * A statement to give tensors, formats and sizes to.
   *
   * @param functions of your own that it may use by their names
   */
  public static Computation expression(String statement, ScalarOperator... functions) {
    return new Computation(
        Parser.parse(
            Objects.requireNonNull(statement, "a statement is a text, not null"),
            ScalarOperator.functions(functions)));
  }

  /**
   * Evaluates an einsum string, as {@code "ij,jk->ik"}, over the tensors in their order; {@code
   * "ij,jk->ik over min-plus"} over another semiring than plus-times.
   */
  public static Tensor einsum(String subscripts, Tensor... tensors) {
    Objects.requireNonNull(subscripts, "subscripts are a text, not null");
    List<String> names = new ArrayList<>();
    Map<String, Tensor> byName = new LinkedHashMap<>();
    for (Tensor tensor : tensors) {
      String name = "T" + (names.size() + 1);
      names.add(name);
      byName.put(name, tensor);
    }
    Assignment assignment = Einsum.parse(subscripts, names);
    return new Computation(assignment).with(byName).evaluate();
  }

  /**
   * Tensors one after the other along a dimension, in the format of the first; the others have the
   * same sizes in all other dimensions.
   */
  public static Tensor concatenate(int dimension, Tensor first, Tensor... others) {
    return Concatenation.of(dimension, first, List.of(others));
  }

  /**
   * How many threads a run uses at most, the caller's included: one for each processor, or what the
   * system property {@code einkorn.threads} says, unless {@link #threads(int)} was called.
   */
  public static int threads() {
    return Workers.threads();
  }

  /**
   * Sets how many threads a run uses at most, in the whole JVM. Results do not depend on it, to the
   * bit; little work is done by the calling thread alone whatever the number. With 1 a sparse
   * result is computed in one go, which interrupting the thread does not stop, unless someone
   * listens to its progress.
   */
  public static void threads(int count) {
    Workers.setThreads(count);
  }
}
