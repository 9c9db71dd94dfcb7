package org.einkorn.format;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.cast;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.store;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;

/**
 * A list of entries as they came, the same coordinate perhaps many times; sealing sorts it. There
 * is nothing to find when an entry comes, but everything that came takes space. It has one parent.
 */
final class EntriesLevel implements LevelFormat {
  private static final SealedList SEALED = new SealedList(2, 3, 5);
  private static final Exp COORDINATE_UNIT = constant(Constant.of(1L << 32));

  @Override
  public String name() {
    return "sorted list";
  }

  @Override
  public char letter() {
    return 'o';
  }

  @Override
  public Properties properties() {
    return new Properties(false, true, true, false);
  }

  /**
   * For each entry a key that sorts by coordinate, then by position, and after sealing the position
   * that stands for all entries with its coordinate; then the different coordinates, with these
   * positions; how many entries there are, and how many coordinates.
   */
  @Override
  public List<ArraySpec> arrays() {
    return List.of(
        new ArraySpec("key", Type.arrayOf(ElementType.INT64)),
        new ArraySpec("into", Type.INT32_ARRAY),
        new ArraySpec("crd", Type.INT32_ARRAY),
        new ArraySpec("at", Type.INT32_ARRAY),
        new ArraySpec("n", Type.INT32),
        new ArraySpec("end", Type.INT32));
  }

  private static Variable into(Code level) {
    return level.array(1);
  }

  private static Variable crd(Code level) {
    return level.array(2);
  }

  private static Variable n(Code level) {
    return level.array(4);
  }

  private static Variable end(Code level) {
    return level.array(5);
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
    return Optional.of(new Listing());
  }

  private static final class Listing implements Inserting {
    @Override
    public List<Exp> start(Code level, Exp reads) {
      Exp none = new Exp.Allocate(ElementType.INT32, constant(0));
      Exp keys = new Exp.Allocate(ElementType.INT64, constant(0));
      return List.of(keys, none, none, none, constant(0), constant(0));
    }

    @Override
    public Insertion insert(
        Code level,
        Exp parent,
        Exp coordinate,
        Supplier<Variable> position,
        Supplier<Variable> before) {
      Variable next = position.get();
      Exp key =
          add(
              multiply(cast(ElementType.INT64, coordinate), COORDINATE_UNIT),
              cast(ElementType.INT64, next));
      return new Insertion(
          block(
              declare(next, n(level)),
              Growth.reserve(level.arrays().subList(0, 4), next),
              store(level.array(0), next, key),
              increment(n(level))),
          next,
          constant(true),
          Stmt.NOTHING);
    }

    @Override
    public Exp count(Code level) {
      return n(level);
    }

    @Override
    public Stmt seal(Code level, Exp parents) {
      return assign(
          end(level),
          call(
              RuntimeFunction.SORT_ENTRIES,
              level.array(0),
              n(level),
              into(level),
              crd(level),
              level.array(3)));
    }

    @Override
    public Optional<Exp> standsFor(Code level, Exp position) {
      return Optional.of(load(into(level), position));
    }

    @Override
    public Stmt clear(Code level) {
      return assign(n(level), constant(0));
    }
  }
}
