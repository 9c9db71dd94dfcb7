package org.einkorn.runtime;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.einkorn.EinkornException;
import org.einkorn.advice.Footprint;
import org.einkorn.advice.Quantities;
import org.einkorn.advice.TensorLimit;
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
   * What the old format stores only to fill its blocks, diagonals or rows is left out.
   */
  public static Storage convert(Storage tensor, TensorType type) {
    if (!tensor.type().equals(type)) {
      TensorLimit.check(type, dimensions(tensor), tensor.count(), () -> unpackEntries(tensor));
    }
    try {
      return converted(tensor, type);
    } catch (OutOfMemoryError e) {
      throw new EinkornException(
          "Memory ran out while a tensor of "
              + Quantities.bytes(tensor.bytes())
              + " as "
              + tensor.type().format()
              + " was converted to "
              + type.format()
              + ", which takes at most "
              + Quantities.bytes(Footprint.atMost(tensor.count(), dimensions(tensor), type).bytes())
              + ", and the JVM may use "
              + Quantities.bytes(Runtime.getRuntime().maxMemory())
              + "; give it more with -Xmx, or choose another format.",
          e);
    }
  }

  /** The same whatever it takes: for tensors between others. */
  static Storage converted(Storage tensor, TensorType type) {
    Format from = tensor.type().format();
    Format to = type.format();
    if (tensor.type().equals(type)) {
      return tensor;
    }
    if (Formats.isList(from) && Formats.isList(to) && tensor.type().element() == type.element()) {
      return ListPacker.pack(entries(tensor), type);
    }
    if (!to.isPlain() || !to.isAppendable()) {
      return Packer.pack(unpackEntries(tensor), type);
    }
    if (needsSorting(from, to)
        || Formats.isList(from) && !from.followsLoops() && !to.isLocated()
        || to.padsValues() && !to.isLocated() && !isList(from, to.dimensions())) {
      // A list also has no rows that are empty, which would be padded for nothing.
      return converted(list(tensor, to.dimensions()), type);
    }
    return copy(tensor, type, from.padsValues() && !to.padsValues());
  }

  private static Storage copy(Storage tensor, TensorType type, boolean withoutFill) {
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
    return withoutFill
        ? Kernels.copyWithoutFill(copy, tensor, sizes, type)
        : Kernels.evaluate(copy, Map.of("from", tensor), sizes, type);
  }

  /** Whether entries come in another order than the target can take them in. */
  private static boolean needsSorting(Format from, Format to) {
    return from.followsLoops()
        && !from.dimensions().equals(to.dimensions())
        && !from.isLocated()
        && !to.isLocated();
  }

  private static boolean isList(Format format, List<Integer> dimensionOrder) {
    return format.equals(Formats.coordinate(format.order()).storing(dimensionOrder));
  }

  /** The entries as a coordinate list in the order of some dimensions. */
  private static Storage list(Storage tensor, List<Integer> dimensionOrder) {
    Storage stored = list(tensor, tensor.type().format().padsValues());
    if (isList(stored.type().format(), dimensionOrder)) {
      return stored;
    }
    Format format = Formats.coordinate(tensor.type().order()).storing(dimensionOrder);
    return ListPacker.pack(entries(stored), withFormat(tensor.type(), format));
  }

  private static TensorType withFormat(TensorType type, Format format) {
    return new TensorType(type.element(), format, type.fill());
  }

  /** The tensor as a coordinate list in the order of dimensions that it has. */
  private static Storage list(Storage tensor, boolean withoutFill) {
    Format format = tensor.type().format();
    Format natural = Formats.coordinate(format.order());
    Format list = format.isPlain() ? natural.storing(format.dimensions()) : natural;
    TensorType type = withFormat(tensor.type(), list);
    Storage stored = tensor;
    if (Formats.isList(format)) {
      stored = ListPacker.pack(entries(tensor), type);
    } else if (format.hasDuplicates()) {
      stored = copy(tensor, type, false); // parts that are not zero may add up to zero
    }
    return !withoutFill && stored.type().equals(type) ? stored : copy(stored, type, withoutFill);
  }

  /**
   * A coordinate list as a tensor of the given format, unless that is too large; duplicates are
   * summed if the format has none.
   */
  public static Storage pack(CoordinateList list, Format format) {
    return pack(list, TensorType.of(list.type(), format));
  }

  /** The same for a type, whose fill value the tensor has where the list has no entry. */
  public static Storage pack(CoordinateList list, TensorType type) {
    TensorLimit.check(type, list.dimensions(), list.count(), () -> list);
    Format format = type.format();
    if (Formats.isList(format)) {
      return ListPacker.pack(list, type);
    }
    return format.isPlain() && format.isAppendable()
        ? converted(CoordinateSorter.sort(list, format.dimensions()).filled(type.fill()), type)
        : Packer.pack(list, type);
  }

  /**
   * Everything that is stored, in the order of the dimensions: all values of a dense tensor, but
   * not what fills the blocks, diagonals or rows of another.
   */
  public static CoordinateList unpack(Storage tensor) {
    Format format = tensor.type().format();
    return unpack(tensor, format.padsValues() && !format.isLocated());
  }

  /** The same without what a dense tensor stores only because it has a place for it. */
  public static CoordinateList unpackEntries(Storage tensor) {
    return unpack(tensor, tensor.type().format().padsValues());
  }

  /** The same without all that is stored but has the fill value, even if it was given. */
  public static CoordinateList unpackWithoutFill(Storage tensor) {
    return unpack(tensor, tensor.type().order() > 0);
  }

  private static CoordinateList unpack(Storage tensor, boolean withoutFill) {
    Storage stored = list(tensor, withoutFill);
    List<Integer> natural = IntStream.range(0, tensor.type().order()).boxed().toList();
    return isList(stored.type().format(), natural)
        ? entries(stored)
        : entries(CoordinateSorter.sort(entries(stored), natural));
  }

  /** The arrays of a coordinate list. */
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
