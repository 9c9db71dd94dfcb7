package org.einkorn.format;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.less;
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
 * other operands give. Position 0 means that a coordinate is not there. Nothing but what was
 * inserted takes space, and it cannot be gone through: children are only searched.
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
    return new Properties(false, false, true, false);
  }

  @Override
  public List<ArraySpec> arrays() {
    return List.of(new ArraySpec("table", Type.TABLE));
  }

  private static Variable table(Code level) {
    return level.array(0);
  }

  @Override
  public Optional<Seeking> seeking() {
    return Optional.of(
        new Seeking() {
          @Override
          public Exp seek(Code level, Range cursors, Exp coordinate) {
            return call(RuntimeFunction.FIND, table(level), cursors.begin(), coordinate);
          }

          @Override
          public boolean isDirect() {
            return true;
          }

          @Override
          public Optional<Exp> isThere(Code level, Exp cursor) {
            return Optional.of(less(constant(0), cursor));
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
          public boolean isReadInOrder() {
            return false;
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
