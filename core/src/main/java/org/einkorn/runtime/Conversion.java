package org.einkorn.runtime;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.einkorn.advice.TensorLimit;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.CoordinateSorter;
import org.einkorn.storage.Storage;

/** Packs, unpacks and converts tensors, by kernels like any other: B(i,j) = A(i,j). */
public final class Conversion {
  private Conversion() {}

  /**
   * The same tensor in another format or with another element type; refused if that is too large.
   */
  public static Storage convert(Storage tensor, TensorType type) {
    if (!tensor.type().equals(type)) {
      TensorLimit.check(type, dimensions(tensor), tensor.count(), () -> unpack(tensor));
    }
    return converted(tensor, type);
  }

  /** The same whatever it takes: for tensors between others. */
  static Storage converted(Storage tensor, TensorType type) {
    if (tensor.type().equals(type)) {
      return tensor;
    }
    if (!type.format().isPlain() || !type.format().isAppendable()) {
      return Packer.pack(unpack(tensor), type);
    }
    if (needsSorting(tensor.type().format(), type.format())) {
      return converted(sorted(tensor, type.format().dimensions()), type);
    }
    List<IndexVariable> indices =
        IntStream.range(0, tensor.type().order())
            .mapToObj(d -> new IndexVariable("i" + d))
            .toList();
    Map<IndexVariable, Integer> sizes = new LinkedHashMap<>();
    for (int d = 0; d < indices.size(); d++) {
      sizes.put(indices.get(d), tensor.dimensions().get(d));
    }
    Assignment copy =
        new Assignment(new Access("to", indices), Optional.empty(), new Access("from", indices));
    return Kernels.evaluate(copy, Map.of("from", tensor), sizes, type);
  }

  /** Whether entries come in another order than the target can take them in. */
  private static boolean needsSorting(Format from, Format to) {
    return from.followsLoops()
        && !from.dimensions().equals(to.dimensions())
        && from.levels().stream().anyMatch(l -> l.location().isEmpty())
        && to.levels().stream().anyMatch(l -> l.location().isEmpty());
  }

  /** The tensor as coordinates in the order of some dimensions. */
  private static Storage sorted(Storage tensor, List<Integer> dimensionOrder) {
    Format stored = Formats.coordinate(tensor.type().order());
    Storage coordinates =
        converted(
            tensor,
            new TensorType(
                tensor.type().element(),
                stored.storing(tensor.type().format().dimensions()),
                tensor.type().fill()));
    Storage sorted = CoordinateSorter.sort(entries(coordinates), dimensionOrder);
    TensorType type =
        new TensorType(tensor.type().element(), sorted.type().format(), tensor.type().fill());
    return new Storage(type, sorted.dimensions(), sorted.levels(), sorted.values());
  }

  /**
   * A coordinate list as a tensor of the given format, unless that is too large; duplicates are
   * summed.
   */
  public static Storage pack(CoordinateList list, Format format) {
    TensorType type = TensorType.of(list.type(), format);
    TensorLimit.check(type, list.dimensions(), list.count(), () -> list);
    return format.isPlain() && format.isAppendable()
        ? converted(CoordinateSorter.sort(list, format.dimensions()), type)
        : Packer.pack(list, type);
  }

  /** Everything that is stored, in the order of the dimensions. */
  public static CoordinateList unpack(Storage tensor) {
    ElementType element = tensor.type().element();
    List<Integer> natural = IntStream.range(0, tensor.type().order()).boxed().toList();
    Format format = tensor.type().format();
    List<Integer> dimensions = format.isPlain() ? format.dimensions() : natural;
    Format coordinates = Formats.coordinate(tensor.type().order()).storing(dimensions);
    CoordinateList stored =
        entries(converted(tensor, new TensorType(element, coordinates, tensor.type().fill())));
    return dimensions.equals(natural) ? stored : entries(CoordinateSorter.sort(stored, natural));
  }

  /** The arrays of a tensor of format coo as a list. */
  static CoordinateList entries(Storage coordinates) {
    int[][] columns = new int[coordinates.type().order()][];
    for (int l = 0; l < columns.length; l++) {
      columns[coordinates.type().format().dimension(l)] =
          (int[]) coordinates.levels().get(l).getLast();
    }
    return new CoordinateList(
        coordinates.type().element(),
        dimensions(coordinates),
        columns,
        coordinates.values(),
        coordinates.count());
  }

  private static int[] dimensions(Storage tensor) {
    return tensor.dimensions().stream().mapToInt(Integer::intValue).toArray();
  }
}
