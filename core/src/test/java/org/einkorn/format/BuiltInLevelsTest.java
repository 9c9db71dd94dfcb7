package org.einkorn.format;

import java.util.List;
import org.junit.jupiter.api.Nested;

/** Every level format of our own keeps the contract. */
class BuiltInLevelsTest {
  private static final List<Format> WITH_SLOTS =
      List.of(
          Formats.parse("ell", 2),
          Formats.parse("(i,j) -> (dense(i), slot(slot), padded(j))", 2),
          Formats.parse("(i,j) -> (compressed(j), slot(slot), padded(i))", 2),
          Formats.parse("(i,j) -> (slot(slot), dense(i/2), dense(i%2), padded(j))", 2),
          Formats.parse("(i,j,k) -> (slot(slot), dense(j), dense(i), padded(k))", 3));

  @Nested
  class Dense extends LevelFormatContract {
    @Override
    protected LevelFormat level() {
      return Levels.DENSE;
    }
  }

  @Nested
  class Compressed extends LevelFormatContract {
    @Override
    protected LevelFormat level() {
      return Levels.COMPRESSED;
    }
  }

  @Nested
  class CompressedWithRepeats extends LevelFormatContract {
    @Override
    protected LevelFormat level() {
      return Levels.COMPRESSED_WITH_REPEATS;
    }
  }

  @Nested
  class Singleton extends LevelFormatContract {
    @Override
    protected LevelFormat level() {
      return Levels.SINGLETON;
    }
  }

  @Nested
  class CompressedUnordered extends LevelFormatContract {
    @Override
    protected LevelFormat level() {
      return Levels.compressed(false, true);
    }
  }

  @Nested
  class CompressedUnorderedWithRepeats extends LevelFormatContract {
    @Override
    protected LevelFormat level() {
      return Levels.compressed(false, false);
    }
  }

  @Nested
  class SingletonUnordered extends LevelFormatContract {
    @Override
    protected LevelFormat level() {
      return Levels.singleton(false, true);
    }
  }

  @Nested
  class SingletonWithRepeats extends LevelFormatContract {
    @Override
    protected LevelFormat level() {
      return Levels.singleton(true, false);
    }
  }

  @Nested
  class SingletonUnorderedWithRepeats extends LevelFormatContract {
    @Override
    protected LevelFormat level() {
      return Levels.singleton(false, false);
    }
  }

  @Nested
  class Hashed extends LevelFormatContract {
    @Override
    protected LevelFormat level() {
      return Levels.HASHED;
    }
  }

  @Nested
  class Bitmap extends LevelFormatContract {
    @Override
    protected LevelFormat level() {
      return Levels.BITMAP;
    }
  }

  @Nested
  class Slot extends LevelFormatContract {
    @Override
    protected LevelFormat level() {
      return Levels.SLOT;
    }

    @Override
    protected List<Format> formats() {
      return WITH_SLOTS;
    }
  }

  @Nested
  class Padded extends LevelFormatContract {
    @Override
    protected LevelFormat level() {
      return Levels.PADDED;
    }

    @Override
    protected List<Format> formats() {
      return WITH_SLOTS;
    }
  }
}
