package org.einkorn.format;

import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.run;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;

/**
 * A table from (parent, coordinate) to position that takes children in any order: what workspaces
 * are made of. Sealed, the children of each parent are listed in order; a cursor of the list leads
 * to the position that the child has had all along. If it adapts, it becomes an array over the
 * coordinates where that pays; otherwise it stays a hash table, whose memory nothing but the number
 * of children decides.
 */
final class TableLevel implements LevelFormat {
  private final boolean adapts;

  TableLevel(boolean adapts) {
    this.adapts = adapts;
  }

  @Override
  public String name() {
    return adapts ? "table" : "hash table";
  }

  @Override
  public char letter() {
    return adapts ? 't' : 'x';
  }

  @Override
  public Properties properties() {
    return new Properties(false, true, true, false);
  }

  @Override
  public List<ArraySpec> arrays() {
    return List.of(
        new ArraySpec("table", Type.TABLE),
        new ArraySpec("pos", Type.INT32_ARRAY),
        new ArraySpec("crd", Type.INT32_ARRAY),
        new ArraySpec("at", Type.INT32_ARRAY));
  }

  private static Variable table(Code level) {
    return level.array(0);
  }

  @Override
  public Optional<Iteration> iteration() {
    return Optional.of(
        new Iteration() {
          @Override
          public Range children(Code level, Range parents) {
            return new Range(
                load(level.array(1), parents.begin()), load(level.array(1), parents.end()));
          }

          @Override
          public Exp coordinate(Code level, Exp cursor) {
            return load(level.array(2), cursor);
          }

          @Override
          public Exp position(Code level, Exp cursor) {
            return load(level.array(3), cursor);
          }
        });
  }

  @Override
  public Optional<Seeking> seeking() {
    return Optional.of(Seeking.bisecting(2));
  }

  @Override
  public Optional<Inserting> inserting() {
    return Optional.of(
        new Inserting() {
          @Override
          public List<Exp> start(Code level, Exp reads) {
            Exp none = new Exp.Allocate(ElementType.INT32, constant(0));
            Exp size = adapts ? level.size() : constant(Integer.MAX_VALUE);
            return List.of(call(RuntimeFunction.NEW_TABLE, size), none, none, none);
          }

          @Override
          public Insertion insert(
              Code level,
              Exp parent,
              Exp coordinate,
              Supplier<Variable> position,
              Supplier<Variable> before) {
            return Insertion.counted(
                count(level),
                call(RuntimeFunction.INSERT, table(level), parent, coordinate),
                position.get(),
                before.get());
          }

          @Override
          public Exp count(Code level) {
            return call(RuntimeFunction.COUNT, table(level));
          }

          @Override
          public Stmt seal(Code level, Exp parents) {
            return block(
                run(RuntimeFunction.SEAL, table(level), parents),
                assign(level.array(1), call(RuntimeFunction.SEGMENTS, table(level))),
                assign(level.array(2), call(RuntimeFunction.COORDINATES, table(level))),
                assign(level.array(3), call(RuntimeFunction.POSITIONS, table(level))));
          }

          @Override
          public Stmt clear(Code level) {
            return run(RuntimeFunction.CLEAR, table(level));
          }
        });
  }
}
