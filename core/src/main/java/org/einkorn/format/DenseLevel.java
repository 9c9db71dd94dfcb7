package org.einkorn.format;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.multiply;

import java.util.List;
import java.util.Optional;
import org.einkorn.imp.Exp;
import org.einkorn.imp.RuntimeFunction;

/**
 * Every coordinate is stored: position = parent · size + coordinate. Nothing needs to be written
 * down.
 */
final class DenseLevel implements LevelFormat {
  @Override
  public String name() {
    return "dense";
  }

  @Override
  public char letter() {
    return 'd';
  }

  @Override
  public Properties properties() {
    return new Properties(true, true, true, false);
  }

  @Override
  public List<ArraySpec> arrays() {
    return List.of();
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
            return parents.equals(constant(1))
                ? level.size()
                : call(RuntimeFunction.SIZE, parents, level.size());
          }
        });
  }

  @Override
  public Optional<Packing> packing() {
    return Optional.of(
        (parents, parent, coordinate, size) ->
            Positions.located(List.of(), parents, parent, coordinate, size));
  }
}
