package org.einkorn.runtime;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.einkorn.EinkornException;
import org.einkorn.format.Format;
import org.einkorn.format.LevelFormat;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;
import org.einkorn.support.Support;
import org.einkorn.support.Workers;

/**
 * Puts results together that were appended in parts, one after the other in the order of the first
 * level's coordinates.
 */
final class Join {
  /** How the arrays of parts become one. */
  private enum Kind {
    /** They follow one another. */
    ELEMENTS,
    /** They say where the children of each parent end; parents follow one another. */
    EDGES,
    /** The same for the first level: all parts have the same parent. */
    ROOT_EDGES
  }

  /** So many elements are copied sooner than another thread wakes up. */
  private static final long LITTLE = 1 << 17;

  private final List<Kind> kinds;

  Join(Format format) {
    this.kinds = new ArrayList<>();
    for (int l = 0; l < format.depth(); l++) {
      LevelFormat level = format.level(l);
      List<Variable> arrays =
          level.arrays().stream().map(a -> new Variable(a.name(), a.type())).toList();
      Set<Variable> elements =
          level
              .appending()
              .map(a -> Set.copyOf(a.perPosition(new LevelFormat.Code(arrays, Imp.constant(0)))))
              .orElse(Set.of());
      for (Variable array : arrays) {
        kinds.add(elements.contains(array) ? Kind.ELEMENTS : l == 0 ? Kind.ROOT_EDGES : Kind.EDGES);
      }
    }
    kinds.add(Kind.ELEMENTS); // values
  }

  /**
   * The part that a chunk gave: arrays, then up to where each is used.
   *
   * @param begin where it began to write what comes with each entry
   */
  AppendedPart part(Object[] given, int begin) {
    int arrays = kinds.size();
    int[] lengths = new int[arrays];
    for (int a = 0; a < arrays; a++) {
      lengths[a] = (Integer) given[arrays + a] - (kinds.get(a) == Kind.ELEMENTS ? begin : 0);
    }
    return new AppendedPart(Arrays.copyOf(given, arrays), lengths, begin);
  }

  /**
   * The arrays of the whole result, from those of its parts.
   *
   * @param spare arrays of another result that may be written over where they are as long; parts
   *     may lie in them
   */
  Object[] join(AppendedPart[] parts, Optional<List<Object>> spare) {
    int arrays = kinds.size();
    Object[] whole = new Object[arrays];
    if (parts.length == 1) {
      for (int a = 0; a < arrays; a++) {
        whole[a] = Support.trim(parts[0].arrays()[a], parts[0].lengths()[a]);
      }
      return whole;
    }
    int[][] offsets = new int[arrays][parts.length];
    int[][] shifts = new int[arrays][parts.length];
    for (int a = 0; a < arrays; a++) {
      int length = length(a, parts, offsets[a], shifts[a]);
      Object old = spare.isPresent() ? spare.get().get(a) : null;
      whole[a] =
          old != null && fits(a, parts, offsets[a], length, old)
              ? old
              : Array.newInstance(parts[0].arrays()[a].getClass().getComponentType(), length);
    }
    IntConsumer copying =
        k -> {
          for (int a = 0; a < arrays; a++) {
            copy(a, parts[k], whole[a], offsets[a][k], shifts[a][k]);
          }
        };
    if (copied(parts, whole) < LITTLE) {
      IntStream.range(0, parts.length).forEach(copying);
    } else {
      Workers.run(parts.length, copying);
    }
    return whole;
  }

  /** How many elements do not lie where they belong. */
  private static long copied(AppendedPart[] parts, Object[] whole) {
    long copied = 0;
    for (AppendedPart part : parts) {
      for (int a = 0; a < whole.length; a++) {
        copied += part.arrays()[a] == whole[a] ? 0 : part.lengths()[a];
      }
    }
    return copied;
  }

  /** Whether parts can be joined in an array, and those that lie in it lie right. */
  private boolean fits(int a, AppendedPart[] parts, int[] offsets, int length, Object old) {
    boolean right = kinds.get(a) != Kind.ROOT_EDGES && Array.getLength(old) == length;
    for (int k = 0; k < parts.length; k++) {
      right &=
          parts[k].arrays()[a] != old
              || kinds.get(a) == Kind.ELEMENTS && parts[k].begin() == offsets[k];
    }
    return right;
  }

  /**
   * How long an array for all parts is; where each part begins in it, and what its edges are raised
   * by.
   */
  private int length(int a, AppendedPart[] parts, int[] offsets, int[] shifts) {
    long length = 0;
    long children = 0;
    for (int k = 0; k < parts.length; k++) {
      int own = parts[k].lengths()[a];
      offsets[k] = (int) Math.min(length, Integer.MAX_VALUE);
      shifts[k] = (int) Math.min(children - parts[k].begin(), Integer.MAX_VALUE);
      if (kinds.get(a) == Kind.ELEMENTS) {
        length += own;
      } else {
        length += own - 1;
        boolean hasParents = own > 1; // one without has not even told where it begins
        children += hasParents ? ((int[]) parts[k].arrays()[a])[own - 1] - parts[k].begin() : 0;
      }
    }
    length =
        switch (kinds.get(a)) {
          case ELEMENTS -> length;
          case EDGES -> length + 1;
          case ROOT_EDGES -> 2;
        };
    if (Math.max(length, children) > Support.MAX_LENGTH) {
      throw new EinkornException(
          "The result outgrew what an array can hold: it needs "
              + Math.max(length, children)
              + " entries and "
              + Support.MAX_LENGTH
              + " is the most.");
    }
    return (int) length;
  }

  private void copy(int a, AppendedPart part, Object to, int offset, int shift) {
    Object from = part.arrays()[a];
    int length = part.lengths()[a];
    if (kinds.get(a) == Kind.ELEMENTS) {
      if (from != to) {
        System.arraycopy(from, part.begin(), to, offset, length);
      }
      return;
    }
    int[] edges = (int[]) from;
    int[] all = (int[]) to;
    all[0] = 0; // every part writes the same, to an array that may be an old one
    if (kinds.get(a) == Kind.ROOT_EDGES) {
      // Every part writes; the last one is the end of all, whichever comes when.
      synchronized (all) {
        all[1] = Math.max(all[1], shift + edges[1]);
      }
      return;
    }
    for (int p = 1; p < length; p++) {
      all[offset + p] = edges[p] + shift;
    }
  }
}
