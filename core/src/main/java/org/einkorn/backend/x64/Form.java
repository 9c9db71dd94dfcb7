package org.einkorn.backend.x64;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.einkorn.backend.x64.Operand.Bank;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Mask;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;

/**
 * One way to write an instruction.
 *
 * @param sizes of how many bytes it may be: all of these powers of two together, or {@link #ANY}
 * @param prefix 0, 0x66, 0xF2 or 0xF3: a byte of its own, or inside VEX and EVEX prefixes
 * @param opcode below 0x100, or with 0x0F, 0x0F38 or 0x0F3A in front of the last byte; without
 *     operands also with a byte behind it that others have for them
 * @param digit more of the opcode, in place of a register in ModRM
 * @param memory how many bytes an operand in memory has, or {@link #ALL}
 */
record Form(
    int sizes,
    Space space,
    int prefix,
    int opcode,
    int digit,
    Wide wide,
    int memory,
    List<Slot> slots) {
  static final int ANY = -1;
  static final int NO_DIGIT = -1;

  /** As many bytes as the instruction. */
  static final int ALL = 0;

  Form digit(int value) {
    return new Form(sizes, space, prefix, opcode, value, wide, memory, slots);
  }

  Form after(int value) {
    return new Form(sizes, space, value, opcode, digit, wide, memory, slots);
  }

  Form wide(Wide value) {
    return new Form(sizes, space, prefix, opcode, digit, value, memory, slots);
  }

  Form memory(int value) {
    return new Form(sizes, space, prefix, opcode, digit, wide, value, slots);
  }

  Form in(Space value) {
    return new Form(sizes, value, prefix, opcode, digit, wide, memory, slots);
  }

  /** Whether an instruction of so many bytes with these operands can be written so. */
  boolean takes(int bytes, List<Operand> operands) {
    return (sizes == ANY || (Integer.bitCount(bytes) == 1 && (sizes & bytes) != 0))
        && operands.size() == slots.size()
        && IntStream.range(0, slots.size()).allMatch(k -> slots.get(k).takes(operands.get(k)));
  }

  /** Which prefixes a form has. */
  enum Space {
    LEGACY,
    VEX,
    EVEX,
    VEX_OR_EVEX
  }

  /** When the bit W is set. */
  enum Wide {
    NEVER,
    /** In instructions of eight bytes. */
    EIGHT,
    /** Behind an EVEX prefix, not behind a VEX prefix. */
    EVEX
  }

  /** Where in the instruction an operand's number is. */
  enum Place {
    /** The field reg of ModRM. */
    REG,
    /** The field rm of ModRM, with all that belongs to an address. */
    RM,
    /** The field vvvv of a VEX or EVEX prefix. */
    VVVV,
    /** The low bits of the opcode. */
    LOW,
    /** The field aaa of an EVEX prefix. */
    SELECTION,
    /** Bytes at the end. */
    END,
    /** The opcode itself implies the operand. */
    NOWHERE
  }

  /** What an operand may be, and where it is written. */
  enum Slot {
    REG(Place.REG, Bank.GENERAL, false),
    RM(Place.RM, Bank.GENERAL, true),
    RM_REGISTER(Place.RM, Bank.GENERAL, false),
    MEMORY(Place.RM, null, true),
    LOW(Place.LOW, Bank.GENERAL, false),
    ACCUMULATOR(Place.NOWHERE, Bank.GENERAL, false),
    VECTOR_REG(Place.REG, Bank.VECTOR, false),
    VECTOR_RM(Place.RM, Bank.VECTOR, true),
    VECTOR_RM_REGISTER(Place.RM, Bank.VECTOR, false),
    VVVV(Place.VVVV, Bank.VECTOR, false),
    VVVV_GENERAL(Place.VVVV, Bank.GENERAL, false),
    MASK_REG(Place.REG, false),
    MASK_RM(Place.RM, false),
    SELECTED(Place.SELECTION, true),
    /** The processor extends its sign. */
    BYTE(1, Byte.MIN_VALUE, Byte.MAX_VALUE),
    UNSIGNED_BYTE(1, 0, 0xFF),
    /** Nothing is extended. */
    ANY_BYTE(1, Byte.MIN_VALUE, 0xFF),
    /** How far to shift: the processor takes only that many bits into account. */
    INT_BITS(1, 0, 31),
    LONG_BITS(1, 0, 63),
    /** The processor extends its sign to eight bytes. */
    INT(4, Integer.MIN_VALUE, Integer.MAX_VALUE),
    UNSIGNED_INT(4, 0, 0xFFFF_FFFFL),
    LONG(8, Long.MIN_VALUE, Long.MAX_VALUE),
    ONE(0, 1, 1);

    private final Place place;
    private final Bank bank;
    private final boolean memory;

    /** A mask that it takes, if it takes one: does that select lanes? */
    private final Optional<Boolean> selects;

    private final int bytes;
    private final long least;
    private final long greatest;

    Slot(Place place, Bank bank, boolean memory) {
      this.place = place;
      this.bank = bank;
      this.memory = memory;
      this.selects = Optional.empty();
      this.bytes = 0;
      this.least = 0;
      this.greatest = -1; // no constant lies between
    }

    Slot(Place place, boolean selects) {
      this.place = place;
      this.bank = null;
      this.memory = false;
      this.selects = Optional.of(selects);
      this.bytes = 0;
      this.least = 0;
      this.greatest = -1;
    }

    Slot(int bytes, long least, long greatest) {
      this.place = bytes == 0 ? Place.NOWHERE : Place.END;
      this.bank = null;
      this.memory = false;
      this.selects = Optional.empty();
      this.bytes = bytes;
      this.least = least;
      this.greatest = greatest;
    }

    Place place() {
      return place;
    }

    /** How many bytes a constant has. */
    int bytes() {
      return bytes;
    }

    private boolean takes(Operand operand) {
      return switch (operand) {
        case Register r -> r.bank() == bank && (this != ACCUMULATOR || r.number() == 0);
        case Memory _ -> memory;
        case Mask m -> selects.filter(s -> s == m.selects()).isPresent();
        case Immediate i -> least <= i.value() && i.value() <= greatest;
      };
    }
  }
}
