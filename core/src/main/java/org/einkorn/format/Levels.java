package org.einkorn.format;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The level formats there are: our own, and those that {@link ServiceLoader} finds in a user's
 * jars.
 */
public final class Levels {
  public static final LevelFormat DENSE = new DenseLevel();
  public static final LevelFormat COMPRESSED = new CompressedLevel(true, true);
  public static final LevelFormat COMPRESSED_WITH_REPEATS = new CompressedLevel(true, false);
  public static final LevelFormat SINGLETON = new SingletonLevel(true, true);
  public static final LevelFormat SLOT = new SlotLevel();
  public static final LevelFormat PADDED = new PaddedLevel();
  public static final LevelFormat HASHED = new HashedLevel();
  public static final LevelFormat BITMAP = new BitmapLevel();

  private static final List<LevelFormat> COMPRESSED_VARIANTS =
      List.of(
          COMPRESSED,
          COMPRESSED_WITH_REPEATS,
          new CompressedLevel(false, true),
          new CompressedLevel(false, false));
  private static final List<LevelFormat> SINGLETON_VARIANTS =
      List.of(
          SINGLETON,
          new SingletonLevel(true, false),
          new SingletonLevel(false, true),
          new SingletonLevel(false, false));

  /** What workspaces are made of; no format of a user's tensor has it. */
  public static final LevelFormat TABLE = new TableLevel(true);

  /** The same, but always as a hash table. */
  public static final LevelFormat HASH_TABLE = new TableLevel(false);

  /** The same with a place for every coordinate from the start, for workspaces of one variable. */
  public static final LevelFormat SCATTER = new ScatterLevel();

  /** A list that is sorted before it is read, for workspaces of one variable. */
  public static final LevelFormat ENTRIES = new EntriesLevel();

  /** What workspaces are made of that are only read at given coordinates. */
  public static final LevelFormat LOOKUP = new LookupLevel();

  /** A dense level of an operand whose index is computed, and may lie outside. */
  public static final LevelFormat BOUNDED = new BoundedLevel();

  private static final List<LevelFormat> ALL = load();

  private Levels() {}

  /** The level formats that may be named in a format's text. */
  public static List<LevelFormat> all() {
    return ALL;
  }

  /** A compressed level with these properties. */
  public static LevelFormat compressed(boolean ordered, boolean unique) {
    return variant(COMPRESSED_VARIANTS, ordered, unique);
  }

  /** A singleton level with these properties. */
  public static LevelFormat singleton(boolean ordered, boolean unique) {
    return variant(SINGLETON_VARIANTS, ordered, unique);
  }

  private static LevelFormat variant(List<LevelFormat> all, boolean ordered, boolean unique) {
    return all.stream()
        .filter(l -> l.properties().ordered() == ordered && l.properties().unique() == unique)
        .findFirst()
        .orElseThrow();
  }

  /** Whether these are the levels of a coordinate list, with whatever properties. */
  static boolean areList(List<LevelFormat> levels) {
    return !levels.isEmpty()
        && COMPRESSED_VARIANTS.contains(levels.getFirst())
        && SINGLETON_VARIANTS.containsAll(levels.subList(1, levels.size()));
  }

  private static List<LevelFormat> load() {
    List<LevelFormat> levels = new ArrayList<>();
    levels.add(DENSE);
    levels.addAll(COMPRESSED_VARIANTS);
    levels.addAll(SINGLETON_VARIANTS);
    levels.addAll(List.of(SLOT, PADDED, HASHED, BITMAP));
    ServiceLoader.load(LevelFormat.class).forEach(levels::add);
    return List.copyOf(levels);
  }
}
