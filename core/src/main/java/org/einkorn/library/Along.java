package org.einkorn.library;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;

/** The statements about one dimension of a tensor, whose variables are i0, i1, …. */
record Along(int[] sizes, int dimension) {
  Along {
    if (dimension < 0 || dimension >= sizes.length) {
      throw new EinkornException(
          sizes.length == 0
              ? "A scalar has no dimension to go along."
              : "There is no dimension "
                  + dimension
                  + "; the tensor's are 0 to "
                  + (sizes.length - 1)
                  + ".");
    }
  }

  static String variables(int order) {
    return IntStream.range(0, order).mapToObj(d -> "i" + d).collect(Collectors.joining(","));
  }

  /** The variable that runs along the dimension. */
  String variable() {
    return "i" + dimension;
  }

  /** A tensor of the same size. */
  String access(String name) {
    return access(name, variable());
  }

  /** The same with another variable along the dimension. */
  String access(String name, String variable) {
    return IntStream.range(0, sizes.length)
        .mapToObj(d -> d == dimension ? variable : "i" + d)
        .collect(Collectors.joining(",", name + "(", ")"));
  }

  /** A tensor without the dimension. */
  String rest(String name) {
    return sizes.length == 1
        ? name
        : IntStream.range(0, sizes.length)
            .filter(d -> d != dimension)
            .mapToObj(d -> "i" + d)
            .collect(Collectors.joining(",", name + "(", ")"));
  }

  /** A dense tensor without the dimension, the same everywhere. */
  Tensor constant(double value) {
    int[] others =
        IntStream.range(0, sizes.length).filter(d -> d != dimension).map(d -> sizes[d]).toArray();
    double[] values = new double[Arrays.stream(others).reduce(1, Math::multiplyExact)];
    Arrays.fill(values, value);
    return Tensor.dense(values, others);
  }
}
