package org.einkorn.format;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.run;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;

/**
 * A table from (parent, coordinate) to position, for workspaces that are read at coordinates which
 * other operands give. Like a dense level it has a position for every coordinate, but only those
 * that were inserted take space: all others share position 0, which holds the fill value. So nobody
 * has to ask whether a coordinate is there.
 */
final class LookupLevel implements LevelFormat {
  @Override
  public String name() {
    return "lookup";
  }

  @Override
  public char letter() {
    return 'l';
  }

  @Override
  public Properties properties() {
    return new Properties(true, true, true, false);
  }

  @Override
  public List<ArraySpec> arrays() {
    return List.of(new ArraySpec("table", Type.TABLE));
  }

  private static Variable table(Code level) {
    return level.array(0);
  }

  @Override
  public Optional<Location> location() {
    return Optional.of(
        new Location() {
          @Override
          public Exp locate(Code level, Exp parent, Exp coordinate) {
            return call(RuntimeFunction.FIND, table(level), parent, coordinate);
          }

          @Override
          public Exp count(Code level, Exp parents) {
            return positions(level);
          }
        });
  }

  private static Exp positions(Code level) {
    return add(call(RuntimeFunction.COUNT, table(level)), constant(1));
  }

  @Override
  public Optional<Inserting> inserting() {
    return Optional.of(
        new Inserting() {
          @Override
          public List<Exp> start(Code level, Exp reads) {
            return List.of(call(RuntimeFunction.NEW_LOOKUP, level.size(), reads));
          }

          @Override
          public Insertion insert(
              Code level,
              Exp parent,
              Exp coordinate,
              Supplier<Variable> position,
              Supplier<Variable> before) {
            Exp found = call(RuntimeFunction.INSERT, table(level), parent, coordinate);
            return Insertion.counted(
                count(level), add(found, constant(1)), position.get(), before.get());
          }

          @Override
          public Exp count(Code level) {
            return positions(level);
          }

          @Override
          public Stmt seal(Code level, Exp parents) {
            return Stmt.NOTHING; // what was inserted can be found at once
          }

          @Override
          public Stmt clear(Code level) {
            return run(RuntimeFunction.CLEAR, table(level));
          }
        });
  }
}
