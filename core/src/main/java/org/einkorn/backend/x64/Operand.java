package org.einkorn.backend.x64;

import java.util.List;

/** What an instruction works on. */
sealed interface Operand {
  /** A bank of registers. */
  enum Bank {
    /** Integers and addresses. */
    GENERAL,
    /** Floating-point numbers, and vectors of anything. */
    VECTOR
  }

  /**
   * A register. Code is first written with as many as it likes; those from {@link #FIRST_VIRTUAL}
   * on are given one of the machine's, or a place in memory, by {@link Allocation}.
   *
   * @param number of the machine's general registers in the order of their codes: rax, rcx, rdx,
   *     rbx, rsp, rbp, rsi, rdi, r8 to r15
   */
  record Register(Bank bank, int number) implements Operand {
    static final int FIRST_VIRTUAL = 64;

    private static final List<String> NAMES =
        List.of("ax", "cx", "dx", "bx", "sp", "bp", "si", "di");

    static Register general(int number) {
      return new Register(Bank.GENERAL, number);
    }

    static Register vector(int number) {
      return new Register(Bank.VECTOR, number);
    }

    boolean isVirtual() {
      return number >= FIRST_VIRTUAL;
    }

    /** As assemblers call it. */
    String name(int bytes) {
      if (isVirtual()) {
        return (bank == Bank.GENERAL ? "g" : "v") + (number - FIRST_VIRTUAL);
      }
      if (bank == Bank.VECTOR) {
        return (bytes == 64 ? "zmm" : bytes == 32 ? "ymm" : "xmm") + number;
      }
      String name = number < 8 ? NAMES.get(number) : "r" + number;
      return switch (bytes) {
        case 8 -> number < 8 ? "r" + name : name;
        case 4 -> number < 8 ? "e" + name : name + "d";
        case 1 -> number < 4 ? name.charAt(0) + "l" : number < 8 ? name + "l" : name + "b";
        default -> throw new IllegalArgumentException("a general register of " + bytes + " bytes");
      };
    }
  }

  /**
   * {@code [base + index * scale + displacement]}.
   *
   * @param index null if there is none
   * @param scale 1, 2, 4 or 8
   */
  record Memory(Register base, Register index, int scale, int displacement) implements Operand {
    static Memory at(Register base, int displacement) {
      return new Memory(base, null, 1, displacement);
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("[").append(base.name(8));
      if (index != null) {
        text.append(" + ").append(index.name(8));
        if (scale > 1) {
          text.append("*").append(scale);
        }
      }
      if (displacement != 0) {
        text.append(displacement < 0 ? " - " : " + ").append(Math.abs((long) displacement));
      }
      return text.append("]").toString();
    }
  }

  /**
   * A register with a bit for each lane of a vector. Code names those of the machine; they have
   * nothing from one statement to the next.
   *
   * @param selects whether its bits say which lanes of the first operand are written; the others
   *     stay as they are
   */
  record Mask(int number, boolean selects) implements Operand {
    /** The register itself. */
    static Mask of(int number) {
      return new Mask(number, false);
    }

    /** For an instruction that is about its lanes alone. */
    Mask selecting() {
      return new Mask(number, true);
    }

    @Override
    public String toString() {
      return selects ? "{k" + number + "}" : "k" + number;
    }
  }

  /** A constant in the code itself: of four bytes, except where it is moved to a register. */
  record Immediate(long value) implements Operand {
    @Override
    public String toString() {
      return Long.toString(value);
    }
  }
}
