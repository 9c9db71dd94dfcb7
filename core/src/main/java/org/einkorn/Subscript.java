package org.einkorn;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Window;

/**
 * What stands for one dimension of a tensor in an expression: an {@link Index}, a coordinate
 * computed from some, {@code i.plus(k).minus(1)}, or a window, {@code i.slice(2, 8)}.
 */
public sealed interface Subscript permits Index, Subscript.Computed {
  /** A coordinate that is not just an index. */
  record Computed(List<Index> indices, Window window) implements Subscript {
    public Computed {
      indices = List.copyOf(indices);
    }
  }

  /** The coordinate number {@code coordinate}, whatever the indices are. */
  static Subscript at(int coordinate) {
    if (coordinate < 0) {
      throw new EinkornException(
          "The coordinate " + coordinate + " is negative; the first coordinate is 0.");
    }
    return new Computed(List.of(), new Window.Affine(List.of(), coordinate));
  }

  /** The sum of this coordinate and another. */
  default Subscript plus(Subscript other) {
    return sum(other, 1);
  }

  default Subscript minus(Subscript other) {
    return sum(other, -1);
  }

  default Subscript plus(int distance) {
    return new Computed(
        computed().indices(),
        new Window.Affine(line().coefficients(), Math.addExact(line().constant(), distance)));
  }

  default Subscript minus(int distance) {
    return plus(Math.negateExact(distance));
  }

  /** This coordinate, multiplied. */
  default Subscript times(int factor) {
    return new Computed(
        computed().indices(),
        new Window.Affine(
            line().coefficients().stream().map(c -> Math.multiplyExact(c, factor)).toList(),
            Math.multiplyExact(line().constant(), factor)));
  }

  private Subscript sum(Subscript other, int sign) {
    Subscript signed = other.times(sign);
    List<Index> indices = new ArrayList<>(computed().indices());
    indices.addAll(signed.computed().indices());
    List<Integer> coefficients = new ArrayList<>(line().coefficients());
    coefficients.addAll(signed.line().coefficients());
    return new Computed(
        indices,
        new Window.Affine(
            coefficients, Math.addExact(line().constant(), signed.line().constant())));
  }

  private Computed computed() {
    return switch (this) {
      case Index i -> new Computed(List.of(i), new Window.Affine(List.of(1), 0));
      case Computed c -> c;
    };
  }

  private Window.Affine line() {
    if (computed().window() instanceof Window.Affine line) {
      return line;
    }
    throw new EinkornException(
        "A window cannot be part of a sum or product; shift where it begins instead.");
  }

  /** An access to a tensor. */
  static Access access(String tensor, List<Subscript> subscripts) {
    List<IndexVariable> variables = new ArrayList<>();
    if (subscripts.stream().allMatch(s -> s instanceof Index)) {
      subscripts.forEach(s -> variables.add(((Index) s).variable()));
      return new Access(tensor, variables);
    }
    for (Subscript s : subscripts) {
      s.computed().indices().stream()
          .map(Index::variable)
          .filter(v -> !variables.contains(v))
          .forEach(variables::add);
    }
    List<Window> windows = new ArrayList<>();
    for (Subscript s : subscripts) {
      Computed c = s.computed();
      windows.add(
          c.window().over(k -> variables.indexOf(c.indices().get(k).variable()), variables.size()));
    }
    return new Access(tensor, variables, windows);
  }

  /** The coordinates from {@code from} up to, but without, {@code to}, by {@code step}. */
  static Subscript slice(Index index, int from, OptionalInt to, int step) {
    if (from < 0 || step < 1 || to.isPresent() && to.getAsInt() < from) {
      throw new EinkornException(
          "A window begins at 0 or later, ends where it begins or later, and has a step of 1 or"
              + " more; "
              + new Window.Slice(0, from, to, step).text(List.of(index.name()))
              + " does not.");
    }
    return new Computed(List.of(index), new Window.Slice(0, from, to, step));
  }
}
