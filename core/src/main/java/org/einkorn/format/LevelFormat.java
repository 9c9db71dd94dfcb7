package org.einkorn.format;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;

/**
 * How one level of a tensor's coordinate tree is stored: a plug-in.
 *
 * <p>A tensor of order d is a tree with d levels. A node of level l is a <em>position</em>: an int,
 * unique in its level. The root is position 0 of an imaginary level above the first; a value
 * belongs to each position of the last level. A level knows how positions of the level above
 * (parents) lead to its own, and which coordinate each has.
 *
 * <p>What a level can do is said by the capabilities it has; what it promises by its properties.
 * Every capability answers with fragments of code over the arrays the level declares. Nobody
 * outside a level's own file asks for its name or class.
 */
public interface LevelFormat {
  /** Its name in text, and only there. */
  String name();

  /** The letter that stands for it in the short form of a format, as in {@code ds}. */
  char letter();

  Properties properties();

  /** The arrays that store the level, in the order in which {@link Code#arrays} holds them. */
  List<ArraySpec> arrays();

  /** Whether the level's arrays say how many coordinates there are, because no dimension does. */
  default boolean storesSize() {
    return false;
  }

  /** How many coordinates there are, by the arrays of a level that stores it. */
  default Exp storedSize(List<Variable> arrays) {
    throw new IllegalStateException(name() + " does not store its size");
  }

  default Optional<Iteration> iteration() {
    return Optional.empty();
  }

  default Optional<Location> location() {
    return Optional.empty();
  }

  default Optional<Seeking> seeking() {
    return Optional.empty();
  }

  default Optional<Appending> appending() {
    return Optional.empty();
  }

  default Optional<Inserting> inserting() {
    return Optional.empty();
  }

  default Optional<Packing> packing() {
    return Optional.empty();
  }

  /**
   * How large the level would be, so that what cannot fit is refused before it is built and formats
   * can be compared. If anything in the population is larger, so is the level. This default is
   * right for levels that store an edge for each parent and a coordinate for each position.
   */
  default Extent extent(Population population) {
    double positions =
        properties().branchless()
            ? population.parents()
            : location().isPresent() || properties().padded()
                ? population.parents() * population.size()
                : properties().unique() ? population.children() : population.tuples();
    return new Extent(
        positions, arrays().isEmpty() ? 0 : Integer.BYTES * (population.parents() + 1 + positions));
  }

  /**
   * What the level promises.
   *
   * @param full every coordinate below the dimension's size is there
   * @param ordered the children of a parent come in the order of their coordinates
   * @param unique no two children of a parent have the same coordinate
   * @param branchless every parent has at most one child, at the same position
   * @param padded there are positions without a child: their coordinate reads -1
   */
  record Properties(
      boolean full, boolean ordered, boolean unique, boolean branchless, boolean padded) {
    /** A level without padding. */
    public Properties(boolean full, boolean ordered, boolean unique, boolean branchless) {
      this(full, ordered, unique, branchless, false);
    }
  }

  /**
   * An array of the level: {@code name} becomes part of the variable's name, as {@code pos} in
   * {@code A2_pos}.
   */
  record ArraySpec(String name, Type type) {}

  /**
   * A level of one tensor within a kernel: the variables that hold its arrays, and the size of its
   * dimension.
   */
  record Code(List<Variable> arrays, Exp size) {
    public Variable array(int k) {
      return arrays.get(k);
    }
  }

  /** Positions from {@code begin} up to, but without, {@code end}. */
  record Range(Exp begin, Exp end) {}

  /** The children of a run of parents can be visited one after the other. */
  interface Iteration {
    Range children(Code level, Range parents);

    Exp coordinate(Code level, Exp cursor);

    /** How many positions the level has in all, if its arrays tell. */
    default Optional<Exp> total(Code level) {
      return Optional.empty();
    }

    /** The position of the child that the cursor stands at. */
    default Exp position(Code level, Exp cursor) {
      return cursor;
    }
  }

  /** The position of any coordinate can be computed. */
  interface Location {
    Exp locate(Code level, Exp parent, Exp coordinate);

    /** How many positions the level has under so many parents. */
    Exp count(Code level, Exp parents);
  }

  /**
   * The cursor of a coordinate can be found quickly. In an ordered level without padding, what is
   * found is the first cursor in the range whose coordinate is at least the given one; otherwise it
   * is any cursor, or the end of the range, if the coordinate is not there. A level that cannot be
   * iterated has no cursors: it gets the position of the parent, gives that of the child, and says
   * itself whether it is there.
   */
  interface Seeking {
    Exp seek(Code level, Range cursors, Exp coordinate);

    /** Bisects the coordinates of an ordered level, which this one of its arrays holds. */
    static Seeking bisecting(int array) {
      return (level, cursors, coordinate) ->
          Imp.call(
              RuntimeFunction.LOWER_BOUND,
              level.array(array),
              cursors.begin(),
              cursors.end(),
              coordinate);
    }

    /**
     * Whether each coordinate has a place of its own, so that looking at all of them costs no more
     * than visiting the children.
     */
    default boolean isDirect() {
      return false;
    }

    /**
     * Whether the cursor that was found stands at a child with that coordinate, if there is a
     * shorter way to tell than to compare.
     */
    default Optional<Exp> isThere(Code level, Exp cursor) {
      return Optional.empty();
    }
  }

  /**
   * The level can be written in the order of its coordinates. Positions are counted by the caller,
   * who makes room, appends a child's coordinate at the next position, and after the last child of
   * a parent says where its children end.
   */
  interface Appending {
    /**
     * The arrays to begin with, with room for the edges of so many parents and so many positions.
     */
    List<Exp> start(Code level, Exp parents, Exp capacity);

    /** The arrays that hold an element for each position: the caller makes them grow together. */
    List<Variable> perPosition(Code level);

    Stmt append(Code level, Exp position, Exp coordinate);

    /** Makes room for the edges of parents 0 … parents-1. */
    Stmt reserveEdges(Code level, Exp parents);

    Stmt closeEdge(Code level, Exp parent, Exp end);

    /** Brings the arrays to their final length. */
    Stmt finish(Code level, Exp parents, Exp count, Edges edges);

    /**
     * Whether a level of later coordinates can simply be continued by another's arrays: those
     * {@link #perPosition} follow one another, and all others hold, from 0 on, where the children
     * of each parent end. If not, results with this level are put together in one go.
     */
    default boolean joins() {
      return false;
    }
  }

  /**
   * What is known about the edges when a level is finished.
   *
   * @param counted there was room for exactly these parents from the start
   * @param allClosed every parent was closed; otherwise the others have no children
   */
  record Edges(boolean counted, boolean allClosed) {}

  /**
   * Children can be inserted in any order, each getting a position that it keeps; sealing makes
   * them iterable.
   */
  interface Inserting {
    /** The arrays to begin with; {@code reads} is about how often a coordinate is asked for. */
    List<Exp> start(Code level, Exp reads);

    /**
     * Inserts a child, if it is not there yet.
     *
     * @param position makes a variable for its position, if the code needs one
     * @param before makes another one
     */
    Insertion insert(
        Code level,
        Exp parent,
        Exp coordinate,
        Supplier<Variable> position,
        Supplier<Variable> before);

    /**
     * Whether there is a position for each coordinate from the start, the coordinate itself;
     * otherwise positions come one by one.
     */
    default boolean hasPlaces() {
      return false;
    }

    /** Whether children come back in the order of coordinates; otherwise they are only found. */
    default boolean isReadInOrder() {
      return true;
    }

    Exp count(Code level);

    /** Ends inserting. */
    Stmt seal(Code level, Exp parents);

    /**
     * If a child gets a position each time it is inserted: that of them, after sealing, by which it
     * is found, and where the values of all must be combined.
     */
    default Optional<Exp> standsFor(Code level, Exp position) {
      return Optional.empty();
    }

    /** Forgets all children, which were sealed, in time proportional to their number. */
    Stmt clear(Code level);
  }

  /**
   * How a child gets its position.
   *
   * @param find runs first
   * @param position the child's position then
   * @param isNew whether it was not there before
   * @param add runs if it is new
   */
  record Insertion(Stmt find, Exp position, Exp isNew, Stmt add) {
    /** Where positions are handed out one after the other: the next one is new. */
    static Insertion counted(Exp count, Exp insert, Variable position, Variable before) {
      return new Insertion(
          Imp.block(Imp.declare(before, count), Imp.declare(position, insert)),
          position,
          Imp.equal(position, before),
          Stmt.NOTHING);
    }
  }

  /**
   * The level is built from all its coordinates at once: for levels whose arrays can only be laid
   * out when everything that goes into them is known. Entries come in the order of the levels'
   * coordinates.
   */
  interface Packing {
    /**
     * Builds the level.
     *
     * @param parents how many positions the level above has
     * @param parent for each entry, the position of its parent
     * @param coordinate for each entry, its coordinate, or null for a slot
     * @param size how many coordinates there can be, 0 for a slot
     */
    Packed pack(int parents, int[] parent, int[] coordinate, int size);
  }

  /**
   * A level built at once: its arrays, how many positions it has, and for each entry its position.
   */
  record Packed(List<Object> arrays, int positions, int[] position) {}

  /** What a level would have to hold. Numbers are counted when they are asked for. */
  interface Population {
    /** How many positions the level above has. */
    double parents();

    /** How many children with different coordinates the parents have together. */
    int children();

    /** The same if children that differ only in the branchless levels right below count too. */
    int tuples();

    /** The largest number of children with different coordinates that one parent has. */
    int mostChildren();

    /** How many coordinates there can be; for a slot, how many slots there must be. */
    double size();
  }

  /** How many positions a level would have, and how many bytes its arrays would take. */
  record Extent(double positions, double bytes) {}
}
