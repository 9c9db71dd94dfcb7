package org.einkorn.notation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/**
 * Which coordinate of one dimension of a tensor is meant, in terms of the index variables of an
 * access; these are numbered as the access lists them.
 */
public sealed interface Window {
  /** {@code 2*i + k - 1}: for each variable what it is multiplied with, and what is added. */
  record Affine(List<Integer> coefficients, int constant) implements Window {
    public Affine {
      coefficients = List.copyOf(coefficients);
    }
  }

  /** {@code i(2:8:3)}: the coordinates from 2 on, by 3, below 8 or to the end. */
  record Slice(int variable, int from, OptionalInt to, int step) implements Window {
    /** The end of the slice in a dimension of this size. */
    int end(int size) {
      return to.orElse(Math.max(size, from));
    }

    /** How many coordinates it has in a dimension of this size. */
    int count(int size) {
      return Math.ceilDiv(Math.max(0, end(size) - from), step);
    }

    String text(String name) {
      String end = to.isPresent() ? String.valueOf(to.getAsInt()) : "";
      return name + "(" + from + ":" + end + (step == 1 ? "" : ":" + step) + ")";
    }
  }

  /** {@code i([1,3,5])}: these coordinates, in this order. */
  record Selection(int variable, List<Integer> coordinates) implements Window {
    public Selection {
      coordinates = List.copyOf(coordinates);
    }
  }

  /** The coordinate where the variables have these values; it may lie outside of the tensor. */
  default long at(int[] values) {
    return switch (this) {
      case Affine a -> {
        long sum = a.constant;
        for (int k = 0; k < a.coefficients.size(); k++) {
          sum += (long) a.coefficients.get(k) * values[k];
        }
        yield sum;
      }
      case Slice s -> s.from + (long) s.step * values[s.variable];
      case Selection s -> s.coordinates.get(values[s.variable]);
    };
  }

  /** The same over other variables: {@code count} of them, numbered as {@code number} says. */
  default Window over(IntUnaryOperator number, int count) {
    return switch (this) {
      case Affine a -> {
        Integer[] coefficients = new Integer[count];
        Arrays.fill(coefficients, 0);
        for (int k : a.variables()) {
          coefficients[number.applyAsInt(k)] += a.coefficients.get(k);
        }
        yield new Affine(List.of(coefficients), a.constant);
      }
      case Slice s -> new Slice(number.applyAsInt(s.variable), s.from, s.to, s.step);
      case Selection s -> new Selection(number.applyAsInt(s.variable), s.coordinates);
    };
  }

  /** The numbers of the variables that it depends on. */
  default List<Integer> variables() {
    return switch (this) {
      case Affine a -> {
        List<Integer> used = new ArrayList<>();
        for (int k = 0; k < a.coefficients.size(); k++) {
          if (a.coefficients.get(k) != 0) {
            used.add(k);
          }
        }
        yield used;
      }
      case Slice s -> List.of(s.variable);
      case Selection s -> List.of(s.variable);
    };
  }

  /** The variable that is the coordinate, if it is just that. */
  default OptionalInt plain() {
    return this instanceof Affine a
            && a.constant == 0
            && variables().size() == 1
            && a.coefficients.get(variables().getFirst()) == 1
        ? OptionalInt.of(variables().getFirst())
        : OptionalInt.empty();
  }

  /** How it is written, with names for the variables. */
  default String text(List<String> names) {
    return switch (this) {
      case Affine a -> text(a, names);
      case Slice s -> s.text(names.get(s.variable));
      case Selection s ->
          names.get(s.variable)
              + s.coordinates.stream()
                  .map(String::valueOf)
                  .collect(Collectors.joining(",", "([", "])"));
    };
  }

  private static String text(Affine a, List<String> names) {
    StringBuilder out = new StringBuilder();
    for (int k : a.variables()) {
      int by = a.coefficients.get(k);
      out.append(by < 0 ? "-" : out.isEmpty() ? "" : "+");
      out.append(Math.abs(by) == 1 ? "" : Math.abs(by) + "*").append(names.get(k));
    }
    if (a.constant != 0 || out.isEmpty()) {
      out.append(a.constant >= 0 && !out.isEmpty() ? "+" : "").append(a.constant);
    }
    return out.toString();
  }
}
