package org.einkorn.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.TensorType;
import org.einkorn.legalise.WindowedOperand;
import org.einkorn.legalise.Windowing;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Window;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.Storage;

/** Cuts windows out of tensors, and puts parts in their places, entry by entry. */
final class Windows {
  private Windows() {}

  /** The tensors with those that are read through windows besides, as loops read them. */
  static Map<String, Storage> inputs(
      Windowing windows, Map<String, Storage> tensors, Map<IndexVariable, Integer> sizes) {
    if (windows.isEmpty()) {
      return tensors;
    }
    Map<String, Storage> all = new HashMap<>(tensors);
    windows.patterns().forEach((tensor, name) -> all.put(name, pattern(tensors.get(tensor))));
    for (WindowedOperand operand : windows.operands()) {
      Storage cut = cut(operand, all.get(operand.tensor()), sizes);
      all.put(operand.name(), cut);
      all.put(operand.driven(), cut);
    }
    return all;
  }

  /**
   * The sizes with those of coordinates that are computed.
   *
   * @param tensors all that {@link #inputs} gave
   */
  static Map<IndexVariable, Integer> sizes(
      Windowing windows, Map<String, Storage> tensors, Map<IndexVariable, Integer> sizes) {
    if (windows.isEmpty()) {
      return sizes;
    }
    Map<IndexVariable, Integer> all = new LinkedHashMap<>(sizes);
    for (WindowedOperand operand : windows.operands()) {
      for (int d = 0; d < operand.written().order(); d++) {
        if (operand.isComputed(d)) {
          all.put(operand.coordinate(d), tensors.get(operand.tensor()).dimensions().get(d));
        }
      }
    }
    return all;
  }

  /** A tensor of truth values with an entry where another has one. */
  private static Storage pattern(Storage tensor) {
    TensorType type = tensor.type();
    boolean[] there = new boolean[tensor.count()];
    if (type.format().padsValues()) {
      // What was stored only because there is a place for it tells nothing but its value.
      for (int p = 0; p < there.length; p++) {
        there[p] = !type.element().get(tensor.values(), p).sameValue(type.fill());
      }
    } else {
      Arrays.fill(there, true);
    }
    TensorType pattern = new TensorType(ElementType.BOOL, type.format(), Constant.of(false));
    return new Storage(pattern, tensor.dimensions(), tensor.levels(), there);
  }

  private static Storage cut(
      WindowedOperand operand, Storage tensor, Map<IndexVariable, Integer> sizes) {
    TensorType type = operand.type();
    if (operand.isWhole()) {
      return Conversion.converted(tensor, type);
    }
    Access access = operand.written();
    List<WindowInverse> inverses = new ArrayList<>();
    List<Integer> dimensions = new ArrayList<>();
    for (int d = 0; d < access.order(); d++) {
      Window window = access.windows().get(d);
      if (operand.isComputed(d)) {
        inverses.add(WindowInverse.IDENTITY);
        dimensions.add(tensor.dimensions().get(d));
      } else {
        inverses.add(WindowInverse.of(window, access, sizes));
        if (!operand.isDropped(d)) {
          dimensions.add(sizes.get(access.indices().get(window.variables().getFirst())));
        }
      }
    }
    Mapped mapped = new Mapped(Conversion.unpackEntries(tensor), inverses);
    int[] kept = IntStream.range(0, access.order()).filter(d -> !operand.isDropped(d)).toArray();
    int[] wanted = dimensions.stream().mapToInt(Integer::intValue).toArray();
    CoordinateList cut = mapped.list(kept, wanted);
    return wanted.length == 0 && cut.count() == 0 ? absent(type) : Conversion.pack(cut, type);
  }

  /** A scalar that is what a tensor is where nothing is stored. */
  private static Storage absent(TensorType type) {
    Object values = type.element().allocate(1);
    type.element().set(values, 0, type.fill());
    return new Storage(type, List.of(), List.of(), values);
  }

  /**
   * A tensor with a part of it replaced.
   *
   * @param sizes of the target's variables
   */
  static Storage placed(
      Access target,
      Storage old,
      Storage part,
      Map<IndexVariable, Integer> sizes,
      TensorType type) {
    int[] dimensions = old.dimensions().stream().mapToInt(Integer::intValue).toArray();
    List<WindowInverse> inverses = new ArrayList<>();
    target.windows().forEach(w -> inverses.add(WindowInverse.of(w, target, sizes)));
    CoordinateList before = Conversion.unpackEntries(old).as(type.element());
    CoordinateList within = Conversion.unpackEntries(part).as(type.element());
    CoordinateList all =
        new CoordinateList(type.element(), dimensions, before.count() + within.count());
    int[] coordinate = new int[dimensions.length];
    for (int k = 0; k < before.count(); k++) {
      boolean inside = true;
      for (int d = 0; d < coordinate.length; d++) {
        coordinate[d] = before.coordinates(d)[k];
        inside &= inverses.get(d).first(coordinate[d]) >= 0;
      }
      if (!inside) {
        all.append(before, k, coordinate);
      }
    }
    int[] values = new int[target.indices().size()];
    for (int k = 0; k < within.count(); k++) {
      for (int v = 0; v < values.length; v++) {
        values[v] = within.coordinates(v)[k];
      }
      boolean inside = true;
      for (int d = 0; d < coordinate.length; d++) {
        long c = target.windows().get(d).at(values);
        inside &= c >= 0 && c < dimensions[d];
        coordinate[d] = (int) c;
      }
      if (inside) {
        all.append(within, k, coordinate);
      }
    }
    return Conversion.pack(all, type);
  }

  /** Entries at all the places that inverses give for their coordinates. */
  private static final class Mapped {
    private final CoordinateList entries;
    private final List<WindowInverse> inverses;
    private CoordinateList result;
    private int[] kept;
    private int[] place;

    Mapped(CoordinateList entries, List<WindowInverse> inverses) {
      this.entries = entries;
      this.inverses = inverses;
    }

    CoordinateList list(int[] keptDimensions, int[] dimensions) {
      kept = keptDimensions;
      place = new int[kept.length];
      result = new CoordinateList(entries.type(), dimensions);
      int[] at = new int[inverses.size()];
      for (int k = 0; k < entries.count(); k++) {
        add(k, 0, at);
      }
      return result;
    }

    private void add(int entry, int d, int[] at) {
      if (d == at.length) {
        for (int x = 0; x < kept.length; x++) {
          place[x] = at[kept[x]];
        }
        result.append(entries, entry, place);
        return;
      }
      WindowInverse inverse = inverses.get(d);
      int coordinate = entries.coordinates(d)[entry];
      for (int v = inverse.first(coordinate); v >= 0; v = inverse.next(coordinate, v)) {
        at[d] = v;
        add(entry, d + 1, at);
      }
    }
  }
}
