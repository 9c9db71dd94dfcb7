package org.einkorn.backend.x64;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.einkorn.backend.x64.Form.Space;
import org.einkorn.backend.x64.Line.Align;
import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Instruction;
import org.einkorn.backend.x64.Line.Jump;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Line.Routine;
import org.einkorn.backend.x64.Operand.Bank;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Mask;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;

/** Writes lines as the bytes that the processor reads, the shortest that mean the same. */
final class Encoder {
  private static final int STACK_POINTER = 4;

  /** What the vendors recommend to fill one byte, two, and so on. */
  private static final List<byte[]> NOPS =
      List.of(
          hex("90"),
          hex("6690"),
          hex("0f1f00"),
          hex("0f1f4000"),
          hex("0f1f440000"),
          hex("660f1f440000"),
          hex("0f1f8000000000"),
          hex("0f1f840000000000"),
          hex("660f1f840000000000"));

  private Encoder() {}

  /**
   * The machine code; alignment counts from its first byte.
   *
   * @throws IllegalArgumentException if the processor has no such instruction, a register is
   *     virtual, or a label is missing or there twice
   */
  static byte[] encode(List<Line> lines) {
    List<byte[]> instructions = new ArrayList<>();
    for (Line line : lines) {
      instructions.add(line instanceof Instruction i ? encode(i) : new byte[0]);
    }
    boolean[] far = new boolean[lines.size()];
    int[] offsets = offsets(lines, instructions, far);
    Map<Label, Integer> labels = labels(lines);
    while (lengthen(lines, labels, offsets, far)) { // a jump never gets shorter: this ends
      offsets = offsets(lines, instructions, far);
    }

    ByteArrayOutputStream code = new ByteArrayOutputStream(offsets[lines.size()]);
    for (int k = 0; k < lines.size(); k++) {
      switch (lines.get(k)) {
        case Instruction _ -> code.writeBytes(instructions.get(k));
        case Label _, Routine _ -> {}
        case Jump j ->
            jump(code, j.condition(), far[k], offsets[labels.get(j.target())] - offsets[k + 1]);
        case Align _ -> pad(code, offsets[k + 1] - offsets[k]);
      }
    }
    return code.toByteArray();
  }

  /** Where each line begins, and at last where the code ends. */
  private static int[] offsets(List<Line> lines, List<byte[]> instructions, boolean[] far) {
    int[] offsets = new int[lines.size() + 1];
    for (int k = 0; k < lines.size(); k++) {
      offsets[k + 1] =
          switch (lines.get(k)) {
            case Instruction _ -> Math.addExact(offsets[k], instructions.get(k).length);
            case Label _, Routine _ -> offsets[k];
            case Jump j -> Math.addExact(offsets[k], bytes(j, far[k]));
            case Align _ ->
                offsets[k]
                    + LoopPlaces.padding(
                        lines,
                        k,
                        offsets[k],
                        n -> bytes(lines.get(n), instructions.get(n), far[n]));
          };
    }
    return offsets;
  }

  /** How long a line is that is no alignment. */
  private static int bytes(Line line, byte[] instruction, boolean far) {
    return line instanceof Jump j ? bytes(j, far) : instruction.length;
  }

  private static int bytes(Jump jump, boolean far) {
    return !far ? 2 : jump.condition() == Condition.ALWAYS ? 5 : 6;
  }

  private static Map<Label, Integer> labels(List<Line> lines) {
    Map<Label, Integer> labels = new HashMap<>();
    for (int k = 0; k < lines.size(); k++) {
      if (lines.get(k) instanceof Label label && labels.put(label, k) != null) {
        throw new IllegalArgumentException("a label that is there twice: " + label);
      }
    }
    for (Line line : lines) {
      if (line instanceof Jump j && !labels.containsKey(j.target())) {
        throw new IllegalArgumentException("a jump to a label that is nowhere:" + line);
      }
    }
    return labels;
  }

  /** Makes all jumps far that do not reach their labels; whether there were any. */
  private static boolean lengthen(
      List<Line> lines, Map<Label, Integer> labels, int[] offsets, boolean[] far) {
    boolean any = false;
    for (int k = 0; k < lines.size(); k++) {
      if (!far[k]
          && lines.get(k) instanceof Jump j
          && !isByte(offsets[labels.get(j.target())] - offsets[k + 1])) {
        far[k] = true;
        any = true;
      }
    }
    return any;
  }

  private static void jump(
      ByteArrayOutputStream code, Condition condition, boolean far, int distance) {
    boolean always = condition == Condition.ALWAYS;
    if (!far) {
      code.write(always ? 0xEB : 0x70 | condition.code);
      code.write(distance);
      return;
    }
    if (always) {
      code.write(0xE9);
    } else {
      code.write(0x0F);
      code.write(0x80 | condition.code);
    }
    write(code, distance, 4);
  }

  private static void pad(ByteArrayOutputStream code, int bytes) {
    for (int left = bytes; left > 0; ) {
      byte[] nop = NOPS.get(Math.min(left, NOPS.size()) - 1);
      code.writeBytes(nop);
      left -= nop.length;
    }
  }

  private static byte[] encode(Instruction instruction) {
    instruction.operands().forEach(operand -> check(instruction, operand));
    return instruction.opcode().forms().stream()
        .filter(form -> form.takes(instruction.bytes(), instruction.operands()))
        .filter(form -> form.space() != Space.VEX || !needsEvex(instruction))
        .map(form -> encode(instruction, form))
        .min(Comparator.comparingInt(code -> code.length))
        .orElseThrow(() -> refused(instruction));
  }

  private static void check(Instruction instruction, Operand operand) {
    boolean good =
        switch (operand) {
          case Register r -> r.number() >= 0 && r.number() < (r.bank() == Bank.GENERAL ? 16 : 32);
          case Memory m ->
              isAddress(m.base())
                  && (m.index() == null
                      || (isAddress(m.index()) && m.index().number() != STACK_POINTER))
                  && m.scale() >= 1
                  && m.scale() <= 8
                  && Integer.bitCount(m.scale()) == 1;
          case Mask m -> m.number() >= 1 && m.number() < 8; // 0 would select all lanes
          case Immediate _ -> true;
        };
    if (!good) {
      throw refused(instruction);
    }
  }

  private static boolean isAddress(Register register) {
    return register.bank() == Bank.GENERAL && register.number() >= 0 && register.number() < 16;
  }

  private static IllegalArgumentException refused(Instruction instruction) {
    return new IllegalArgumentException(
        "no machine instruction of %d bytes: %s %s"
            .formatted(
                instruction.bytes(),
                instruction.opcode().mnemonic(),
                IntStream.range(0, instruction.operands().size())
                    .mapToObj(k -> text(instruction, k))
                    .collect(Collectors.joining(", "))));
  }

  private static String text(Instruction instruction, int k) {
    int bytes = instruction.opcode().bytes(k, instruction.bytes());
    return switch (instruction.operands().get(k)) {
      case Register r when r.bank() == Bank.GENERAL -> r.name(bytes == 1 || bytes == 4 ? bytes : 8);
      case Register r -> r.name(bytes);
      case Operand other -> other.toString();
    };
  }

  /** Whether there is a register that only EVEX prefixes have. */
  private static boolean needsEvex(Instruction instruction) {
    return instruction.bytes() == 64
        || instruction.operands().stream()
            .anyMatch(o -> o instanceof Register r && r.number() > 15);
  }

  private static byte[] encode(Instruction instruction, Form form) {
    int reg = form.digit() == Form.NO_DIGIT ? 0 : form.digit();
    Operand rm = null;
    int vvvv = 0;
    int low = 0;
    int selection = 0;
    long end = 0;
    int endBytes = 0;
    for (int k = 0; k < form.slots().size(); k++) {
      Operand operand = instruction.operands().get(k);
      switch (form.slots().get(k).place()) {
        case REG -> reg = operand instanceof Mask m ? m.number() : ((Register) operand).number();
        case RM -> rm = operand;
        case VVVV -> vvvv = ((Register) operand).number();
        case LOW -> low = ((Register) operand).number();
        case SELECTION -> selection = ((Mask) operand).number();
        case END -> {
          end = ((Immediate) operand).value();
          endBytes = form.slots().get(k).bytes();
        }
        case NOWHERE -> {}
      }
    }

    boolean evex =
        form.space() == Space.EVEX || (form.space() == Space.VEX_OR_EVEX && needsEvex(instruction));
    ByteArrayOutputStream code = new ByteArrayOutputStream(15);
    int high = high(rm) | low >> 3;
    if (form.space() == Space.LEGACY) {
      legacy(code, instruction, form, reg, high);
    } else if (evex) {
      evex(code, instruction, form, reg, high, vvvv, selection);
    } else {
      vex(code, instruction, form, reg, high, vvvv);
    }
    code.write((form.opcode() & 0xFF) | (low & 7));
    int memory = form.memory() == Form.ALL ? instruction.bytes() : form.memory();
    switch (rm) {
      case null -> {}
      case Register r -> code.write(modRm(3, reg, r.number()));
      case Mask m -> code.write(modRm(3, reg, m.number()));
      case Memory m -> address(code, reg, m, evex ? memory : 1);
      case Immediate _ -> throw new AssertionError(instruction);
    }
    write(code, end, endBytes);
    return code.toByteArray();
  }

  /**
   * What does not fit into ModRM and what follows it, as the bits 0 and 1 that prefixes call B and
   * X.
   */
  private static int high(Operand rm) {
    return switch (rm) {
      case Register r -> r.number() >> 3;
      case Memory m ->
          m.base().number() >> 3 | (m.index() == null ? 0 : m.index().number() >> 3 << 1);
      case Mask _ -> 0;
      case Immediate _ -> 0;
      case null -> 0;
    };
  }

  private static void legacy(
      ByteArrayOutputStream code, Instruction instruction, Form form, int reg, int high) {
    if (form.prefix() != 0) {
      code.write(form.prefix());
    }
    int rex = wide(instruction, form, false) << 3 | reg >> 3 << 2 | high;
    if (rex != 0 || hasLateByte(instruction)) {
      code.write(0x40 | rex);
    }
    if (form.opcode() > 0xFFFF) {
      code.write(form.opcode() >> 16);
    }
    if (form.opcode() > 0xFF) {
      code.write(form.opcode() >> 8);
    }
  }

  /** Whether there is a register whose lowest byte has a name only behind a prefix. */
  private static boolean hasLateByte(Instruction instruction) {
    return IntStream.range(0, instruction.operands().size())
        .anyMatch(
            k ->
                instruction.opcode().bytes(k, instruction.bytes()) == 1
                    && instruction.operands().get(k) instanceof Register r
                    && r.number() >= 4);
  }

  private static void vex(
      ByteArrayOutputStream code, Instruction instruction, Form form, int reg, int high, int vvvv) {
    int wide = wide(instruction, form, false);
    int rest = (~vvvv & 15) << 3 | (instruction.bytes() == 32 ? 4 : 0) | prefix(form);
    int notReg = (~reg >> 3 & 1) << 7;
    if (high == 0 && wide == 0 && map(form) == 1) {
      code.write(0xC5);
      code.write(notReg | rest);
    } else {
      code.write(0xC4);
      code.write(notReg | (~high & 3) << 5 | map(form));
      code.write(wide << 7 | rest);
    }
  }

  private static void evex(
      ByteArrayOutputStream code,
      Instruction instruction,
      Form form,
      int reg,
      int high,
      int vvvv,
      int selection) {
    int length = instruction.bytes() == 64 ? 2 : instruction.bytes() == 32 ? 1 : 0;
    code.write(0x62);
    code.write((~reg >> 3 & 1) << 7 | (~high & 3) << 5 | (~reg >> 4 & 1) << 4 | map(form));
    code.write(wide(instruction, form, true) << 7 | (~vvvv & 15) << 3 | 4 | prefix(form));
    code.write(length << 5 | (~vvvv >> 4 & 1) << 3 | selection);
  }

  private static int wide(Instruction instruction, Form form, boolean evex) {
    boolean set =
        switch (form.wide()) {
          case NEVER -> false;
          case EIGHT -> instruction.bytes() == 8;
          case EVEX -> evex;
        };
    return set ? 1 : 0;
  }

  private static int map(Form form) {
    return switch (form.opcode() >> 8) {
      case 0x0F -> 1;
      case 0x0F38 -> 2;
      case 0x0F3A -> 3;
      default -> throw new AssertionError(form);
    };
  }

  private static int prefix(Form form) {
    return switch (form.prefix()) {
      case 0 -> 0;
      case 0x66 -> 1;
      case 0xF3 -> 2;
      case 0xF2 -> 3;
      default -> throw new AssertionError(form);
    };
  }

  /**
   * @param unit what a displacement of one byte counts
   */
  private static void address(ByteArrayOutputStream code, int reg, Memory memory, int unit) {
    int base = memory.base().number() & 7;
    int displacement = memory.displacement();
    boolean near = displacement % unit == 0 && isByte(displacement / unit);
    int mod = displacement == 0 && base != 5 ? 0 : near ? 1 : 2;
    if (memory.index() != null || base == STACK_POINTER) {
      int index = memory.index() == null ? STACK_POINTER : memory.index().number();
      code.write(modRm(mod, reg, 4));
      code.write(modRm(Integer.numberOfTrailingZeros(memory.scale()), index, base));
    } else {
      code.write(modRm(mod, reg, base));
    }
    if (mod == 1) {
      code.write(displacement / unit);
    } else if (mod == 2) {
      write(code, displacement, 4);
    }
  }

  /** Three numbers in a byte, of two bits and twice of three. */
  private static int modRm(int mod, int reg, int rm) {
    return mod << 6 | (reg & 7) << 3 | (rm & 7);
  }

  private static boolean isByte(int value) {
    return value == (byte) value;
  }

  private static void write(ByteArrayOutputStream code, long value, int bytes) {
    for (int k = 0; k < bytes; k++) {
      code.write((int) (value >> (8 * k)));
    }
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }
}
