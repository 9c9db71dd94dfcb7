package org.einkorn.format;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.divide;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.not;
import static org.einkorn.imp.Imp.run;
import static org.einkorn.imp.Imp.store;

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
 * A place for every coordinate, and a list of those that were touched: the row in which Gustavson's
 * algorithm sums. It is the quickest way to collect entries in any order where the dimension is no
 * larger than the work. A position is the coordinate itself, so there is one parent only.
 */
final class ScatterLevel implements LevelFormat {
  private static final SealedList SEALED = new SealedList(1, 1, 2);

  @Override
  public String name() {
    return "dense row with a list of what is touched";
  }

  @Override
  public char letter() {
    return 'a';
  }

  @Override
  public Properties properties() {
    return new Properties(false, true, true, false);
  }

  @Override
  public List<ArraySpec> arrays() {
    return List.of(
        new ArraySpec("seen", Type.INT32_ARRAY),
        new ArraySpec("crd", Type.INT32_ARRAY),
        new ArraySpec("n", Type.INT32),
        new ArraySpec("turn", Type.INT32),
        new ArraySpec("bits", Type.arrayOf(ElementType.INT64)));
  }

  /** In which turn a coordinate was touched last. */
  private static Variable seen(Code level) {
    return level.array(0);
  }

  private static Variable touched(Code level) {
    return level.array(1);
  }

  private static Variable n(Code level) {
    return level.array(2);
  }

  /** A number for the time between two clearings; so nothing has to be cleared for the next one. */
  private static Variable turn(Code level) {
    return level.array(3);
  }

  private static Variable bits(Code level) {
    return level.array(4);
  }

  @Override
  public Optional<Iteration> iteration() {
    return Optional.of(SEALED);
  }

  @Override
  public Optional<Seeking> seeking() {
    return Optional.of(SEALED);
  }

  @Override
  public Optional<Inserting> inserting() {
    return Optional.of(new Scattering());
  }

  private static final class Scattering implements Inserting {
    @Override
    public List<Exp> start(Code level, Exp reads) {
      return List.of(
          new Exp.Allocate(ElementType.INT32, level.size()),
          new Exp.Allocate(ElementType.INT32, level.size()),
          constant(0),
          constant(1),
          new Exp.Allocate(ElementType.INT64, words(level.size())));
    }

    /** One for 64 coordinates and one for 64 words, and two more, because sizes are rounded. */
    private static Exp words(Exp size) {
      return add(add(divide(size, constant(64)), divide(size, constant(4096))), constant(2));
    }

    @Override
    public boolean hasPlaces() {
      return true;
    }

    @Override
    public Insertion insert(
        Code level,
        Exp parent,
        Exp coordinate,
        Supplier<Variable> position,
        Supplier<Variable> before) {
      boolean named = coordinate instanceof Variable;
      Variable place = named ? (Variable) coordinate : position.get();
      return new Insertion(
          named ? Stmt.NOTHING : declare(place, coordinate),
          place,
          not(equal(load(seen(level), place), turn(level))),
          block(
              store(seen(level), place, turn(level)),
              store(touched(level), n(level), place),
              increment(n(level))));
    }

    @Override
    public Exp count(Code level) {
      return n(level);
    }

    @Override
    public Stmt seal(Code level, Exp parents) {
      return run(RuntimeFunction.SORT_TOUCHED, touched(level), n(level), bits(level), level.size());
    }

    @Override
    public Stmt clear(Code level) {
      return block(
          assign(n(level), constant(0)),
          increment(turn(level)),
          ifThen(
              equal(turn(level), constant(Integer.MAX_VALUE)),
              block(
                  assign(seen(level), new Exp.Allocate(ElementType.INT32, level.size())),
                  assign(turn(level), constant(1)))));
    }
  }
}
