package org.einkorn.backend.x64;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A line of machine code. */
sealed interface Line {
  /**
   * An instruction that goes on to the next line; the first operand is what it writes, if it writes
   * anything.
   *
   * @param bytes how many it computes with: 1, 4 or 8 of general registers, and of vectors 16 (one
   *     number too), 32 or 64
   */
  record Instruction(Opcode opcode, int bytes, List<Operand> operands) implements Line {
    public Instruction {
      operands = List.copyOf(operands);
    }

    Instruction(Opcode opcode, int bytes, Operand... operands) {
      this(opcode, bytes, List.of(operands));
    }

    @Override
    public String toString() {
      return "  "
          + opcode.mnemonic()
          + IntStream.range(0, operands.size())
              .mapToObj(k -> (k == 0 ? " " : selects(k) ? "" : ", ") + text(k))
              .collect(Collectors.joining());
    }

    /** Whether it sets a register to zero, whatever was there before: {@code vpxor x, x, x}. */
    boolean isClearing() {
      return opcode == Opcode.VPXOR
          && operands.get(0).equals(operands.get(1))
          && operands.get(1).equals(operands.get(2));
    }

    private boolean selects(int k) {
      return operands.get(k) instanceof Operand.Mask m && m.selects();
    }

    private String text(int k) {
      return operands.get(k) instanceof Operand.Register r
          ? r.name(opcode.bytes(k, bytes))
          : operands.get(k).toString();
    }
  }

  /** A place to jump to; labels are told apart by their identity. */
  final class Label implements Line {
    private final String name;

    Label(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }

    @Override
    public String toString() {
      return name + ":";
    }
  }

  /** Goes on at the label if the condition holds. */
  record Jump(Condition condition, Label target) implements Line {
    @Override
    public String toString() {
      return "  "
          + (condition == Condition.ALWAYS ? "jmp" : "j" + condition.suffix)
          + " "
          + target.name;
    }
  }

  /**
   * Align for bytes that do nothing, before an outermost loop, so that innermost loops of it lie
   * where they are fast: see {@link LoopPlaces}.
   */
  record Align(List<Label> loops) implements Line {
    @Override
    public String toString() {
      return "  align " + loops.stream().map(label -> label.name).collect(Collectors.joining(", "));
    }
  }

  /** Where lines begin or end that are the same in many functions, for who reads them. */
  record Routine(String name, boolean begins) implements Line {
    @Override
    public String toString() {
      return begins ? "  ; " + name + " begins" : "  ; " + name + " ends";
    }
  }

  /** What the last comparison found; the code is the processor's. */
  enum Condition {
    EQUAL("e", 4),
    NOT_EQUAL("ne", 5),
    LESS("l", 12),
    GREATER_EQUAL("ge", 13),
    LESS_EQUAL("le", 14),
    GREATER("g", 15),
    /** Unsigned, or of floating-point numbers. */
    BELOW("b", 2),
    ABOVE_EQUAL("ae", 3),
    BELOW_EQUAL("be", 6),
    ABOVE("a", 7),
    /** One of two floating-point numbers was no number. */
    PARITY("p", 10),
    NO_PARITY("np", 11),
    ALWAYS("", -1);

    final String suffix;
    final int code;

    Condition(String suffix, int code) {
      this.suffix = suffix;
      this.code = code;
    }
  }
}
