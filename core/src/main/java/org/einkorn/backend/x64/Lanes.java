package org.einkorn.backend.x64;

import java.util.List;
import org.einkorn.backend.x64.Operand.Bank;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Mask;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;

/** Writes code that makes vectors of numbers, and numbers of vectors. */
final class Lanes {
  /** So many bytes of a vector may be joined of numbers. */
  static final int MOST_JOINED = 32;

  private static final int BLOCK = 16;

  /** Where an instruction that inserts a number has the lane for it. */
  private static final int LANE_SHIFT = 4;

  private final Code code;
  private final Processor processor;
  private final Expressions expressions;

  Lanes(Code code, Processor processor, Expressions expressions) {
    this.code = code;
    this.processor = processor;
    this.expressions = expressions;
  }

  /** The same value in every lane. */
  void broadcast(Exp.Broadcast b, Register target) {
    int bytes = Expressions.bytes(b.type());
    ElementType element = b.type().element();
    if (b.value() instanceof Exp.Const(Constant c) && Expressions.isZero(c)) {
      code.add(Opcode.VPXOR, bytes, target, target, target);
      return;
    }
    Opcode opcode =
        switch (element) {
          case FLOAT64 -> bytes == 16 ? Opcode.VMOVDDUP : Opcode.VBROADCASTSD;
          case FLOAT32 -> Opcode.VBROADCASTSS;
          case INT64 -> Opcode.VPBROADCASTQ;
          case INT32 -> Opcode.VPBROADCASTD;
          case BOOL -> throw Expressions.unsuitable(b);
        };
    code.add(opcode, bytes, target, inVector(b.value()));
  }

  /** A number as the lowest element of a vector register, or in memory. */
  private Operand inVector(Exp e) {
    if (e instanceof Exp.Load(Variable array, Exp index)
        && array.type().element() != ElementType.BOOL) {
      return expressions.elements().element(array, index, 1);
    }
    Register value = expressions.value(e);
    if (value.bank() == Bank.VECTOR) {
      return value;
    }
    Register moved = code.vector();
    code.add(Opcode.VMOVQ, 8, moved, value);
    return moved;
  }

  /** A vector of numbers: sixteen bytes at a time, which are joined then. */
  void joined(Exp.Joined j, Register target) {
    int bytes = Expressions.bytes(j.type());
    List<Exp> numbers = j.numbers();
    if (bytes == BLOCK) {
      code.copy(target, block(numbers), BLOCK);
      return;
    }
    int half = numbers.size() / 2;
    Register low = block(numbers.subList(0, half));
    Register high = block(numbers.subList(half, numbers.size()));
    Opcode opcode = processor.hasAvx512() ? Opcode.VINSERTF32X4 : Opcode.VINSERTF128;
    code.add(opcode, bytes, target, low, high, new Immediate(1));
  }

  /** Two doubles or four floats. */
  private Register block(List<Exp> numbers) {
    Register block = code.vector();
    expressions.into(numbers.getFirst(), block);
    for (int k = 1; k < numbers.size(); k++) {
      Operand next = expressions.operand(numbers.get(k));
      if (numbers.size() > 2) {
        code.add(Opcode.VINSERTPS, BLOCK, block, block, next, new Immediate(k << LANE_SHIFT));
      } else if (next instanceof Memory) {
        code.add(Opcode.VMOVHPD, BLOCK, block, block, next);
      } else {
        code.add(Opcode.VUNPCKLPD, BLOCK, block, block, next);
      }
    }
    return block;
  }

  /** The first elements of a vector in some lanes of another one. */
  void spread(Exp.Spread s, Register target) {
    int bytes = Expressions.bytes(s.type());
    Register bits = expressions.value(s.bits());
    Register elements = expressions.value(s.vector());
    Register spread = code.vector();
    code.copy(spread, expressions.value(s.others()), bytes);
    Mask lanes = new LaneMasks(code).first();
    code.add(Opcode.KMOVW, 4, lanes, bits);
    Opcode opcode =
        s.type().element().bytes() == Long.BYTES
            ? Opcode.VPEXPANDQ_SELECTED
            : Opcode.VPEXPANDD_SELECTED;
    code.add(opcode, bytes, spread, lanes.selecting(), elements);
    code.copy(target, spread, bytes);
  }

  /** One element of a vector. */
  void lane(Exp.Lane l, Register target) {
    ElementType element = l.type().element();
    int inBlock = 16 / element.bytes();
    Register block = block(l.vector(), l.lane() / inBlock);
    int lane = l.lane() % inBlock;
    if (lane == 0) {
      code.copy(target, block, 16);
    } else {
      Opcode opcode = element == ElementType.FLOAT64 ? Opcode.VPERMILPD : Opcode.VPERMILPS;
      code.add(opcode, 16, target, block, new Immediate(lane));
    }
  }

  /** Sixteen bytes of a vector. */
  private Register block(Exp vector, int number) {
    Register whole = expressions.value(vector);
    if (number == 0) {
      return whole;
    }
    Exp first = new Exp.Lane(vector, number * 16 / vector.type().element().bytes());
    Register known = expressions.scope().value(first);
    if (known != null) {
      return known;
    }
    Register block = code.vector();
    Opcode opcode = processor.hasAvx512() ? Opcode.VEXTRACTF32X4 : Opcode.VEXTRACTF128;
    code.add(opcode, Expressions.bytes(vector.type()), block, whole, new Immediate(number));
    if (vector instanceof Variable) {
      expressions.scope().knowValue(first, block);
    }
    return block;
  }
}
