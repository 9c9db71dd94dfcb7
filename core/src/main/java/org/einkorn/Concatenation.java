package org.einkorn;

import java.util.ArrayList;
import java.util.List;
import org.einkorn.element.ElementType;
import org.einkorn.storage.CoordinateList;

/** Puts tensors one after the other. */
final class Concatenation {
  private Concatenation() {}

  static Tensor of(int dimension, Tensor first, List<Tensor> others) {
    List<Tensor> all = new ArrayList<>(List.of(first));
    all.addAll(others);
    if (dimension < 0 || dimension >= first.order()) {
      throw new EinkornException(
          "A tensor of order "
              + first.order()
              + " has no dimension "
              + dimension
              + "; they are counted from 0.");
    }
    int[] sizes = first.dimensions();
    ElementType type = first.elementType();
    long length = 0;
    for (Tensor tensor : all) {
      check(dimension, first, tensor);
      type = ElementType.common(type, tensor.elementType());
      length += tensor.dimension(dimension);
    }
    if (length > Integer.MAX_VALUE) {
      throw new EinkornException(
          "The tensors have "
              + length
              + " coordinates together, more than a dimension can have, "
              + Integer.MAX_VALUE
              + ".");
    }
    sizes[dimension] = (int) length;
    CoordinateList entries = new CoordinateList(type, sizes);
    int offset = 0;
    int[] coordinate = new int[sizes.length];
    for (Tensor tensor : all) {
      CoordinateList part = tensor.entries().as(type);
      for (int k = 0; k < part.count(); k++) {
        for (int d = 0; d < coordinate.length; d++) {
          coordinate[d] = part.coordinates(d)[k] + (d == dimension ? offset : 0);
        }
        entries.append(part, k, coordinate);
      }
      offset += tensor.dimension(dimension);
    }
    return Tensor.of(entries, first.type().fill().asDouble(), first.format());
  }

  private static void check(int dimension, Tensor first, Tensor other) {
    boolean fits = other.order() == first.order();
    for (int d = 0; fits && d < first.order(); d++) {
      fits = d == dimension || other.dimension(d) == first.dimension(d);
    }
    if (!fits) {
      throw new EinkornException(
          "A tensor of size "
              + Tensor.sizes(other.dimensions())
              + " cannot follow one of size "
              + Tensor.sizes(first.dimensions())
              + " along dimension "
              + dimension
              + "; all other sizes must be the same.");
    }
    if (!other.type().fill().sameValue(first.type().fill())) {
      throw new EinkornException(
          "A tensor that is "
              + other.type().fill()
              + " where nothing is stored cannot follow one that is "
              + first.type().fill()
              + " there; give both the same value with filled().");
    }
  }
}
