package org.einkorn.format;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.remainder;
import static org.einkorn.imp.Imp.select;

import java.util.List;
import java.util.Optional;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Type;
import org.einkorn.support.Support;

/**
 * Every coordinate has a place, as in a dense level, and a bit that says whether anything is there.
 */
final class BitmapLevel implements LevelFormat {
  @Override
  public String name() {
    return "bitmap";
  }

  @Override
  public char letter() {
    return 'b';
  }

  @Override
  public Properties properties() {
    return new Properties(false, true, true, false, true);
  }

  @Override
  public List<ArraySpec> arrays() {
    return List.of(new ArraySpec("bit", Type.arrayOf(ElementType.BOOL)));
  }

  @Override
  public Optional<Iteration> iteration() {
    return Optional.of(
        new Iteration() {
          @Override
          public Range children(Code level, Range parents) {
            return new Range(
                multiply(parents.begin(), level.size()), multiply(parents.end(), level.size()));
          }

          @Override
          public Exp coordinate(Code level, Exp cursor) {
            return select(
                load(level.array(0), cursor), remainder(cursor, level.size()), constant(-1));
          }
        });
  }

  @Override
  public Optional<Seeking> seeking() {
    return Optional.of(
        new Seeking() {
          @Override
          public Exp seek(Code level, Range cursors, Exp coordinate) {
            return add(cursors.begin(), coordinate);
          }

          @Override
          public boolean isDirect() {
            return true;
          }

          @Override
          public Optional<Exp> isThere(Code level, Exp cursor) {
            return Optional.of(load(level.array(0), cursor));
          }
        });
  }

  @Override
  public Extent extent(Population population) {
    double positions = population.parents() * population.size();
    return new Extent(positions, positions);
  }

  @Override
  public Optional<Packing> packing() {
    return Optional.of(
        (parents, parent, coordinate, size) -> {
          boolean[] bit = new boolean[Support.size(parents, size)];
          Packed packed = Positions.located(List.of(bit), parents, parent, coordinate, size);
          for (int position : packed.position()) {
            bit[position] = true;
          }
          return packed;
        });
  }
}
