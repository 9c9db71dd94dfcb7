package org.einkorn.library;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.einkorn.element.ElementType;

/**
 * The largest or smallest values along a dimension, and where they are: of a matrix along dimension
 * 1, those of each row. What is not stored takes no part; a dense tensor stores its zeros. Of equal
 * values the one with the smallest coordinate comes first. Values are compared as float64, and NaN
 * is passed over.
 */
public final class Extremes {
  private Extremes() {}

  /**
   * What was found, for all other coordinates.
   *
   * @param values infinite where nothing is stored: less than every number where the largest was
   *     asked for, else more
   * @param coordinates where they are along the dimension; -1 where nothing is stored, or nothing
   *     but infinite values like those
   */
  public record Result(Tensor values, Tensor coordinates) {}

  /** The largest value. */
  public static Result argmax(Tensor tensor, int dimension) {
    return new Search(tensor, dimension, true).next(1).getFirst();
  }

  /** The smallest value. */
  public static Result argmin(Tensor tensor, int dimension) {
    return new Search(tensor, dimension, false).next(1).getFirst();
  }

  /** The k largest values, the largest first, along a further dimension of size k. */
  public static Result top(Tensor tensor, int dimension, int k) {
    if (k < 1) {
      throw new EinkornException("The top values are 1 or more, not " + k + ".");
    }
    List<Result> found = new Search(tensor, dimension, true).next(k);
    int[] sizes = Arrays.copyOf(found.getFirst().values.dimensions(), tensor.order());
    sizes[sizes.length - 1] = k;
    Tensor coordinates = beside(found.stream().map(Result::coordinates).toList(), sizes);
    return new Result(
        beside(found.stream().map(Result::values).toList(), sizes),
        Step.of(
                "y("
                    + Along.variables(sizes.length)
                    + ") = int64(x("
                    + Along.variables(sizes.length)
                    + "))")
            .run(Map.of("x", coordinates)));
  }

  private static Tensor beside(List<Tensor> tensors, int[] sizes) {
    int count = tensors.size();
    double[] values = new double[Arrays.stream(sizes).reduce(1, Math::multiplyExact)];
    for (int t = 0; t < count; t++) {
      double[] one = tensors.get(t).toArray();
      for (int p = 0; p < one.length; p++) {
        values[p * count + t] = one[p];
      }
    }
    return Tensor.dense(values, sizes);
  }

  /** Finds one value after the other, each among those that come after the last. */
  private static final class Search {
    private final Tensor tensor;
    private final Step find;
    private final Step locate;
    private final double none;
    private final Along along;

    Search(Tensor given, int dimension, boolean largest) {
      this.along = new Along(given.dimensions(), dimension);
      this.none = largest ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      this.tensor = stored(given, none);
      String nothing = largest ? "-inf" : "inf";
      String value = along.access("A");
      String last = along.rest("v");
      String coordinate = along.variable();
      String candidate =
          "%s %s %s && (%s %s %s || %s == %s && %s > %s)"
              .formatted(
                  value,
                  largest ? ">" : "<",
                  nothing,
                  value,
                  largest ? "<" : ">",
                  last,
                  value,
                  last,
                  coordinate,
                  along.rest("c"));
      this.find =
          Step.of(
              "%s = %s(%s, %s ? %s : %s)"
                  .formatted(
                      along.rest("m"),
                      largest ? "max" : "min",
                      coordinate,
                      candidate,
                      value,
                      nothing),
              "dense");
      this.locate =
          Step.of(
              "%s = min(%s, %s && %s == %s ? %s : %d)"
                  .formatted(
                      along.rest("n"),
                      coordinate,
                      candidate,
                      value,
                      along.rest("m"),
                      coordinate,
                      Long.MAX_VALUE),
              "dense");
    }

    /**
     * The tensor in float64; what it does not store, if it does not store all, is out of question.
     */
    private static Tensor stored(Tensor given, double none) {
      boolean all = given.format().isLocated();
      Tensor stored = all ? given : given.to(Tensor.defaultFormat(given.order()));
      String variables = Along.variables(given.order());
      Tensor floating =
          stored.elementType() == ElementType.FLOAT64
              ? stored
              : Step.of(
                      "B(" + variables + ") = float64(A(" + variables + "))",
                      stored.format().toString())
                  .run(Map.of("A", stored));
      return all ? floating : floating.filled(none);
    }

    List<Result> next(int count) {
      Step number =
          Step.of(
              "%s = %s == %d ? -1 : %s"
                  .formatted(along.rest("c"), along.rest("n"), Long.MAX_VALUE, along.rest("n")),
              "dense");
      Tensor value = along.constant(-none);
      Tensor coordinate =
          Step.of(along.rest("c") + " = int64(" + along.rest("m") + ")", "dense")
              .run(Map.of("m", along.constant(-1)));
      List<Result> found = new ArrayList<>();
      while (found.size() < count) {
        Map<String, Tensor> last = Map.of("A", tensor, "v", value, "c", coordinate);
        Tensor next = find.run(last);
        Tensor place = locate.run(Map.of("A", tensor, "v", value, "c", coordinate, "m", next));
        value = next;
        coordinate = number.run(Map.of("n", place));
        found.add(new Result(value, coordinate));
      }
      return found;
    }
  }
}
