package org.einkorn.format;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.einkorn.EinkornException;

/**
 * How a tensor is stored: an ordered list of levels, outermost first, and for each what it stores
 * the coordinates of. In a plain format that is one dimension each: {@code ds:1,0} is a matrix
 * stored by columns, dimension 1 dense, then dimension 0 compressed. Other formats map dimensions
 * to levels: {@code (i,j) -> (dense(i/4), compressed(j/4), dense(i%4), dense(j%4))} stores blocks
 * of 4 by 4. Whatever the format, a user indexes the tensor by its dimensions.
 */
public record Format(
    List<LevelFormat> levels, List<Coordinate> coordinates, boolean inStorageOrder) {
  /**
   * With {@code inStorageOrder}, each level without order has a loop of its own, which takes its
   * children as they are stored. Users' tensors have no such formats.
   */
  public Format {
    levels = List.copyOf(levels);
    coordinates = List.copyOf(coordinates);
    if (levels.size() != coordinates.size()) {
      throw new EinkornException(
          "A format with "
              + levels.size()
              + " levels must name "
              + levels.size()
              + " dimensions, not "
              + coordinates.size()
              + ".");
    }
    checkDimensions(coordinates);
    for (int l = 0; l < levels.size(); l++) {
      checkLevel(levels, l);
    }
  }

  /** A format whose levels are visited by loops over the dimensions, in order. */
  public Format(List<LevelFormat> levels, List<Coordinate> coordinates) {
    this(levels, coordinates, false);
  }

  private static void checkDimensions(List<Coordinate> coordinates) {
    int order = orderOf(coordinates);
    if (order == coordinates.size()
        && coordinates.stream().allMatch(c -> c.plain().isPresent())
        && coordinates.stream().distinct().count() == order) {
      return;
    }
    CoordinateMap map = new CoordinateMap(coordinates);
    IntFunction<String> names = n -> FormatText.dimensionName(n, order);
    for (int d = 0; d < order; d++) {
      if (map.inverse(d).isEmpty()) {
        throw new EinkornException(
            "The levels of a format must determine every dimension, but "
                + names.apply(d)
                + " does not follow from "
                + coordinates.stream().map(c -> c.text(names)).collect(Collectors.joining(", "))
                + ".");
      }
    }
    map.redundant()
        .ifPresent(
            twice -> {
              throw new EinkornException(
                  "The levels of a format must store every dimension once, but "
                      + names.apply(twice.dimension())
                      + " is stored by "
                      + coordinates.get(twice.first()).text(names)
                      + " and again by "
                      + coordinates.get(twice.second()).text(names)
                      + ".");
            });
  }

  private static void checkLevel(List<LevelFormat> levels, int l) {
    LevelFormat.Properties level = levels.get(l).properties();
    boolean parentRepeats = l > 0 && mayRepeat(levels, l - 1);
    if (level.branchless() && !level.padded() && !parentRepeats) {
      throw new EinkornException(
          "A "
              + levels.get(l).name()
              + " level holds one coordinate for each entry of the level above, so that level"
              + " must allow repeats: write c before q, as in cq.");
    }
    if (!level.branchless() && parentRepeats) {
      throw new EinkornException(
          "After a level with repeats only singleton levels can follow: write cq, as in coo.");
    }
  }

  /** Checks what holds for the formats of users' tensors, though not for a tensor of levels. */
  Format checked() {
    for (int l = 0; l < levels.size(); l++) {
      checkSlots(l);
    }
    return this;
  }

  private void checkSlots(int l) {
    LevelFormat level = levels.get(l);
    boolean isSlot = coordinates.get(l) instanceof Coordinate.Slot;
    if (level.storesSize() != isSlot) {
      throw new EinkornException(
          isSlot
              ? "A slot is numbered by a level that stores how many there are, not by a "
                  + level.name()
                  + " level: write slot(slot)."
              : "A "
                  + level.name()
                  + " level stores the numbers of slots, not coordinates: write slot(slot).");
    }
    boolean slotAbove =
        coordinates.subList(0, l).stream().anyMatch(c -> c instanceof Coordinate.Slot);
    if (level.properties().branchless() && level.properties().padded() && !slotAbove) {
      throw new EinkornException(
          "A "
              + level.name()
              + " level holds one coordinate for each entry of the level above, so a slot level"
              + " must stand above it, as in ell.");
    }
  }

  private static int orderOf(List<Coordinate> coordinates) {
    int order = 0;
    for (Coordinate c : coordinates) {
      order = Math.max(order, c.order());
    }
    return order;
  }

  /**
   * A level whose coordinates may repeat, itself or because it is a middle coordinate of a
   * coordinate list.
   */
  private static boolean mayRepeat(List<LevelFormat> levels, int l) {
    LevelFormat.Properties p = levels.get(l).properties();
    return l + 1 < levels.size()
        && (!p.unique() || p.branchless() && levels.get(l + 1).properties().branchless());
  }

  /** A format whose levels store the dimensions in their order. */
  public static Format of(LevelFormat... levels) {
    return plain(List.of(levels), IntStream.range(0, levels.length).boxed().toList());
  }

  /** A format whose levels each store one dimension. */
  public static Format plain(List<LevelFormat> levels, List<Integer> dimensions) {
    return new Format(
        levels, dimensions.stream().<Coordinate>map(Coordinate.Dimension::new).toList());
  }

  /** The order of the tensors that it stores. */
  public int order() {
    return orderOf(coordinates);
  }

  /** How many levels it has. */
  public int depth() {
    return levels.size();
  }

  public LevelFormat level(int l) {
    return levels.get(l);
  }

  /** Whether each level stores one dimension. */
  public boolean isPlain() {
    return coordinates.stream().allMatch(c -> c.plain().isPresent());
  }

  /** The dimension that level l of a plain format stores. */
  public int dimension(int l) {
    return ((Coordinate.Dimension) coordinates.get(l)).number();
  }

  /** The dimensions that the levels of a plain format store. */
  public List<Integer> dimensions() {
    return coordinates.stream().map(c -> c.plain().orElseThrow()).toList();
  }

  /** The same levels as a plain format of the tensor of levels: what the compiler works on. */
  public Format ofLevels() {
    return plain(levels, IntStream.range(0, levels.size()).boxed().toList());
  }

  /** The same with a loop of its own for each level that loops over dimensions cannot follow. */
  public Format asStored() {
    boolean follows = IntStream.range(0, depth()).allMatch(this::followsLoop);
    return follows ? this : new Format(levels, coordinates, true);
  }

  /** The coordinate of a level in terms of the dimensions; empty for a slot. */
  public Optional<IndexExpression<Integer>> levelCoordinate(int level) {
    return new CoordinateMap(coordinates).forward(level);
  }

  /**
   * How many coordinates a level can have, in terms of the sizes of the dimensions; empty for a
   * slot.
   */
  public Optional<IndexExpression<Integer>> levelSize(int level) {
    return new CoordinateMap(coordinates).size(level);
  }

  /** The coordinate of a dimension: values are of levels, sizes of dimensions. */
  public IndexExpression<Integer> dimensionCoordinate(int dimension) {
    return new CoordinateMap(coordinates).inverse(dimension).orElseThrow();
  }

  /**
   * Whether the coordinates of level l may repeat: several positions of one parent share one, told
   * apart by the levels below; side by side if the level is ordered.
   */
  public boolean repeats(int l) {
    return mayRepeat(levels, l);
  }

  /** Whether a coordinate may be stored several times, as parts whose sum is the value there. */
  public boolean hasDuplicates() {
    return !levels.isEmpty() && !levels.getLast().properties().unique();
  }

  /** Whether loops over the dimensions can follow it: every level, and search it. */
  public boolean followsLoops() {
    return isSearchable() && IntStream.range(0, depth()).allMatch(this::followsLoop);
  }

  /**
   * Whether a loop over the coordinates of level l, in order, meets its children at no more cost
   * than visiting them, each once. The levels of a list with duplicates stay together, although the
   * last one alone has them.
   */
  public boolean followsLoop(int l) {
    LevelFormat.Properties properties = level(l).properties();
    boolean listed = !properties.unique() || properties.branchless();
    return level(l).location().isPresent()
        || isDirect(l)
        || properties.ordered() && !properties.padded() && !(listed && hasDuplicates());
  }

  /** Whether the children of level l can lead a loop; otherwise they are looked up in it. */
  public boolean leadsLoop(int l) {
    return level(l).location().isEmpty() && !isDirect(l) && (inStorageOrder || followsLoop(l));
  }

  /** Whether level l has a place for every coordinate that tells whether there is a child. */
  public boolean isDirect(int l) {
    return level(l).seeking().filter(LevelFormat.Seeking::isDirect).isPresent();
  }

  /** Whether each level stores one dimension and can be searched for a coordinate's one value. */
  public boolean isSearchable() {
    return isPlain()
        && !hasDuplicates()
        && levels.stream().allMatch(l -> l.location().isPresent() || l.seeking().isPresent());
  }

  /**
   * Whether values are stored that nobody gave, because the last level has a place for every
   * coordinate. Nothing but their value tells them from entries.
   */
  public boolean padsValues() {
    return !levels.isEmpty() && levels.getLast().properties().full();
  }

  /** Whether the position of everything is computed, so that it has a place for every entry. */
  public boolean isLocated() {
    return levels.stream().allMatch(l -> l.location().isPresent());
  }

  /** Whether children are inserted into some level, in any order: for workspaces. */
  public boolean takesInsertions() {
    return levels.stream().anyMatch(l -> l.inserting().isPresent());
  }

  /** Whether entries are inserted in any order and only found by their coordinates. */
  public boolean isLookup() {
    return levels.stream()
        .flatMap(l -> l.inserting().stream())
        .anyMatch(inserting -> !inserting.isReadInOrder());
  }

  /** Whether entries go to places that there are from the start, one for each coordinate. */
  public boolean hasPlaces() {
    return order() > 0
        && levels.getLast().inserting().filter(LevelFormat.Inserting::hasPlaces).isPresent();
  }

  /** Whether it can be written by a kernel, level by level. */
  public boolean isAppendable() {
    return levels.stream()
        .allMatch(
            l -> l.appending().isPresent() || l.location().isPresent() && l.arrays().isEmpty());
  }

  /** The same levels for the dimensions in another order. */
  public Format storing(List<Integer> order) {
    return plain(levels, order);
  }

  /** The named form if there is one, else letters or a map: {@code csr}, {@code sds:2,0,1}. */
  @Override
  public String toString() {
    return Formats.nameOf(new Format(levels, coordinates));
  }

  /**
   * The long form, whether or not there is a short one: it names every level and what that stores,
   * so it means the same whatever formats are called. Empty for scalars, which have no levels.
   */
  public String inFull() {
    return levels.isEmpty() ? "" : FormatText.print(this);
  }

  /** The format whose long form this is. */
  public static Format ofFull(String text) {
    return text.isEmpty() ? of() : FormatText.parse(text).checked();
  }

  /**
   * The letters of the levels of a plain format and, where it is not the natural one, the order of
   * dimensions.
   */
  public String letters() {
    String letters =
        levels.stream().map(l -> String.valueOf(l.letter())).collect(Collectors.joining());
    List<Integer> dimensions = dimensions();
    List<Integer> natural = new ArrayList<>(dimensions);
    Collections.sort(natural);
    return dimensions.equals(natural)
        ? letters
        : letters + ":" + dimensions.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
