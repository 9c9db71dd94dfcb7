package org.einkorn.backend.x64;

import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;

/**
 * Writes vectors past the caches. A processor puts lines together from pieces that are written one
 * after the other; pieces of sixteen bytes have to lie at multiples of sixteen, and the JVM's
 * arrays of doubles and longs begin at multiples of eight. So a vector that begins in the middle of
 * a piece is turned by eight bytes, and its ends are written by themselves; what does not fit so
 * either is written as any other.
 */
final class Streamed {
  private static final int PIECE = 16;
  private static final int HALF = 8;

  /** Shifted so far to the left, an address has only its low four bits left. */
  private static final int TO_LOW_BITS = 60;

  private final Code code;
  private final Processor processor;
  private boolean isUsed;

  Streamed(Code code, Processor processor) {
    this.code = code;
    this.processor = processor;
  }

  /**
   * @param bytes a multiple of a piece
   */
  void store(Memory memory, Register vector, int bytes) {
    isUsed = true;
    Register address = code.address(memory);
    Register low = code.general();
    Label unfit = code.label("unfit");
    Label stored = code.label("stored");
    code.copy(low, address, 8);
    code.add(Opcode.SHL, 8, low, new Immediate(TO_LOW_BITS));
    code.jump(Condition.NOT_EQUAL, unfit);
    for (int piece = 0; piece < bytes / PIECE; piece++) {
      code.add(
          Opcode.VMOVNTPS, PIECE, Memory.at(address, piece * PIECE), piece(vector, bytes, piece));
    }
    code.jump(Condition.ALWAYS, stored);
    code.add(unfit);
    if (processor.hasAvx512() && bytes > PIECE) {
      Label ordinary = code.label("ordinary");
      code.add(Opcode.SHL, 8, low, new Immediate(1));
      code.jump(Condition.NOT_EQUAL, ordinary);
      turned(address, vector, bytes);
      code.jump(Condition.ALWAYS, stored);
      code.add(ordinary);
    }
    code.add(Opcode.VMOVUPS, bytes, Memory.at(address, 0), vector);
    code.add(stored);
  }

  /** Writes a vector that begins in the middle of a piece. */
  private void turned(Register address, Register vector, int bytes) {
    Register turned = code.vector();
    code.add(Opcode.VALIGNQ, bytes, turned, vector, vector, new Immediate(1));
    end(address, vector, 0);
    int last = bytes / PIECE - 1;
    for (int piece = 0; piece < last; piece++) {
      code.add(
          Opcode.VMOVNTPS,
          PIECE,
          Memory.at(address, HALF + piece * PIECE),
          piece(turned, bytes, piece));
    }
    end(address, piece(turned, bytes, last), HALF + last * PIECE);
  }

  /** Writes the first half of a piece. */
  private void end(Register address, Register piece, int offset) {
    Register half = code.general();
    code.add(Opcode.VPEXTRQ, HALF, half, piece, new Immediate(0));
    code.add(Opcode.MOVNTI, HALF, Memory.at(address, offset), half);
  }

  private Register piece(Register vector, int bytes, int number) {
    if (number == 0) {
      return vector;
    }
    Register piece = code.vector();
    Opcode opcode = processor.hasAvx512() ? Opcode.VEXTRACTF32X4 : Opcode.VEXTRACTF128;
    code.add(opcode, bytes, piece, vector, new Immediate(number));
    return piece;
  }

  /** Whether anything was written so. */
  boolean isUsed() {
    return isUsed;
  }
}
