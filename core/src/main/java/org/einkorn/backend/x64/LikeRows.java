package org.einkorn.backend.x64;

import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Mask;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;
import org.einkorn.support.RowMemory;

/**
 * Writes code that compares rows with one that is remembered, sixteen coordinates at a time; see
 * {@link RowMemory}. What is read is looked for before: a row is unlike if it is not there.
 */
final class LikeRows {
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
  private final Ints rows;
  private final Ints entries;
  private final Ints positions;
  private final Ints coordinates;
  private final Ints begins;
  private final Label end;

  LikeRows(
      Code code,
      Ints memory,
      Ints rows,
      Ints entries,
      Ints positions,
      Ints coordinates,
      Ints begins) {
    this.code = code;
    this.masks = new LaneMasks(code);
    this.memory = memory;
    this.rows = rows;
    this.entries = entries;
    this.positions = positions;
    this.coordinates = coordinates;
    this.begins = begins;
    this.end = code.label("compared");
  }

  /**
   * @param at where the row is remembered
   * @param row the first of the others
   * @param most how many there are at most
   * @return how many from there on are alike
   */
  Register count(Register at, Register row, Register most) {
    Register alike = Routines.constant(code, 0);
    unless(at, Condition.LESS, new Immediate(1));
    unless(at, Condition.GREATER_EQUAL, memory.length); // all of the row is in the memory then
    Register listed = code.general();
    code.copy(listed, most, 8);
    code.add(Opcode.SHL, 8, listed, new Immediate(Integer.numberOfTrailingZeros(RowMemory.ROW)));
    unless(listed, Condition.GREATER, begins.length);
    unless(row, Condition.LESS, new Immediate(0));
    Register behind = code.address(new Memory(row, most, 1, 0));
    unless(behind, Condition.GREATER_EQUAL, rows.length);
    Register lastBegin = lessThanLength(coordinates, RowMemory.BEHIND);
    unless(lastBegin, Condition.LESS, new Immediate(0));
    Register segments = lessThanLength(positions, 1);
    unless(segments, Condition.LESS, new Immediate(1)); // or any number would be less
    Register lengths = code.address(memory.at(at, RowMemory.LENGTHS));
    Register bounds = code.address(rows.at(row, 0));
    Register own = code.general();
    code.copy(own, begins.begin, 8);

    unless(most, Condition.LESS, new Immediate(1));

    Label next = code.label("row");
    code.enterLoop();
    code.add(next);
    Register first = load(new Memory(bounds, alike, Integer.BYTES, 0));
    Register parts = load(new Memory(bounds, alike, Integer.BYTES, Integer.BYTES));
    code.add(Opcode.SUB, 4, parts, first);
    code.add(Opcode.CMP, 4, parts, memory.at(at, 0)); // so there are some
    code.jump(Condition.NOT_EQUAL, end);
    unless(first, Condition.LESS, new Immediate(0));
    Register last = code.address(new Memory(first, parts, 1, 0));
    unless(last, Condition.GREATER, entries.length);
    Register numbers = code.address(entries.at(first, 0));
    Register known = load(memory.at(at, RowMemory.COORDINATES_AT));
    compare(new Row(numbers, parts, lengths, known, own, segments, lastBegin));
    code.add(Opcode.ADD, 8, own, new Immediate((long) RowMemory.ROW * Integer.BYTES));
    code.add(Opcode.ADD, 8, alike, new Immediate(1));
    code.add(Opcode.CMP, 8, alike, most);
    code.jump(Condition.LESS, next);
    code.leaveLoop();
    code.add(end);
    return alike;
  }

  /**
   * One of the others, and what it is compared with.
   *
   * @param entries where its entries are
   * @param lengths where the lengths of the parts are that it should have
   * @param known at which place of the memory the coordinates are that it should have
   * @param begins where to list where its parts begin
   * @param segments how many parts there are altogether
   * @param lastBegin no part begins later than there
   */
  private record Row(
      Register entries,
      Register parts,
      Register lengths,
      Register known,
      Register begins,
      Register segments,
      Register lastBegin) {}

  private void compare(Row row) {
    Register shift = load(coordinates.at(begin(row, segment(row, null)), 0));
    code.add(Opcode.SUB, 4, shift, memory.at(row.known, 0));
    Register shifts = Routines.everywhere(code, shift);
    Label next = code.label("part");
    Label more = code.label("compare");
    Label rest = code.label("rest");
    Register part = Routines.constant(code, 0);

    code.enterLoop();
    code.add(next);
    Register segment = segment(row, part);
    Register left = load(positions.at(segment, 1));
    Register begin = begin(row, segment);
    code.add(Opcode.SUB, 4, left, begin);
    code.add(Opcode.CMP, 4, left, new Memory(row.lengths, part, Integer.BYTES, 0));
    code.jump(Condition.NOT_EQUAL, end);
    code.add(Opcode.MOV, 4, new Memory(row.begins, part, Integer.BYTES, 0), begin);
    code.add(Opcode.CMP, 8, left, new Immediate(LANES));
    code.jump(Condition.LESS_EQUAL, rest);

    code.enterLoop();
    code.add(more);
    Register expected = code.vector();
    code.add(Opcode.VPADDD, 64, expected, shifts, memory.at(row.known, 0));
    Mask same = masks.first();
    code.add(Opcode.VPCMPEQD, 64, same, expected, coordinates.at(begin, 0));
    unless(bits(same), Condition.NOT_EQUAL, new Immediate((1 << LANES) - 1));
    code.add(Opcode.ADD, 8, begin, new Immediate(LANES));
    code.add(Opcode.ADD, 8, row.known, new Immediate(LANES));
    code.add(Opcode.SUB, 8, left, new Immediate(LANES));
    code.add(Opcode.CMP, 8, left, new Immediate(LANES));
    code.jump(Condition.GREATER, more);
    code.leaveLoop();

    code.add(rest);
    Register lanes = masks.lowest(left);
    Mask some = masks.second();
    masks.set(some, lanes, 0);
    Register last = code.vector();
    code.add(Opcode.VPADDD, 64, last, shifts, memory.at(row.known, 0));
    code.add(Opcode.VPCMPEQD_SELECTED, 64, same, some.selecting(), last, coordinates.at(begin, 0));
    unless(bits(same), Condition.NOT_EQUAL, lanes);
    code.add(Opcode.ADD, 8, row.known, left);
    code.add(Opcode.ADD, 8, part, new Immediate(1));
    code.add(Opcode.CMP, 8, part, row.parts);
    code.jump(Condition.LESS, next);
    code.leaveLoop();
  }

  /** The number of a part's segment. */
  private Register segment(Row row, Register part) {
    Register segment = load(new Memory(row.entries, part, part == null ? 1 : Integer.BYTES, 0));
    unless(segment, Condition.ABOVE_EQUAL, row.segments); // a negative number is a large one
    return segment;
  }

  /** Where a segment begins among the coordinates. */
  private Register begin(Row row, Register segment) {
    Register begin = load(positions.at(segment, 0));
    unless(begin, Condition.ABOVE, row.lastBegin);
    return begin;
  }

  /** Ends where a number has such a relation to another one. */
  private void unless(Register number, Condition relation, Operand other) {
    code.add(Opcode.CMP, 8, number, other);
    code.jump(relation, end);
  }

  private Register lessThanLength(Ints array, int less) {
    Register number = code.general();
    code.add(Opcode.MOV, 8, number, array.length);
    code.add(Opcode.SUB, 8, number, new Immediate(less));
    return number;
  }

  private Register load(Memory from) {
    Register loaded = code.general();
    code.add(Opcode.MOVSXD, 8, loaded, from);
    return loaded;
  }

  private Register bits(Mask mask) {
    Register bits = code.general();
    code.add(Opcode.KMOVW, 4, bits, mask);
    return bits;
  }
}
