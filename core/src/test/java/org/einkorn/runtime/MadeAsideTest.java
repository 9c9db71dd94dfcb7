package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.einkorn.backend.CompiledFunction;
import org.junit.jupiter.api.Test;

class MadeAsideTest {
  private final CompiledFunction form = arguments -> arguments;
  private final List<Runnable> tasks = new ArrayList<>();

  private MadeAside aside(MadeAside.Forms forms) {
    return new MadeAside(forms, 4, false, tasks::add);
  }

  @Test
  void onceWhenEnoughWasSpent() {
    MadeAside made = aside(always -> always ? List.of() : List.of(form));
    made.spent(6, 10);
    assertThat(made.hasBegun()).isFalse();
    made.spent(6, 10);
    made.spent(6, 10);
    assertThat(tasks).hasSize(1);
    assertThat(made.ready()).isNull();
    tasks.getFirst().run();
    assertThat(made.ready().now(form).run(new Object[] {7}, 1)).containsExactly(7);
  }

  @Test
  void notAfterItWasGivenUp() {
    MadeAside before = aside(_ -> List.of(form));
    before.giveUp();
    before.spent(6, 5);
    assertThat(tasks).isEmpty();
    MadeAside meanwhile = aside(_ -> List.of(form));
    meanwhile.spent(6, 5);
    meanwhile.giveUp();
    tasks.getFirst().run();
    assertThat(meanwhile.ready()).isNull();
    assertThat(meanwhile.isImpossible()).isTrue();
  }

  /** Aside nobody is told; who counts on it is. */
  @Test
  void whatCannotBeMade() {
    MadeAside.Forms failing =
        _ -> {
          throw new IllegalStateException("no memory for code");
        };
    MadeAside made = aside(failing);
    made.spent(6, 5);
    tasks.getFirst().run();
    assertThat(made.isImpossible()).isTrue();
    assertThatThrownBy(() -> aside(failing).makeNow()).hasMessage("no memory for code");
  }

  @Test
  void noForms() {
    MadeAside made = aside(_ -> List.of());
    made.makeNow();
    assertThat(made.isImpossible()).isTrue();
    assertThat(made.ready()).isNull();
  }
}
