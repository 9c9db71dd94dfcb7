package org.einkorn.backend.x64;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.einkorn.backend.x64.Operand.Register.general;
import static org.einkorn.backend.x64.Operand.Register.vector;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.einkorn.backend.x64.InstructionCases.Case;
import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Instruction;
import org.einkorn.backend.x64.Line.Jump;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The golden files hold what GNU as makes of the same lines. {@code -Deinkorn.assembler=as} has it
 * write them anew, with objcopy beside it; nothing else needs either of them.
 */
class EncoderTest {
  private static final Path FOLDER = Path.of("src/test/resources/golden/x64");

  private static final Line RET = new Instruction(Opcode.RET, 8);

  @ParameterizedTest
  @ValueSource(strings = {"general", "scalars", "vectors", "masks"})
  void writesInstructionsAsTheAssembler(String group, @TempDir Path scratch) throws Exception {
    check(group, InstructionCases.of(group), scratch);
  }

  @Test
  void writesJumpsAsTheAssembler(@TempDir Path scratch) throws Exception {
    check("jumps", jumps(), scratch);
  }

  @Test
  void knowsAllInstructions() {
    assertThat(InstructionCases.opcodes()).containsOnly(Opcode.values()).contains(Opcode.values());
  }

  private static List<Case> jumps() {
    List<Case> cases = new ArrayList<>();
    for (Condition condition : Condition.values()) {
      for (int distance : List.of(0, 1, 127, 128, 40_000)) {
        Label end = new Label("end");
        cases.add(program(new Jump(condition, end), distance, end));
      }
      for (int distance : List.of(0, 126, 127, 40_000)) {
        Label start = new Label("start");
        cases.add(program(start, distance, new Jump(condition, start)));
      }
    }
    for (int distance : List.of(119, 120, 121, 122, 123, 124, 125)) { // one may push another
      Label start = new Label("start");
      Label middle = new Label("middle");
      Label end = new Label("end");
      cases.add(
          program(
              start,
              new Jump(Condition.LESS, end),
              new Jump(Condition.ALWAYS, middle),
              distance,
              end,
              1,
              new Jump(Condition.GREATER, start),
              middle));
    }
    return cases;
  }

  /** Numbers stand for so many returns. */
  private static Case program(Object... parts) {
    List<Line> lines = new ArrayList<>();
    List<String> assembly = new ArrayList<>();
    for (Object part : parts) {
      if (part instanceof Integer count) {
        lines.addAll(Collections.nCopies(count, RET));
        assembly.add(".fill " + count + ", 1, 0xc3");
      } else {
        lines.add((Line) part);
        assembly.add(part.toString().strip());
      }
    }
    return new Case(String.join("; ", assembly), lines);
  }

  private static void check(String group, List<Case> cases, Path scratch) throws Exception {
    Path file = FOLDER.resolve(group + ".txt");
    String assembler = System.getProperty("einkorn.assembler");
    if (assembler != null) {
      List<String> texts = cases.stream().map(Case::assembly).distinct().toList();
      List<String> codes = assemble(assembler, texts, scratch);
      Files.createDirectories(FOLDER);
      Files.write(
          file,
          IntStream.range(0, texts.size())
              .mapToObj(k -> "%-20s %s".formatted(codes.get(k), texts.get(k)))
              .toList());
    }

    Map<String, String> golden = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      int space = line.indexOf(' ');
      golden.put(line.substring(space).strip(), line.substring(0, space));
    }
    List<String> wrong = new ArrayList<>();
    for (Case c : cases) {
      String code = text(Encoder.encode(c.lines()));
      if (!code.equals(golden.get(c.assembly()))) {
        wrong.add(c.assembly() + ": " + code + ", not " + golden.get(c.assembly()));
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(golden.keySet())
        .hasSameSizeAs(cases.stream().map(Case::assembly).collect(Collectors.toSet()));
  }

  /** The digits, with long runs of the same return counted. */
  private static String text(byte[] code) {
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < code.length; ) {
      int end = k + 1;
      while (end < code.length && code[end] == code[k]) {
        end++;
      }
      String digits = HexFormat.of().toHexDigits(code[k]);
      if (digits.equals("c3") && end - k > 9) {
        text.append("(c3*").append(end - k).append(")");
        k = end;
      } else {
        text.append(digits);
        k++;
      }
    }
    return text.toString();
  }

  /** What the assembler makes of each text; behind the last come the offsets of all. */
  private static List<String> assemble(String assembler, List<String> texts, Path scratch)
      throws Exception {
    List<String> source = new ArrayList<>(List.of(".intel_syntax noprefix"));
    for (int k = 0; k < texts.size(); k++) {
      source.add("case" + k + ":");
      source.add(texts.get(k).replaceAll("\\b(start|middle|end)\\b", "$1" + k));
    }
    source.add("case" + texts.size() + ":");
    for (int k = 0; k <= texts.size(); k++) {
      source.add(".long case" + k + " - case0");
    }
    Path object = scratch.resolve("cases.o");
    Path binary = scratch.resolve("cases.bin");
    run(assembler, "-o", object, Files.write(scratch.resolve("cases.s"), source));
    run("objcopy", "-O", "binary", "-j", ".text", object, binary);
    byte[] bytes = Files.readAllBytes(binary);
    int table = bytes.length - 4 * (texts.size() + 1);
    ByteBuffer offsets =
        ByteBuffer.wrap(bytes, table, bytes.length - table).slice().order(ByteOrder.LITTLE_ENDIAN);
    return IntStream.range(0, texts.size())
        .mapToObj(
            k -> text(Arrays.copyOfRange(bytes, offsets.getInt(4 * k), offsets.getInt(4 * k + 4))))
        .toList();
  }

  private static void run(Object... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(Stream.of(command).map(Object::toString).toList())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), US_ASCII);
    assertThat(process.waitFor()).as(output).isZero();
  }

  @ParameterizedTest
  @MethodSource("illegal")
  void refusesWhatTheProcessorDoesNotHave(Instruction instruction, String message) {
    assertThatThrownBy(() -> Encoder.encode(List.of(instruction)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(message);
  }

  static Stream<Object[]> illegal() {
    Register a = general(0);
    Register v = vector(0);
    Memory m = Memory.at(a, 8);
    return Stream.of(
        new Object[] {new Instruction(Opcode.ADD, 8, a), "8 bytes: add rax"},
        new Object[] {new Instruction(Opcode.ADD, 8, a, v), "8 bytes: add rax, xmm0"},
        new Object[] {new Instruction(Opcode.ADD, 8, m, m), "8 bytes: add [rax + 8], [rax + 8]"},
        new Object[] {new Instruction(Opcode.ADD, 1, a, a), "1 bytes: add al, al"},
        new Object[] {new Instruction(Opcode.ADD, 12, a, a), "12 bytes: add rax, rax"},
        new Object[] {new Instruction(Opcode.ADD, 16, a, a), "16 bytes: add rax, rax"},
        new Object[] {
          new Instruction(Opcode.ADD, 8, a, new Immediate(1L << 31)), "add rax, 2147483648"
        },
        new Object[] {new Instruction(Opcode.CMP, 1, a, new Immediate(256)), "cmp al, 256"},
        new Object[] {new Instruction(Opcode.SHL, 8, a, new Immediate(64)), "shl rax, 64"},
        new Object[] {new Instruction(Opcode.SHL, 4, a, new Immediate(32)), "shl eax, 32"},
        new Object[] {new Instruction(Opcode.MOV, 8, m, new Immediate(1L << 31)), "2147483648"},
        new Object[] {new Instruction(Opcode.MOV, 1, a, m), "mov al, [rax + 8]"},
        new Object[] {new Instruction(Opcode.TEST, 8, a, m), "test rax, [rax + 8]"},
        new Object[] {new Instruction(Opcode.RET, 8, a), "ret rax"},
        new Object[] {new Instruction(Opcode.ADD, 8, a, general(16)), "add rax, r16"},
        new Object[] {new Instruction(Opcode.ADD, 8, a, general(64)), "add rax, g0"},
        new Object[] {new Instruction(Opcode.VADDPD, 64, v, v, vector(64)), "zmm0, zmm0, v0"},
        new Object[] {new Instruction(Opcode.VADDPD, 64, v, v), "64 bytes: vaddpd zmm0, zmm0"},
        new Object[] {new Instruction(Opcode.VADDSD, 32, v, v, v), "vaddsd ymm0, ymm0, ymm0"},
        new Object[] {new Instruction(Opcode.VMOVSD, 16, v, v), "vmovsd xmm0, xmm0"},
        new Object[] {new Instruction(Opcode.VMOVUPS, 64, v, v), "vmovups zmm0, zmm0"},
        new Object[] {new Instruction(Opcode.VBROADCASTSD, 16, v, v), "vbroadcastsd xmm0, xmm0"},
        new Object[] {
          new Instruction(Opcode.VEXTRACTF128, 32, v, vector(16), new Immediate(1)),
          "vextractf128 xmm0, ymm16, 1"
        },
        new Object[] {
          new Instruction(Opcode.VEXTRACTF128, 64, v, v, new Immediate(1)),
          "vextractf128 xmm0, zmm0, 1"
        },
        new Object[] {
          new Instruction(Opcode.MOV, 8, a, new Memory(a, general(4), 1, 0)), "mov rax, [rax + rsp]"
        },
        new Object[] {
          new Instruction(Opcode.MOV, 8, a, new Memory(a, a, 3, 0)), "mov rax, [rax + rax*3]"
        },
        new Object[] {
          new Instruction(Opcode.MOV, 8, a, Memory.at(general(64), 0)), "mov rax, [g0]"
        },
        new Object[] {new Instruction(Opcode.MOV, 8, a, Memory.at(v, 0)), "mov rax, [xmm0]"});
  }

  @Test
  void refusesLabelsThatAreNowhereOrTwice() {
    Label label = new Label("there");
    Jump jump = new Jump(Condition.EQUAL, label);
    assertThatThrownBy(() -> Encoder.encode(List.of(jump)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a jump to a label that is nowhere:  je there");
    assertThatThrownBy(() -> Encoder.encode(List.of(label, jump, label)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a label that is there twice: there:");
    assertThat(Encoder.encode(List.of(label, jump, new Label("there")))).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void readsAllButWhatItOnlyWrites(Opcode opcode) {
    Set<Opcode> changing =
        EnumSet.of(
            Opcode.ADD,
            Opcode.SUB,
            Opcode.AND,
            Opcode.OR,
            Opcode.IMUL,
            Opcode.NEG,
            Opcode.NOT,
            Opcode.SHL,
            Opcode.SHR,
            Opcode.SAR,
            Opcode.BTS,
            Opcode.CMOVL,
            Opcode.CMOVG,
            Opcode.VMOVDQU32_SELECTED,
            Opcode.VPADDD_SELECTED,
            Opcode.VPMAXSD_SELECTED,
            Opcode.VPCOMPRESSD_SELECTED,
            Opcode.VPEXPANDD_SELECTED,
            Opcode.VPEXPANDQ_SELECTED,
            Opcode.VPERMI2D);
    Set<Opcode> reading =
        EnumSet.of(
            Opcode.CMP,
            Opcode.TEST,
            Opcode.BT,
            Opcode.PUSH,
            Opcode.RET,
            Opcode.SFENCE,
            Opcode.VZEROUPPER,
            Opcode.PREFETCHT0,
            Opcode.PREFETCHT1,
            Opcode.VUCOMISD,
            Opcode.VUCOMISS);
    assertThat(opcode.writes(0)).isEqualTo(!reading.contains(opcode));
    assertThat(opcode.reads(0)).isEqualTo(changing.contains(opcode) || reading.contains(opcode));
    for (int operand = 1; operand < 3; operand++) {
      assertThat(opcode.writes(operand)).isFalse();
      assertThat(opcode.reads(operand)).isTrue();
    }
  }
}
