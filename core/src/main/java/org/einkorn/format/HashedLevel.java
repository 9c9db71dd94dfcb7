package org.einkorn.format;

import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.einkorn.imp.Exp;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Type;
import org.einkorn.support.Support;

/**
 * Every parent has a hash table of the same width, a power of two: {@code crd} holds the
 * coordinates, -1 where there is none. Any coordinate is found in constant time; there is no order.
 */
final class HashedLevel implements LevelFormat {
  @Override
  public String name() {
    return "hashed";
  }

  @Override
  public char letter() {
    return 'h';
  }

  @Override
  public Properties properties() {
    return new Properties(false, false, true, false, true);
  }

  @Override
  public List<ArraySpec> arrays() {
    return List.of(
        new ArraySpec("width", Type.INT32_ARRAY), new ArraySpec("crd", Type.INT32_ARRAY));
  }

  private static Exp width(Code level) {
    return load(level.array(0), constant(0));
  }

  @Override
  public Optional<Iteration> iteration() {
    return Optional.of(
        new Iteration() {
          @Override
          public Range children(Code level, Range parents) {
            return new Range(
                multiply(parents.begin(), width(level)), multiply(parents.end(), width(level)));
          }

          @Override
          public Exp coordinate(Code level, Exp cursor) {
            return load(level.array(1), cursor);
          }
        });
  }

  @Override
  public Optional<Seeking> seeking() {
    return Optional.of(
        (level, cursors, coordinate) ->
            call(
                RuntimeFunction.PROBE, level.array(1), cursors.begin(), cursors.end(), coordinate));
  }

  @Override
  public Extent extent(Population population) {
    double positions = population.parents() * width(population.mostChildren());
    return new Extent(positions, Integer.BYTES * (1 + positions));
  }

  @Override
  public Optional<Packing> packing() {
    return Optional.of(HashedLevel::pack);
  }

  /** Room for twice as many children as the fullest parent has. */
  private static int width(int mostChildren) {
    return Integer.highestOneBit(Math.max(1, 2 * mostChildren - 1)) * 2;
  }

  private static Packed pack(int parents, int[] parent, int[] coordinate, int size) {
    int[] children = new int[parents];
    int most = 0;
    for (int k = 0; k < parent.length; k++) {
      boolean again = k > 0 && parent[k] == parent[k - 1] && coordinate[k] == coordinate[k - 1];
      most = Math.max(most, again ? 0 : ++children[parent[k]]);
    }
    int width = width(most);
    int[] crd = new int[Support.size(parents, width)];
    Arrays.fill(crd, -1);
    int[] position = new int[parent.length];
    for (int k = 0; k < parent.length; k++) {
      int begin = parent[k] * width;
      int slot = Support.probe(crd, begin, begin + width, coordinate[k]);
      crd[slot] = coordinate[k];
      position[k] = slot;
    }
    return new Packed(List.of(new int[] {width}, crd), crd.length, position);
  }
}
