package org.einkorn.backend.x64;

import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Mask;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;
import org.einkorn.support.RowMemory;

/**
 * Writes code that compares a row with one that is remembered, sixteen coordinates at a time; see
 * {@link RowMemory}. What is read is looked for before: a row is unlike if it is not there.
 */
final class UnlikeRows {
  private static final int LANES = 16;

  /** An array of ints: where it begins, and how long it is. */
  record Ints(Register begin, Operand length) {
    Memory at(Register index, int offset) {
      return new Memory(begin, index, Integer.BYTES, offset * Integer.BYTES);
    }
  }

  private final Code code;
  private final LaneMasks masks;
  private final Ints memory;
  private final Ints begins;
  private final Ints lengths;
  private final Ints coordinates;

  UnlikeRows(Code code, Ints memory, Ints begins, Ints lengths, Ints coordinates) {
    this.code = code;
    this.masks = new LaneMasks(code);
    this.memory = memory;
    this.begins = begins;
    this.lengths = lengths;
    this.coordinates = coordinates;
  }

  /**
   * @param at where the row is remembered
   * @param parts how many parts the other one has
   * @return 0 if they are alike
   */
  Register compare(Register at, Register parts) {
    Register unlike = code.general();
    Label end = code.label("compared");
    code.add(Opcode.MOV, 8, unlike, new Immediate(1));
    code.add(Opcode.CMP, 8, at, new Immediate(1));
    code.jump(Condition.LESS, end);
    code.add(Opcode.CMP, 8, at, memory.length);
    code.jump(Condition.GREATER_EQUAL, end);
    code.add(
        Opcode.CMP, 4, parts, memory.at(at, 0)); // so there is a part, and all is in the memory
    code.jump(Condition.NOT_EQUAL, end);
    code.add(Opcode.CMP, 8, parts, begins.length);
    code.jump(Condition.GREATER, end);
    code.add(Opcode.CMP, 8, parts, lengths.length);
    code.jump(Condition.GREATER, end);
    Register known = load(memory.at(at, RowMemory.COORDINATES_AT));
    Register first = load(new Memory(begins.begin, null, 1, 0));
    code.add(Opcode.CMP, 8, first, coordinates.length);
    code.jump(Condition.ABOVE_EQUAL, end); // a negative number is a large one
    Register shift = load(coordinates.at(first, 0));
    code.add(Opcode.SUB, 4, shift, memory.at(known, 0));
    Register shifts = Routines.everywhere(code, shift);
    Register knownLengths = code.address(memory.at(at, RowMemory.LENGTHS));
    compareParts(parts, known, knownLengths, shifts, unlike, end);
    code.add(end);
    return unlike;
  }

  /**
   * @param known where in the memory the coordinates are
   * @param knownLengths the address of the lengths
   */
  private void compareParts(
      Register parts,
      Register known,
      Register knownLengths,
      Register shifts,
      Register unlike,
      Label end) {
    Label next = code.label("part");
    Label more = code.label("compare");
    Label rest = code.label("rest");
    Register found = code.general();
    Register part = code.general();
    code.add(Opcode.MOV, 8, found, new Immediate(0));
    code.add(Opcode.MOV, 8, part, new Immediate(0));

    code.enterLoop();
    code.add(next);
    Register begin = load(begins.at(part, 0));
    Register left = load(lengths.at(part, 0));
    code.add(Opcode.CMP, 4, left, new Memory(knownLengths, part, Integer.BYTES, 0));
    code.jump(Condition.NOT_EQUAL, end);
    code.add(Opcode.CMP, 8, begin, coordinates.length);
    code.jump(Condition.ABOVE_EQUAL, end);
    code.add(Opcode.CMP, 8, code.address(new Memory(begin, left, 1, 0)), coordinates.length);
    code.jump(Condition.GREATER, end);
    code.add(Opcode.CMP, 8, left, new Immediate(LANES));
    code.jump(Condition.LESS_EQUAL, rest);

    code.enterLoop();
    code.add(more);
    Register these = code.vector();
    code.add(Opcode.VMOVUPS, 64, these, coordinates.at(begin, 0));
    code.add(Opcode.VPSUBD, 64, these, these, shifts);
    Mask same = masks.first();
    code.add(Opcode.VPCMPEQD, 64, same, these, memory.at(known, 0));
    Register all = Routines.constant(code, (1 << LANES) - 1);
    code.add(Opcode.OR, 8, found, others(same, all));
    code.add(Opcode.ADD, 8, begin, new Immediate(LANES));
    code.add(Opcode.ADD, 8, known, new Immediate(LANES));
    code.add(Opcode.SUB, 8, left, new Immediate(LANES));
    code.add(Opcode.CMP, 8, left, new Immediate(LANES));
    code.jump(Condition.GREATER, more);
    code.leaveLoop();

    code.add(rest);
    Register lanes = masks.lowest(left);
    Mask some = masks.second();
    masks.set(some, lanes, 0);
    Register last = code.vector();
    code.copy(last, shifts, 64); // others do not matter
    code.add(Opcode.VMOVDQU32_SELECTED, 64, last, some.selecting(), coordinates.at(begin, 0));
    code.add(Opcode.VPSUBD, 64, last, last, shifts);
    code.add(Opcode.VPCMPEQD_SELECTED, 64, same, some.selecting(), last, memory.at(known, 0));
    code.add(Opcode.OR, 8, found, others(same, lanes));
    code.add(Opcode.ADD, 8, known, left);
    code.add(Opcode.ADD, 8, part, new Immediate(1));
    code.add(Opcode.CMP, 8, part, parts);
    code.jump(Condition.LESS, next);
    code.leaveLoop();
    code.copy(unlike, found, 8);
  }

  private Register load(Memory from) {
    Register loaded = code.general();
    code.add(Opcode.MOVSXD, 8, loaded, from);
    return loaded;
  }

  /** Lanes of some that are not the same. */
  private Register others(Mask same, Register lanes) {
    Register bits = code.general();
    code.add(Opcode.KMOVW, 4, bits, same);
    Register others = code.general();
    code.copy(others, lanes, 8);
    code.add(Opcode.SUB, 8, others, bits);
    return others;
  }
}
