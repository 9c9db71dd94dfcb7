package org.einkorn.cli;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.einkorn.Tensor;
import org.einkorn.storage.CoordinateList;

/** What a source gave, before it is stored in the format that is wanted. */
sealed interface Content {
  int[] dimensions();

  /** Whether the dimensions are certain, and not just the largest coordinates found. */
  boolean sizesKnown();

  /** The tensor with these dimensions, in the format of the place or the usual one. */
  Tensor store(int[] dimensions, Place place);

  default Tensor store(Place place) {
    return store(dimensions(), place);
  }

  /** A dense tensor; in a sparse format it is stored without its zeros. */
  record Ready(Tensor tensor) implements Content {
    @Override
    public int[] dimensions() {
      return tensor.dimensions();
    }

    @Override
    public boolean sizesKnown() {
      return true;
    }

    @Override
    public Tensor store(int[] dimensions, Place place) {
      return place.format().isEmpty()
          ? tensor
          : tensor.to(place.format(tensor.order(), tensor.format())).pruned();
    }
  }

  /** Nonzeros: a matrix becomes CSR, other tensors CSF, if nothing else is said. */
  record Entries(CoordinateList list, boolean sizesKnown) implements Content {
    @Override
    public int[] dimensions() {
      return list.dimensions();
    }

    @Override
    public Tensor store(int[] dimensions, Place place) {
      int[][] coordinates =
          IntStream.range(0, list.order()).mapToObj(list::coordinates).toArray(int[][]::new);
      CoordinateList sized =
          Arrays.equals(dimensions, list.dimensions())
              ? list
              : new CoordinateList(
                  list.type(), dimensions, coordinates, list.values(), list.count());
      return Tensor.of(sized, place.format(list.order(), Tensor.defaultFormat(list.order())));
    }
  }
}
