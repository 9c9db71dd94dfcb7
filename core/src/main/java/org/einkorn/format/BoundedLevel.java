package org.einkorn.format;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.lessEqual;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.remainder;
import static org.einkorn.imp.Imp.select;

import java.util.List;
import java.util.Optional;
import org.einkorn.imp.Exp;

/**
 * A dense level that is asked for coordinates outside of it too, where nothing is: of an operand
 * whose index is computed, as in {@code x(i+k)}.
 */
final class BoundedLevel implements LevelFormat {
  @Override
  public String name() {
    return "bounded";
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
    return List.of();
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
            return remainder(cursor, level.size());
          }
        });
  }

  @Override
  public Optional<Seeking> seeking() {
    return Optional.of(
        new Seeking() {
          @Override
          public Exp seek(Code level, Range cursors, Exp coordinate) {
            Exp inside = and(lessEqual(constant(0), coordinate), less(coordinate, level.size()));
            return select(inside, add(cursors.begin(), coordinate), constant(-1));
          }

          @Override
          public boolean isDirect() {
            return true;
          }

          @Override
          public Optional<Exp> isThere(Code level, Exp cursor) {
            return Optional.of(lessEqual(constant(0), cursor));
          }
        });
  }
}
