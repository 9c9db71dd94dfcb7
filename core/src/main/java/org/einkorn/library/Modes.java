package org.einkorn.library;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;

/** A tensor X(i0,i1,…) to decompose, and the statements about it and its factors F0, F1, …. */
record Modes(Tensor tensor) {
  /** Refuses what is no tensor to decompose. */
  Modes {
    if (tensor.order() < 3) {
      throw new EinkornException(
          "A tensor of order 3 or more can be decomposed, not one of order "
              + tensor.order()
              + ".");
    }
    if (tensor.type().fill().asDouble() != 0) {
      throw new EinkornException(
          "A tensor is decomposed that is 0 where nothing is stored, not "
              + tensor.type().fill()
              + ".");
    }
  }

  int order() {
    return tensor.order();
  }

  /** What a text is for each mode, or for each but one, between commas or whatever. */
  String list(int except, String between, IntFunction<String> text) {
    return IntStream.range(0, order())
        .filter(mode -> mode != except)
        .mapToObj(text)
        .collect(Collectors.joining(between));
  }

  String list(String between, IntFunction<String> text) {
    return list(-1, between, text);
  }

  /** The tensor in a statement. */
  String access() {
    return "X(" + list(",", mode -> "i" + mode) + ")";
  }

  /** The tensor and its factors by their names. */
  Map<String, Tensor> with(List<Tensor> factors) {
    Map<String, Tensor> tensors = new HashMap<>(Map.of("X", tensor));
    for (int mode = 0; mode < order(); mode++) {
      tensors.put("F" + mode, factors.get(mode));
    }
    return tensors;
  }

  /** The sum of all squares, which is not zero. */
  double square() {
    String reduced = "float64(" + access() + ") * " + access();
    for (int mode = order() - 1; mode >= 0; mode--) {
      reduced = "sum(i" + mode + ", " + reduced + ")";
    }
    double square = Step.value("a = " + reduced, Map.of("X", tensor));
    if (!(square > 0 && square < Double.POSITIVE_INFINITY)) {
      throw new EinkornException(
          square == 0
              ? "The tensor is zero everywhere, so there is nothing to decompose."
              : "The squares of the tensor's values sum to "
                  + square
                  + "; only a tensor of finite values can be decomposed.");
    }
    return square;
  }

  /** How much of the tensor a decomposition explains that leaves so much of its square. */
  static double fit(double square, double left) {
    return 1 - Math.sqrt(Math.max(0, left) / square);
  }

  /** A matrix for a mode, the same for the same seed. */
  double[] random(int mode, int columns, SplittableRandom random) {
    return random.doubles((long) tensor.dimension(mode) * columns).toArray();
  }
}
