package org.example.levels;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.einkorn.format.Format;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.LevelFormatContract;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Imp;
import org.junit.jupiter.api.Test;

/** A level that breaks its word fails in the contract suite, not in a user's result. */
class BrokenLevelsTest {
  /** A level that is right in everything but what a test says. */
  private abstract static class Broken implements LevelFormat {
    private final LevelFormat right = new ReversedLevel();

    @Override
    public String name() {
      return "broken";
    }

    @Override
    public char letter() {
      return 'x';
    }

    @Override
    public Properties properties() {
      return right.properties();
    }

    @Override
    public List<ArraySpec> arrays() {
      return right.arrays();
    }

    @Override
    public Optional<Iteration> iteration() {
      return right.iteration();
    }

    @Override
    public Optional<Packing> packing() {
      return right.packing();
    }
  }

  private static LevelFormatContract contract(LevelFormat level) {
    return new LevelFormatContract() {
      @Override
      protected LevelFormat level() {
        return level;
      }

      @Override
      protected List<Format> formats() {
        return List.of(Format.of(level));
      }
    };
  }

  @Test
  void falselyFull() {
    LevelFormat full =
        new Broken() {
          @Override
          public Properties properties() {
            return new Properties(true, true, true, false);
          }
        };
    assertThatThrownBy(contract(full)::keepsItsPromises)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("full under 0");
  }

  @Test
  void falselyOrdered() {
    LevelFormat unordered =
        new Broken() {
          @Override
          public Optional<Iteration> iteration() {
            Iteration right = super.iteration().orElseThrow();
            return Optional.of(
                new Iteration() {
                  @Override
                  public Range children(Code level, Range parents) {
                    return right.children(level, parents);
                  }

                  @Override
                  public Exp coordinate(Code level, Exp cursor) {
                    return Imp.load(level.array(0), cursor);
                  }
                });
          }
        };
    assertThatThrownBy(contract(unordered)::keepsItsPromises)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("ordered under 0");
    assertThatThrownBy(contract(unordered)::isReadAsItWasPacked).isInstanceOf(AssertionError.class);
  }

  @Test
  void seeksInVain() {
    LevelFormat blind =
        new Broken() {
          @Override
          public Optional<Seeking> seeking() {
            return Optional.of((level, cursors, coordinate) -> cursors.end());
          }
        };
    assertThatThrownBy(contract(blind)::keepsItsPromises)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("found 0 in");
  }

  /** Always finds the first child. */
  private static LevelFormat seeking(boolean direct, Optional<Exp> there) {
    return new Broken() {
      @Override
      public Optional<Seeking> seeking() {
        return Optional.of(
            new Seeking() {
              @Override
              public Exp seek(Code level, Range cursors, Exp coordinate) {
                return cursors.begin();
              }

              @Override
              public boolean isDirect() {
                return direct;
              }

              @Override
              public Optional<Exp> isThere(Code level, Exp cursor) {
                return there;
              }
            });
      }
    };
  }

  @Test
  void falselyDirect() {
    assertThatThrownBy(contract(seeking(true, Optional.empty()))::keepsItsPromises)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("has a place of its own");
  }

  @Test
  void findsWhatIsNotThere() {
    assertThatThrownBy(contract(seeking(false, Optional.of(Imp.constant(true))))::keepsItsPromises)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("is there");
  }

  @Test
  void losesWhatItPacks() {
    LevelFormat forgetful =
        new Broken() {
          @Override
          public Optional<Packing> packing() {
            Packing right = super.packing().orElseThrow();
            return Optional.of(
                (parents, parent, coordinate, size) ->
                    right.pack(parents, parent, new int[coordinate.length], size));
          }
        };
    assertThatThrownBy(contract(forgetful)::isReadAsItWasPacked).isInstanceOf(AssertionError.class);
  }

  @Test
  void hasNoName() {
    assertThatThrownBy(contract(new Broken() {})::isNamed).isInstanceOf(AssertionError.class);
  }
}
