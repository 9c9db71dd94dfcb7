package org.einkorn.backend.x64;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.einkorn.backend.x64.Line.Align;
import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Instruction;
import org.einkorn.backend.x64.Line.Jump;
import org.einkorn.backend.x64.Line.Label;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Padding, and jumps across it. */
class LoopPlacesTest {
  /** What the vendors recommend to fill one byte, two, and so on. */
  private static final List<String> NOPS =
      List.of(
          "90",
          "6690",
          "0f1f00",
          "0f1f4000",
          "0f1f440000",
          "660f1f440000",
          "0f1f8000000000",
          "0f1f840000000000",
          "660f1f840000000000");

  private static final Line RET = new Instruction(Opcode.RET, 8);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
  void fillsWithWhatTheVendorsRecommend(int bytes) {
    assertThat(HexFormat.of().formatHex(Encoder.encode(loop(0, 66 - bytes))))
        .startsWith(nop(Math.min(bytes, 9)) + nop(Math.max(bytes - 9, 0)) + "c3");
  }

  /** Jumps over padding that itself depends on how long jumps are. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void reachesLabelsAcrossAlignment(long seed) {
    Random random = new Random(seed);
    List<Condition> conditions = List.of(Condition.values());
    List<Label> labels = IntStream.range(0, 12).mapToObj(k -> new Label("l" + k)).toList();
    List<Line> lines = new ArrayList<>();
    for (Label label : labels) {
      for (int k = random.nextInt(3); k > 0; k--) {
        Condition condition = conditions.get(random.nextInt(conditions.size()));
        lines.add(new Jump(condition, labels.get(random.nextInt(labels.size()))));
      }
      lines.addAll(Collections.nCopies(random.nextInt(60), RET));
      if (random.nextBoolean()) {
        lines.add(new Align(labels.subList(0, 1 + random.nextInt(12))));
      }
      lines.add(label);
    }

    ByteBuffer code = ByteBuffer.wrap(Encoder.encode(lines)).order(ByteOrder.LITTLE_ENDIAN);
    Map<Label, Integer> places = new HashMap<>();
    List<Landing> landings = new ArrayList<>();
    for (Line line : lines) {
      switch (line) {
        case Instruction _ -> assertThat(code.get()).isEqualTo((byte) 0xC3);
        case Label label -> places.put(label, code.position());
        case Align _ -> skipPadding(code);
        case Line.Routine _ -> {}
        case Jump(Condition condition, Label target) -> {
          int distance = distance(code, condition);
          landings.add(new Landing(target, code.position() + distance));
        }
      }
    }
    assertThat(code.hasRemaining()).isFalse();
    assertThat(landings).allSatisfy(l -> assertThat(places).containsEntry(l.target(), l.place()));
  }

  private static String nop(int bytes) {
    return bytes == 0 ? "" : NOPS.get(bytes - 1);
  }

  private static void skipPadding(ByteBuffer code) {
    String rest = HexFormat.of().formatHex(code.array(), code.position(), code.capacity());
    String padding = "";
    boolean more = true;
    while (more) {
      String skipped = padding;
      Optional<String> next =
          NOPS.reversed().stream()
              .filter(nop -> rest.startsWith(nop, skipped.length()))
              .findFirst();
      more = next.isPresent();
      padding += next.orElse("");
    }
    code.position(code.position() + padding.length() / 2);
  }

  private record Landing(Label target, int place) {}

  private static int distance(ByteBuffer code, Condition condition) {
    int first = code.get() & 0xFF;
    if (first == (condition == Condition.ALWAYS ? 0xEB : 0x70 | condition.code)) {
      return code.get();
    }
    if (condition == Condition.ALWAYS) {
      assertThat(first).isEqualTo(0xE9);
    } else {
      assertThat(first).isEqualTo(0x0F);
      assertThat(code.get() & 0xFF).isEqualTo(0x80 | condition.code);
    }
    return code.getInt();
  }

  @ParameterizedTest
  @CsvSource({"0,70,0", "50,70,50", "59,70,64", "64,66,64", "63,66,64"})
  void alignsLongLoopsOnlyWhereTheyLieAcrossMoreLines(int before, int length, int begin) {
    assertThat(Encoder.encode(loop(before, length))).hasSize(begin + length + 1);
  }

  @ParameterizedTest
  @CsvSource({"20,40,26", "26,40,26", "27,40,27", "63,40,63", "64,40,90", "0,65,1", "1,65,1"})
  void shortLoopsJumpBackFromTheNextLine(int before, int length, int begin) {
    assertThat(Encoder.encode(loop(before, length))).hasSize(begin + length + 1);
  }

  private static List<Line> loop(int before, int length) {
    Label head = new Label("loop");
    List<Line> lines = new ArrayList<>(Collections.nCopies(before, RET));
    lines.add(new Align(List.of(head)));
    lines.add(head);
    lines.addAll(Collections.nCopies(length - 2, RET));
    lines.add(new Jump(Condition.LESS, head));
    lines.add(RET);
    return lines;
  }
}
