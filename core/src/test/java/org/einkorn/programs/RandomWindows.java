package org.einkorn.programs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Window;

/** Draws windows over some variables, and the sizes of a tensor that they fit. */
final class RandomWindows {
  private final RandomGenerator random;
  private final Map<IndexVariable, Integer> sizes;
  private final List<IndexVariable> variables;
  private final List<Integer> dimensions = new ArrayList<>();

  RandomWindows(
      RandomGenerator random, Map<IndexVariable, Integer> sizes, List<IndexVariable> variables) {
    this.random = random;
    this.sizes = sizes;
    this.variables = variables.stream().distinct().toList();
  }

  /** The sizes of the tensor that was accessed. */
  List<Integer> dimensions() {
    return dimensions;
  }

  /** An access that may read outside of the tensor. */
  Access access(String tensor) {
    List<Window> windows = new ArrayList<>();
    for (int k = 0; k < variables.size(); k++) {
      windows.add(
          switch (random.nextInt(9)) {
            case 0, 1 -> slice(k);
            case 2 -> selection(k, false);
            case 3 -> plain(k);
            case 4, 5 -> affine(List.of(k));
            default -> affine(List.of(k, random.nextInt(variables.size())));
          });
    }
    if (random.nextInt(8) == 0 || windows.isEmpty()) {
      windows.add(constant());
    }
    return new Access(tensor, variables, windows);
  }

  /** A left side that means every entry once, and none outside of the tensor. */
  Access target(String tensor) {
    List<Window> windows = new ArrayList<>();
    for (int k = 0; k < variables.size(); k++) {
      windows.add(
          switch (random.nextInt(4)) {
            case 0, 1 -> slice(k);
            case 2 -> selection(k, true);
            default -> plain(k);
          });
    }
    return new Access(tensor, variables, windows);
  }

  private int size(int variable) {
    return sizes.get(variables.get(variable));
  }

  private Window plain(int k) {
    dimensions.add(size(k));
    return one(k, 1, 0);
  }

  private Window one(int k, int by, int constant) {
    List<Integer> coefficients = new ArrayList<>(Collections.nCopies(variables.size(), 0));
    coefficients.set(k, by);
    return new Window.Affine(coefficients, constant);
  }

  private Window slice(int k) {
    int step = 1 + random.nextInt(3) / 2;
    int from = random.nextInt(3);
    int to = size(k) == 0 ? from : from + (size(k) - 1) * step + 1 + random.nextInt(step);
    boolean open = size(k) > 0 && random.nextInt(3) == 0;
    dimensions.add(open ? to : to + random.nextInt(3));
    return new Window.Slice(k, from, open ? OptionalInt.empty() : OptionalInt.of(to), step);
  }

  private Window selection(int k, boolean distinct) {
    int size = size(k) + 1 + random.nextInt(3);
    dimensions.add(size);
    List<Integer> all = new ArrayList<>();
    for (int c = 0; c < size; c++) {
      all.add(distinct ? c : random.nextInt(size));
    }
    for (int c = size; c > 1; c--) {
      Collections.swap(all, c - 1, random.nextInt(c));
    }
    return new Window.Selection(k, all.subList(0, size(k)));
  }

  private Window affine(List<Integer> places) {
    List<Integer> coefficients = new ArrayList<>(Collections.nCopies(variables.size(), 0));
    for (int k : places) {
      coefficients.set(k, List.of(1, 1, 1, -1, 2).get(random.nextInt(5)));
    }
    dimensions.add(1 + random.nextInt(6));
    Window window = new Window.Affine(coefficients, random.nextInt(5) - 2);
    // A variable by itself would have the size of its dimension.
    return window.plain().isPresent() ? new Window.Affine(coefficients, 1) : window;
  }

  private Window constant() {
    int size = 1 + random.nextInt(4);
    dimensions.add(size);
    return new Window.Affine(Collections.nCopies(variables.size(), 0), random.nextInt(size));
  }
}
