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
  public static final LevelFormat COMPRESSED = new CompressedLevel(true);
  public static final LevelFormat COMPRESSED_WITH_REPEATS = new CompressedLevel(false);
  public static final LevelFormat SINGLETON = new SingletonLevel();
  public static final LevelFormat SLOT = new SlotLevel();
  public static final LevelFormat PADDED = new PaddedLevel();
  public static final LevelFormat HASHED = new HashedLevel();
  public static final LevelFormat BITMAP = new BitmapLevel();

  /** What workspaces are made of; no format of a user's tensor has it. */
  public static final LevelFormat TABLE = new TableLevel();

  /** What workspaces are made of that are only read at given coordinates. */
  public static final LevelFormat LOOKUP = new LookupLevel();

  private static final List<LevelFormat> ALL = load();

  private Levels() {}

  /** The level formats that may be named in a format's text. */
  public static List<LevelFormat> all() {
    return ALL;
  }

  private static List<LevelFormat> load() {
    List<LevelFormat> levels =
        new ArrayList<>(
            List.of(
                DENSE,
                COMPRESSED,
                COMPRESSED_WITH_REPEATS,
                SINGLETON,
                SLOT,
                PADDED,
                HASHED,
                BITMAP));
    ServiceLoader.load(LevelFormat.class).forEach(levels::add);
    return List.copyOf(levels);
  }
}
