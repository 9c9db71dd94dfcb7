package org.einkorn.format;

import static org.einkorn.imp.Imp.load;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Type;

/**
 * Every parent has one child at the same position, or none: then its coordinate reads -1. The inner
 * level of ELL.
 */
final class PaddedLevel implements LevelFormat {
  @Override
  public String name() {
    return "padded";
  }

  @Override
  public char letter() {
    return 'p';
  }

  @Override
  public Properties properties() {
    return new Properties(false, true, true, true, true);
  }

  @Override
  public List<ArraySpec> arrays() {
    return List.of(new ArraySpec("crd", Type.INT32_ARRAY));
  }

  @Override
  public Optional<Iteration> iteration() {
    return Optional.of(
        new Iteration() {
          @Override
          public Range children(Code level, Range parents) {
            return parents;
          }

          @Override
          public Exp coordinate(Code level, Exp cursor) {
            return load(level.array(0), cursor);
          }
        });
  }

  @Override
  public Extent extent(Population population) {
    return new Extent(population.parents(), Integer.BYTES * population.parents());
  }

  @Override
  public Optional<Packing> packing() {
    return Optional.of(
        (parents, parent, coordinate, size) -> {
          int[] crd = new int[parents];
          Arrays.fill(crd, -1);
          for (int k = 0; k < parent.length; k++) {
            crd[parent[k]] = coordinate[k];
          }
          return new Packed(List.of(crd), parents, parent.clone());
        });
  }
}
