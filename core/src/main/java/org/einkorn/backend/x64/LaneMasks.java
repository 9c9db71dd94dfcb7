package org.einkorn.backend.x64;

import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Mask;
import org.einkorn.backend.x64.Operand.Register;

/** Which of sixteen lanes an instruction is about: masks that code sets before it uses them. */
final class LaneMasks {
  /** Lanes whose number has that bit set: every second one, the second two of four, and so on. */
  private static final int[] BY_BIT = {0xAAAA, 0xCCCC, 0xF0F0, 0xFF00};

  private static final int FIRST_BY_BIT = 4;

  private final Code code;

  LaneMasks(Code code) {
    this.code = code;
  }

  /** Sets all masks by bit. */
  void setByBit() {
    for (int bit = 0; bit < BY_BIT.length; bit++) {
      code.add(Opcode.KMOVW, 4, byBit(bit), Routines.constant(code, BY_BIT[bit]));
    }
  }

  Mask byBit(int bit) {
    return Mask.of(FIRST_BY_BIT + bit);
  }

  /** Masks for whoever writes a routine: they have what that sets them to. */
  Mask first() {
    return Mask.of(2);
  }

  Mask second() {
    return Mask.of(3);
  }

  /** The lowest bits of eight bytes, as many as a register says. */
  Register lowest(Register count) {
    Register bits = code.general();
    code.add(Opcode.BZHI, 8, bits, Routines.constant(code, -1), count);
    return bits;
  }

  /** Sets a mask to sixteen of some bits, from such a group on. */
  void set(Mask mask, Register bits, int group) {
    Register own = bits;
    if (group > 0) {
      own = code.general();
      code.copy(own, bits, 8);
      code.add(Opcode.SHR, 8, own, new Immediate(16L * group));
    }
    code.add(Opcode.KMOVW, 4, mask, own);
  }
}
