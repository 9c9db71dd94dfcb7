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
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.einkorn.backend.x64.Line.Align;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The golden files hold what GNU as makes of the same lines. {@code -Deinkorn.assembler=as} has it
 * write them anew, with objcopy beside it; nothing else needs either of them.
 */
class EncoderTest {
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

  private static final Path FOLDER = Path.of("src/test/resources/golden/x64");

  private static final Line RET = new Instruction(Opcode.RET, 8);

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
   *     eight, b for one, and s for how far to shift
   */
  private record Family(List<Integer> sizes, List<String> forms, Set<Opcode> opcodes) {
    static Family of(List<Integer> sizes, String forms, Opcode first, Opcode... others) {
      return new Family(sizes, List.of(forms.split(" ", -1)), EnumSet.of(first, others));
    }
  }

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
              Family.of(WORDS, "rrr rmr", Opcode.SHLX, Opcode.SHRX),
              Family.of(WORDS, "rr", Opcode.BT, Opcode.BTS),
              Family.of(WORDS, "rr rm", Opcode.TZCNT),
              Family.of(List.of(8), "r", Opcode.PUSH, Opcode.POP),
              Family.of(List.of(8), "", Opcode.RET),
              Family.of(List.of(16), "", Opcode.VZEROUPPER),
              Family.of(List.of(8), "m", Opcode.PREFETCHT0)),
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
                  Opcode.VPMULLQ),
              Family.of(List.of(32, 64), "vv vm", Opcode.VBROADCASTSD),
              Family.of(
                  VECTORS, "vv vm", Opcode.VBROADCASTSS, Opcode.VPBROADCASTD, Opcode.VPBROADCASTQ),
              Family.of(SCALAR, "vv vm", Opcode.VMOVDDUP),
              Family.of(List.of(32), "wwb", Opcode.VEXTRACTF128),
              Family.of(List.of(32, 64), "vvb", Opcode.VEXTRACTF32X4),
              Family.of(SCALAR, "vvb vmb", Opcode.VPERMILPD, Opcode.VPERMILPS)));

  @ParameterizedTest
  @ValueSource(strings = {"general", "scalars", "vectors"})
  void writesInstructionsAsTheAssembler(String group, @TempDir Path scratch) throws Exception {
    check(group, cases(FAMILIES.get(group)), scratch);
  }

  @Test
  void writesJumpsAsTheAssembler(@TempDir Path scratch) throws Exception {
    check("jumps", jumps(), scratch);
  }

  @Test
  void knowsAllInstructions() {
    assertThat(
            FAMILIES.values().stream()
                .flatMap(List::stream)
                .flatMap(family -> family.opcodes().stream()))
        .containsOnly(Opcode.values())
        .contains(Opcode.values());
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
          VPBROADCASTD ->
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
          VMOVDDUP ->
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
                          case Memory m when opcode == Opcode.LEA || opcode == Opcode.PREFETCHT0 ->
                              m.toString();
                          case Memory m -> pointer(memoryBytes(opcode, bytes)) + " ptr " + m;
                          case Immediate i -> i.toString();
                        })
                .collect(Collectors.joining(", ")))
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
            Opcode.CMOVG);
    Set<Opcode> reading =
        EnumSet.of(
            Opcode.CMP,
            Opcode.TEST,
            Opcode.BT,
            Opcode.PUSH,
            Opcode.RET,
            Opcode.VZEROUPPER,
            Opcode.PREFETCHT0,
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
