package org.einkorn.backend.x64;

import static org.einkorn.backend.x64.Operand.Register.general;
import static org.einkorn.backend.x64.Operand.Register.vector;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.einkorn.backend.x64.Line.Instruction;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Mask;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;

/** All instructions with all kinds of operands, and how an assembler wants to read them. */
final class InstructionCases {
  /** These meet all registers and addresses, others only a few of each kind. */
  private static final Set<Opcode> EXAMPLES =
      EnumSet.of(
          Opcode.MOV,
          Opcode.MOVZX,
          Opcode.LEA,
          Opcode.CMP,
          Opcode.TEST,
          Opcode.VMOVSD,
          Opcode.VMOVSS,
          Opcode.VCVTSI2SD,
          Opcode.VMOVUPS,
          Opcode.VADDPD,
          Opcode.VPMULLQ,
          Opcode.VBROADCASTSS,
          Opcode.VPERMILPS);

  /** Lines, and how an assembler wants to read them. */
  record Case(String assembly, List<Line> lines) {}

  /**
   * Instructions that take the same operands.
   *
   * @param forms a letter for each operand: of the general registers r, of the vector registers v,
   *     or w for those that VEX prefixes have; of memory m; of constants i for four bytes, l for
   *     eight, b for one, and s for how far to shift; of masks k, and K for one that selects lanes
   */
  private record Family(List<Integer> sizes, List<String> forms, Set<Opcode> opcodes) {
    static Family of(List<Integer> sizes, String forms, Opcode first, Opcode... others) {
      return new Family(sizes, List.of(forms.split(" ", -1)), EnumSet.of(first, others));
    }
  }

  /** What does not say how much of the memory it is about. */
  private static final Set<Opcode> WITHOUT_SIZE =
      EnumSet.of(Opcode.LEA, Opcode.PREFETCHT0, Opcode.PREFETCHT1);

  private static final List<Integer> WORDS = List.of(4, 8);
  private static final List<Integer> SCALAR = List.of(16);
  private static final List<Integer> VECTORS = List.of(16, 32, 64);

  private static final Map<String, List<Family>> FAMILIES =
      Map.of(
          "general",
          List.of(
              Family.of(List.of(1), "mr", Opcode.MOV),
              Family.of(WORDS, "rr rm rl mr mi", Opcode.MOV),
              Family.of(List.of(4), "rr rm", Opcode.MOVZX),
              Family.of(List.of(8), "rr rm", Opcode.MOVSXD),
              Family.of(WORDS, "rm", Opcode.LEA),
              Family.of(
                  WORDS,
                  "rr rm ri mr mi",
                  Opcode.ADD,
                  Opcode.SUB,
                  Opcode.AND,
                  Opcode.OR,
                  Opcode.CMP),
              Family.of(List.of(1), "rb mb", Opcode.CMP),
              Family.of(List.of(1, 4, 8), "rr", Opcode.TEST),
              Family.of(WORDS, "rr rm", Opcode.IMUL, Opcode.CMOVL, Opcode.CMOVG),
              Family.of(WORDS, "rri rmi", Opcode.IMUL3),
              Family.of(WORDS, "r", Opcode.NEG, Opcode.NOT),
              Family.of(WORDS, "rs", Opcode.SHL, Opcode.SHR, Opcode.SAR),
              Family.of(WORDS, "rrr rmr", Opcode.SHLX, Opcode.SHRX, Opcode.BZHI),
              Family.of(WORDS, "rr", Opcode.BT, Opcode.BTS),
              Family.of(WORDS, "rr rm", Opcode.TZCNT, Opcode.POPCNT),
              Family.of(List.of(8), "r", Opcode.PUSH, Opcode.POP),
              Family.of(List.of(8), "", Opcode.RET, Opcode.SFENCE),
              Family.of(WORDS, "mr", Opcode.MOVNTI),
              Family.of(List.of(16), "", Opcode.VZEROUPPER),
              Family.of(List.of(8), "m", Opcode.PREFETCHT0, Opcode.PREFETCHT1)),
          "scalars",
          List.of(
              Family.of(SCALAR, "vm mv", Opcode.VMOVSD, Opcode.VMOVSS),
              Family.of(
                  SCALAR,
                  "vvv vvm",
                  Opcode.VADDSD,
                  Opcode.VSUBSD,
                  Opcode.VMULSD,
                  Opcode.VDIVSD,
                  Opcode.VMINSD,
                  Opcode.VADDSS,
                  Opcode.VSUBSS,
                  Opcode.VMULSS,
                  Opcode.VDIVSS,
                  Opcode.VMINSS,
                  Opcode.VCVTSS2SD,
                  Opcode.VCVTSD2SS),
              Family.of(SCALAR, "vv vm", Opcode.VUCOMISD, Opcode.VUCOMISS),
              Family.of(WORDS, "vvr vvm", Opcode.VCVTSI2SD, Opcode.VCVTSI2SS),
              Family.of(List.of(8), "vr", Opcode.VMOVQ)),
          "vectors",
          List.of(
              Family.of(VECTORS, "vv", Opcode.VMOVAPS),
              Family.of(VECTORS, "vm mv", Opcode.VMOVUPS),
              Family.of(VECTORS, "mv", Opcode.VMOVNTPS),
              Family.of(
                  VECTORS,
                  "vvv vvm",
                  Opcode.VADDPD,
                  Opcode.VSUBPD,
                  Opcode.VMULPD,
                  Opcode.VDIVPD,
                  Opcode.VMINPD,
                  Opcode.VADDPS,
                  Opcode.VSUBPS,
                  Opcode.VMULPS,
                  Opcode.VDIVPS,
                  Opcode.VMINPS,
                  Opcode.VPXOR,
                  Opcode.VPOR,
                  Opcode.VPAND,
                  Opcode.VPADDD,
                  Opcode.VPADDQ,
                  Opcode.VPSUBD,
                  Opcode.VPSUBQ,
                  Opcode.VPMULLD,
                  Opcode.VPMULLQ,
                  Opcode.VPMINSD,
                  Opcode.VPMAXSD),
              Family.of(List.of(32, 64), "vv vm", Opcode.VBROADCASTSD),
              Family.of(
                  VECTORS, "vv vm", Opcode.VBROADCASTSS, Opcode.VPBROADCASTD, Opcode.VPBROADCASTQ),
              Family.of(SCALAR, "vv vm", Opcode.VMOVDDUP),
              Family.of(SCALAR, "vvm", Opcode.VMOVHPD),
              Family.of(SCALAR, "vvv", Opcode.VUNPCKLPD),
              Family.of(SCALAR, "vvvb vvmb", Opcode.VINSERTPS),
              Family.of(List.of(32), "wwwb", Opcode.VINSERTF128),
              Family.of(List.of(32, 64), "vvvb", Opcode.VINSERTF32X4),
              Family.of(List.of(32), "wwb", Opcode.VEXTRACTF128),
              Family.of(List.of(32, 64), "vvb", Opcode.VEXTRACTF32X4),
              Family.of(List.of(8), "rvb", Opcode.VPEXTRQ),
              Family.of(List.of(32, 64), "vvvb vvmb", Opcode.VALIGNQ),
              Family.of(SCALAR, "vvb vmb", Opcode.VPERMILPD, Opcode.VPERMILPS),
              Family.of(VECTORS, "vvb vmb", Opcode.VPSHUFD)),
          "masks",
          List.of(
              Family.of(List.of(4), "kr rk", Opcode.KMOVW),
              Family.of(List.of(64), "kvv kvm", Opcode.VPCMPEQD),
              Family.of(List.of(64), "kKvv kKvm", Opcode.VPCMPEQD_SELECTED),
              Family.of(List.of(64), "vKm mKv", Opcode.VMOVDQU32_SELECTED),
              Family.of(List.of(64), "vKvv vKvm", Opcode.VPADDD_SELECTED, Opcode.VPMAXSD_SELECTED),
              Family.of(List.of(64), "vKvv vKvm", Opcode.VPBLENDMD_SELECTED),
              Family.of(List.of(64), "vvv vvm", Opcode.VPERMI2D),
              Family.of(List.of(64), "vKv", Opcode.VPCOMPRESSD_SELECTED),
              Family.of(VECTORS, "vKv", Opcode.VPEXPANDD_SELECTED, Opcode.VPEXPANDQ_SELECTED),
              Family.of(List.of(64), "vvvb vvmb", Opcode.VSHUFI32X4)));

  private InstructionCases() {}

  /** The instructions of a group. */
  static List<Case> of(String group) {
    return cases(FAMILIES.get(group));
  }

  static Stream<Opcode> opcodes() {
    return FAMILIES.values().stream()
        .flatMap(List::stream)
        .flatMap(family -> family.opcodes().stream());
  }

  private static List<Case> cases(List<Family> families) {
    List<Case> cases = new ArrayList<>();
    for (Family family : families) {
      for (Opcode opcode : family.opcodes()) {
        for (int bytes : family.sizes()) {
          for (String form : family.forms()) {
            for (List<Operand> operands : operands(opcode, bytes, form)) {
              Instruction instruction = new Instruction(opcode, bytes, operands);
              cases.add(new Case(assembly(instruction), List.of(instruction)));
            }
          }
        }
      }
    }
    return cases;
  }

  /** Each operand in all its forms beside plain others, and then all of them in rare forms. */
  private static Set<List<Operand>> operands(Opcode opcode, int bytes, String form) {
    Set<List<Operand>> all = new LinkedHashSet<>();
    for (int at = 0; at < form.length(); at++) {
      for (Operand operand : samples(opcode, bytes, form.charAt(at))) {
        for (int others : List.of(1, 17)) {
          List<Operand> operands = new ArrayList<>();
          for (int k = 0; k < form.length(); k++) {
            operands.add(k == at ? operand : plain(form.charAt(k), others + k));
          }
          all.add(operands);
        }
        if (operand instanceof Immediate && form.charAt(0) == 'r') { // the accumulator is special
          List<Operand> operands = new ArrayList<>(List.of(general(0)));
          for (int k = 1; k < form.length(); k++) {
            operands.add(k == at ? operand : plain(form.charAt(k), 1));
          }
          all.add(operands);
        }
      }
    }
    for (int start : List.of(7, 14, 22)) {
      all.add(
          IntStream.range(0, form.length())
              .mapToObj(k -> plain(form.charAt(k), (start + 9 * k) % 32))
              .toList());
    }
    if (form.isEmpty()) {
      all.add(List.of());
    }
    return all;
  }

  private static Operand plain(char kind, int number) {
    return switch (kind) {
      case 'r' -> general(number % 16);
      case 'v' -> vector(number);
      case 'w' -> vector(number % 16);
      case 'm' -> Memory.at(general(number % 16), 8);
      case 'k' -> Mask.of(1 + number % 7);
      case 'K' -> Mask.of(1 + number % 7).selecting();
      case 'i', 'l', 'b', 's' -> new Immediate(3);
      default -> throw new AssertionError(kind);
    };
  }

  private static List<? extends Operand> samples(Opcode opcode, int bytes, char kind) {
    return switch (kind) {
      case 'r' ->
          (EXAMPLES.contains(opcode) ? IntStream.range(0, 16) : IntStream.of(0, 5, 12))
              .mapToObj(Register::general)
              .toList();
      case 'v' ->
          (EXAMPLES.contains(opcode) ? IntStream.of(0, 7, 8, 15, 16, 24, 31) : IntStream.of(8, 24))
              .mapToObj(Register::vector)
              .toList();
      case 'w' -> IntStream.of(0, 7, 8, 15).mapToObj(Register::vector).toList();
      case 'm' -> addresses(opcode, memoryBytes(opcode, bytes));
      case 'k' -> IntStream.range(1, 8).mapToObj(Mask::of).toList();
      case 'K' -> IntStream.range(1, 8).mapToObj(n -> Mask.of(n).selecting()).toList();
      case 'b' -> constants(0, 1, 127, 128, 255);
      case 's' -> bytes == 8 ? constants(1, 2, 31, 63) : constants(1, 2, 31);
      case 'i' -> constants(0, 1, -1, 127, 128, -128, -129, Integer.MAX_VALUE, Integer.MIN_VALUE);
      case 'l' ->
          bytes == 4
              ? constants(
                  0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x8000_0000L, 0xFFFF_FFFFL)
              : constants(
                  0,
                  1,
                  -1,
                  Integer.MAX_VALUE,
                  Integer.MIN_VALUE,
                  0x8000_0000L,
                  0xFFFF_FFFFL,
                  0x1_0000_0000L,
                  Integer.MIN_VALUE - 1L,
                  0x1234_5678_9ABC_DEF0L,
                  Long.MAX_VALUE,
                  Long.MIN_VALUE);
      default -> throw new AssertionError(kind);
    };
  }

  private static List<Immediate> constants(long... values) {
    return Arrays.stream(values).mapToObj(Immediate::new).toList();
  }

  /**
   * @param unit how many bytes are there
   */
  private static List<Memory> addresses(Opcode opcode, int unit) {
    List<Memory> addresses = new ArrayList<>();
    addresses.add(Memory.at(general(0), 0));
    addresses.add(new Memory(general(13), general(12), 8, unit));
    addresses.add(Memory.at(general(2), 127 * unit));
    addresses.add(Memory.at(general(4), -129 * unit));
    if (!EXAMPLES.contains(opcode)) {
      return addresses;
    }
    addresses.add(Memory.at(general(2), 128 * unit));
    addresses.add(Memory.at(general(2), -128 * unit));
    addresses.add(Memory.at(general(2), unit / 2));
    for (int base : List.of(0, 4, 5, 8, 12, 13)) {
      for (int displacement : List.of(0, 64, 1000)) {
        addresses.add(Memory.at(general(base), displacement));
      }
      addresses.add(new Memory(general(base), general(3), 1, 0));
    }
    for (int scale : List.of(1, 2, 4, 8)) {
      addresses.add(new Memory(general(0), general(1), scale, 0));
      addresses.add(new Memory(general(12), general(12), scale, 64));
    }
    for (int displacement :
        List.of(127, 128, -128, -129, -unit, Integer.MAX_VALUE, Integer.MIN_VALUE)) {
      addresses.add(new Memory(general(9), general(5), 4, displacement));
    }
    return addresses;
  }

  private static int memoryBytes(Opcode opcode, int bytes) {
    return switch (opcode) {
      case MOVZX -> 1;
      case MOVSXD,
          VMOVSS,
          VADDSS,
          VSUBSS,
          VMULSS,
          VDIVSS,
          VMINSS,
          VUCOMISS,
          VCVTSS2SD,
          VBROADCASTSS,
          VPBROADCASTD,
          VINSERTPS ->
          4;
      case VMOVSD,
          VADDSD,
          VSUBSD,
          VMULSD,
          VDIVSD,
          VMINSD,
          VUCOMISD,
          VCVTSD2SS,
          VBROADCASTSD,
          VPBROADCASTQ,
          VMOVDDUP,
          VMOVHPD ->
          8;
      default -> bytes;
    };
  }

  private static String assembly(Instruction instruction) {
    List<Operand> operands = instruction.operands();
    Opcode opcode = instruction.opcode();
    int bytes = instruction.bytes();
    boolean evex =
        bytes == 64 || operands.stream().anyMatch(o -> o instanceof Register r && r.number() > 15);
    boolean clearsUpper = // where a constant of four bytes without a sign is moved
        opcode == Opcode.MOV && operands.get(1) instanceof Immediate i && i.value() >>> 32 == 0;
    boolean byLanes = evex && Set.of(Opcode.VPXOR, Opcode.VPOR, Opcode.VPAND).contains(opcode);
    String mnemonic = opcode.mnemonic() + (byLanes ? "d" : "");
    return (mnemonic
            + " "
            + IntStream.range(0, operands.size())
                .mapToObj(
                    k ->
                        switch (operands.get(k)) {
                          case Register r ->
                              r.name(k == 0 && clearsUpper ? 4 : opcode.bytes(k, bytes));
                          case Memory m when WITHOUT_SIZE.contains(opcode) -> m.toString();
                          case Memory m -> pointer(memoryBytes(opcode, bytes)) + " ptr " + m;
                          case Mask m -> m.toString();
                          case Immediate i -> i.toString();
                        })
                .collect(Collectors.joining(", ")))
        .replace(", {", "{") // a mask that selects belongs to the operand before it
        .strip();
  }

  private static String pointer(int bytes) {
    return switch (bytes) {
      case 1 -> "byte";
      case 4 -> "dword";
      case 8 -> "qword";
      case 16 -> "xmmword";
      case 32 -> "ymmword";
      case 64 -> "zmmword";
      default -> throw new AssertionError(bytes);
    };
  }
}
