package org.einkorn.cli;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.einkorn.Tensor;
import org.einkorn.advice.FormatAdvice;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.storage.CoordinateList;

/** What a source gave, before it is stored in the format that is wanted. */
sealed interface Content {
  int[] dimensions();

  /** Whether the dimensions are certain, and not just the largest coordinates found. */
  boolean sizesKnown();

  /** The nonzeros of the tensor with these dimensions. */
  CoordinateList nonzeros(int[] dimensions);

  /** The tensor with these dimensions, in the usual format. */
  Tensor storeAsUsual(int[] dimensions);

  /**
   * The tensor with these dimensions, in the format of the place or the usual one. Where the place
   * leaves it to the nonzeros, {@code chosen} is told what they say.
   */
  default Tensor store(int[] dimensions, Place place, Consumer<FormatAdvice> chosen) {
    if (place.format().isEmpty()) {
      return storeAsUsual(dimensions);
    }
    CoordinateList nonzeros = nonzeros(dimensions);
    return Tensor.of(nonzeros, fill(), place.format(nonzeros, chosen));
  }

  /** The value where nothing is stored. */
  default double fill() {
    return 0;
  }

  /** The same with another value where nothing is stored. */
  Content filled(double value);

  /** A tensor as it is, if nothing else is said. */
  sealed interface Whole extends Content {
    Tensor tensor();

    @Override
    default int[] dimensions() {
      return tensor().dimensions();
    }

    @Override
    default boolean sizesKnown() {
      return true;
    }

    @Override
    default Tensor storeAsUsual(int[] dimensions) {
      return tensor();
    }
  }

  /** A dense tensor; in a sparse format it is stored without its zeros. */
  record Ready(Tensor tensor) implements Whole {
    @Override
    public CoordinateList nonzeros(int[] dimensions) {
      return tensor.nonzeros();
    }

    /** What is zero is not there, as in a sparse format. */
    @Override
    public Content filled(double value) {
      return new Entries(tensor.nonzeros(), 0, true).filled(value);
    }
  }

  /** A tensor in the format that its file keeps, which it stays in if nothing else is said. */
  record Stored(Tensor tensor) implements Whole {
    /** The entries, without what the format only has a place for. */
    @Override
    public CoordinateList nonzeros(int[] dimensions) {
      return tensor.to(Formats.coordinate(tensor.order())).entries();
    }

    @Override
    public Tensor store(int[] dimensions, Place place, Consumer<FormatAdvice> chosen) {
      return place
          .format()
          .filter(format -> !format.equals(Tensor.AUTO))
          .map(tensor::to)
          .orElseGet(() -> Whole.super.store(dimensions, place, chosen));
    }

    @Override
    public double fill() {
      return tensor.fill();
    }

    @Override
    public Content filled(double value) {
      return holds(tensor.elementType(), value)
          ? new Stored(tensor.filled(value))
          : new Entries(nonzeros(dimensions()), 0, true).filled(value);
    }
  }

  private static boolean holds(ElementType type, double value) {
    return Constant.of(value).as(type).sameValue(Constant.of(value));
  }

  /** Nonzeros: a matrix becomes CSR, other tensors CSF, if nothing else is said. */
  record Entries(CoordinateList list, double fill, boolean sizesKnown) implements Content {
    /** Integers and patterns become floats where they cannot hold the value. */
    @Override
    public Content filled(double value) {
      CoordinateList values = holds(list.type(), value) ? list : list.as(ElementType.FLOAT64);
      return new Entries(values, value, sizesKnown);
    }

    @Override
    public int[] dimensions() {
      return list.dimensions();
    }

    @Override
    public CoordinateList nonzeros(int[] dimensions) {
      int[][] coordinates =
          IntStream.range(0, list.order()).mapToObj(list::coordinates).toArray(int[][]::new);
      return Arrays.equals(dimensions, list.dimensions())
          ? list
          : new CoordinateList(list.type(), dimensions, coordinates, list.values(), list.count());
    }

    @Override
    public Tensor storeAsUsual(int[] dimensions) {
      Format usual = Tensor.defaultFormat(list.order());
      return Tensor.of(nonzeros(dimensions), fill, usual);
    }
  }
}
