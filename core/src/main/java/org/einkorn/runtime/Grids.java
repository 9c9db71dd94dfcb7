package org.einkorn.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Occurrences;
import org.einkorn.lower.ChunkCode;
import org.einkorn.lower.KernelCode;
import org.einkorn.storage.Storage;

/**
 * Where the chunks of a loop begin and end. To find that out, a thousand coordinates are weighed,
 * which takes longer than little work itself while the JIT has not come to it. So it is kept for
 * the tensors that were divided last: many runs have the same.
 */
final class Grids {
  private final CompiledFunction weight;

  /** The tensors whose arrays tell what a coordinate weighs. */
  private final Set<String> weighed = new TreeSet<>();

  /** Where the sizes that tell it too are among the arguments. */
  private final List<Integer> sizes = new ArrayList<>();

  /** By the number of chunks that were wanted. */
  private final Map<Integer, Kept> kept = new ConcurrentHashMap<>();

  /**
   * Tensors are told apart by what holds their arrays, as these may be written over for another.
   */
  private record Kept(
      List<WeakReference<Storage>> tensors, List<Integer> sizes, ChunkWeights.Grid grid) {
    boolean isFor(List<Storage> otherTensors, List<Integer> otherSizes) {
      for (int k = 0; k < tensors.size(); k++) {
        if (!tensors.get(k).refersTo(otherTensors.get(k))) {
          return false;
        }
      }
      return sizes.equals(otherSizes);
    }
  }

  /**
   * @param weight takes the operands and a coordinate
   */
  Grids(ChunkCode code, CompiledFunction weight) {
    this.weight = weight;
    Set<Variable> used = Occurrences.used(code.weight().body());
    for (int k = 0; k < code.parameters().size(); k++) {
      if (used.contains(code.weight().parameters().get(k))) {
        switch (code.parameters().get(k)) {
          case KernelCode.LevelArray a -> weighed.add(a.tensor());
          case KernelCode.Values v -> weighed.add(v.tensor());
          case KernelCode.Size _ -> sizes.add(k);
          default -> throw new IllegalStateException("a result weighs nothing");
        }
      }
    }
  }

  /** Divides so many coordinates into so many chunks, if there are enough. */
  ChunkWeights.Grid grid(Operands operands, int size, int pieces) {
    List<Storage> tensors = new ArrayList<>();
    weighed.forEach(name -> tensors.add(operands.tensors().get(name)));
    List<Integer> known = new ArrayList<>(List.of(size));
    sizes.forEach(place -> known.add((Integer) operands.arguments()[place]));
    Kept last = kept.get(pieces);
    if (last != null && last.isFor(tensors, known)) {
      return last.grid;
    }
    ChunkWeights.Grid grid = new ChunkWeights(weight, operands.arguments()).grid(size, pieces);
    kept.put(pieces, new Kept(tensors.stream().map(WeakReference::new).toList(), known, grid));
    return grid;
  }
}
