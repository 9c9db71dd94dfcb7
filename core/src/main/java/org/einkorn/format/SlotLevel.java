package org.einkorn.format;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;

import java.util.List;
import java.util.Optional;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Type;

/**
 * Every parent has the same number of slots, the width, which the level stores because no dimension
 * tells it: the outer level of ELL, whose k-th slot holds the k-th nonzero of every row.
 */
final class SlotLevel implements LevelFormat {
  @Override
  public String name() {
    return "slot";
  }

  @Override
  public char letter() {
    return 'w';
  }

  @Override
  public Properties properties() {
    return new Properties(true, true, true, false);
  }

  @Override
  public List<ArraySpec> arrays() {
    return List.of(new ArraySpec("width", Type.INT32_ARRAY));
  }

  @Override
  public boolean storesSize() {
    return true;
  }

  @Override
  public Exp storedSize(List<Variable> arrays) {
    return load(arrays.getFirst(), constant(0));
  }

  @Override
  public Optional<Location> location() {
    return Optional.of(
        new Location() {
          @Override
          public Exp locate(Code level, Exp parent, Exp coordinate) {
            return add(multiply(parent, level.size()), coordinate);
          }

          @Override
          public Exp count(Code level, Exp parents) {
            return call(RuntimeFunction.SIZE, parents, level.size());
          }
        });
  }

  @Override
  public Extent extent(Population population) {
    return new Extent(population.parents() * population.size(), Integer.BYTES);
  }

  @Override
  public Optional<Packing> packing() {
    return Optional.of(
        (parents, parent, coordinate, size) -> {
          int width = Positions.largest(coordinate) + 1;
          return Positions.located(List.of(new int[] {width}), parents, parent, coordinate, width);
        });
  }
}
