package org.einkorn.backend.x64;

import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Mask;
import org.einkorn.backend.x64.Operand.Register;

/** Writes code that lists the places of an array where some int stands, sixteen at a time. */
final class ListedPlaces {
  private static final int LANES = 16;

  private final Code code;
  private final LaneMasks masks;
  private final Register values;
  private final Register list;

  /**
   * @param values where the array begins
   * @param list where the list begins, which has room for all places that are looked at
   */
  ListedPlaces(Code code, Register values, Register list) {
    this.code = code;
    this.masks = new LaneMasks(code);
    this.values = values;
    this.list = list;
  }

  /**
   * @param begin before the end
   * @param count 0, and then how many there are
   */
  void list(Register value, Register begin, Register end, Register count) {
    Label tail = code.label("tail");
    Label head = code.label("places");
    Label done = code.label("listed");
    Register wanted = Routines.everywhere(code, value);
    Register step = Routines.everywhere(code, Routines.constant(code, LANES));
    Register places = numbers(begin);
    Register at = code.general();
    code.copy(at, begin, 8);
    Register last = code.general();
    code.copy(last, end, 8);
    code.add(Opcode.SUB, 8, last, new Immediate(LANES));

    Mask found = masks.first();
    code.add(Opcode.CMP, 8, at, last);
    code.jump(Condition.GREATER, tail);
    code.enterLoop();
    code.add(head);
    code.add(Opcode.VPCMPEQD, 64, found, wanted, Routines.ints(values, at, 0));
    // There is room for all: before this place there are no more than were looked at.
    code.add(Opcode.VMOVUPS, 64, Routines.ints(list, count, 0), sideBySide(places, found));
    code.add(Opcode.ADD, 8, count, number(found));
    code.add(Opcode.VPADDD, 64, places, places, step);
    code.add(Opcode.ADD, 8, at, new Immediate(LANES));
    code.add(Opcode.CMP, 8, at, last);
    code.jump(Condition.LESS_EQUAL, head);
    code.leaveLoop();

    code.add(tail);
    Register left = code.general();
    code.copy(left, end, 8);
    code.add(Opcode.SUB, 8, left, at);
    code.jump(Condition.LESS_EQUAL, done);
    Mask some = masks.second();
    masks.set(some, masks.lowest(left), 0);
    code.add(
        Opcode.VPCMPEQD_SELECTED,
        64,
        found,
        some.selecting(),
        wanted,
        Routines.ints(values, at, 0));
    Register these = sideBySide(places, found);
    Register more = number(found);
    masks.set(some, masks.lowest(more), 0);
    code.add(Opcode.VMOVDQU32_SELECTED, 64, Routines.ints(list, count, 0), some.selecting(), these);
    code.add(Opcode.ADD, 8, count, more);
    code.add(done);
  }

  /** Sixteen numbers one after the other, from a first one on. */
  private Register numbers(Register first) {
    masks.setByBit();
    Register numbers = Routines.everywhere(code, first);
    for (int bit = 0; 1 << bit < LANES; bit++) {
      Register added = Routines.everywhere(code, Routines.constant(code, 1L << bit));
      code.add(Opcode.VPADDD_SELECTED, 64, numbers, masks.byBit(bit).selecting(), numbers, added);
    }
    return numbers;
  }

  private Register sideBySide(Register places, Mask found) {
    Register these = code.vector();
    code.copy(these, places, 64); // what is behind them does not matter
    code.add(Opcode.VPCOMPRESSD_SELECTED, 64, these, found.selecting(), places);
    return these;
  }

  private Register number(Mask found) {
    Register bits = code.general();
    code.add(Opcode.KMOVW, 4, bits, found);
    Register number = code.general();
    code.add(Opcode.POPCNT, 4, number, bits);
    return number;
  }
}
