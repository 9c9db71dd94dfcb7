package org.einkorn.backend.x64;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Jump;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;
import org.junit.jupiter.api.Test;

class HeldTest {
  private static final Register FIRST = Register.general(0);
  private static final Register SECOND = Register.general(1);
  private static final Memory HERE = Memory.at(Register.general(4), 8);
  private static final Memory THERE = Memory.at(Register.general(4), 16);

  private final Label label = new Label("label");
  private final Jump maybe = new Jump(Condition.EQUAL, label);
  private final Jump always = new Jump(Condition.ALWAYS, label);

  @Test
  void whatIsWrittenIsForgotten() {
    Held held = new Held(List.of());
    held.put(FIRST, HERE);
    held.put(SECOND, THERE);
    assertThat(held.holder(THERE, List.of(FIRST, SECOND))).hasValue(SECOND);
    held.forget(FIRST);
    held.forgetAll(THERE);
    assertThat(held.holder(HERE, List.of(FIRST, SECOND))).isEmpty();
    assertThat(held.holder(THERE, List.of(FIRST, SECOND))).isEmpty();
  }

  @Test
  void behindALabelIsOnlyWhatAllHave() {
    Held held = new Held(List.of(maybe, label));
    held.put(FIRST, HERE);
    held.put(SECOND, HERE);
    held.jump(maybe);
    held.put(SECOND, THERE);
    held.label(label);
    assertThat(held.has(FIRST, HERE)).isTrue();
    assertThat(held.has(SECOND, THERE)).isFalse();
    assertThat(held.has(SECOND, HERE)).isFalse();
  }

  @Test
  void whoJumpsAwayDoesNotCount() {
    Label elsewhere = new Label("elsewhere");
    Jump away = new Jump(Condition.ALWAYS, elsewhere);
    Held held = new Held(List.of(maybe, away, label, elsewhere));
    held.put(FIRST, HERE);
    held.jump(maybe);
    held.put(FIRST, THERE);
    held.jump(away);
    held.label(label);
    assertThat(held.has(FIRST, HERE)).isTrue();
    held.label(elsewhere);
    assertThat(held.has(FIRST, HERE)).isFalse();
    assertThat(held.has(FIRST, THERE)).isFalse();
  }

  /** What the end of a loop has is not known at its beginning. */
  @Test
  void behindTheLabelOfALoopIsNothing() {
    Held held = new Held(List.of(label, always));
    held.put(FIRST, HERE);
    held.label(label);
    assertThat(held.has(FIRST, HERE)).isFalse();
  }
}
