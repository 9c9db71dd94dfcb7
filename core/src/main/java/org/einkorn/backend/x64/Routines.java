package org.einkorn.backend.x64;

import java.util.List;
import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Operand.Bank;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Mask;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Type;

/**
 * Runtime functions that a processor with vectors of 64 bytes does itself, written where they are
 * called.
 */
final class Routines {
  private static final int VECTOR = 64;

  private final Code code;
  private final Arguments arguments;
  private final Expressions expressions;
  private final Label outside;

  /**
   * @param outside where to go if an index is out of bounds
   */
  Routines(Code code, Arguments arguments, Expressions expressions, Label outside) {
    this.code = code;
    this.arguments = arguments;
    this.expressions = expressions;
    this.outside = outside;
  }

  /** Whether code of a processor may call the function. */
  static boolean has(RuntimeFunction function, Processor processor) {
    return processor.hasAvx512()
        && switch (function) {
          case SORT_FEW, PLACES, STORE_FEW, LIKE_ROWS -> true;
          default -> false;
        };
  }

  /** A call that gives nothing. */
  void run(Exp.Call call) {
    switch (call.function()) {
      case SORT_FEW -> sortFew(call.arguments());
      case STORE_FEW -> storeFew(call.arguments());
      default -> throw Expressions.unsuitable(call);
    }
  }

  private void sortFew(List<Exp> given) {
    Variable list = (Variable) given.get(0);
    Register n = expressions.value(given.get(1));
    code.add(Opcode.CMP, 8, n, new Immediate(RuntimeFunction.MOST_IN_REGISTERS));
    code.jump(Condition.ABOVE, outside); // a negative number is a large one
    code.add(Opcode.CMP, 8, n, arguments.length(list));
    code.jump(Condition.GREATER, outside);
    String name = RuntimeFunction.SORT_FEW.toString();
    code.add(new Line.Routine(name, true));
    new SortingNetwork(code).sort(arguments.array(list), n);
    code.add(new Line.Routine(name, false));
  }

  private void storeFew(List<Exp> given) {
    Register few = expressions.value(given.get(0));
    Variable to = (Variable) given.get(1);
    Register at = expressions.value(given.get(2));
    Register n = expressions.value(given.get(3));
    int bytes = to.type().element().bytes();
    int lanes = ((Type.Vector) given.get(0).type()).lanes();
    code.add(Opcode.CMP, 8, n, new Immediate(lanes));
    code.jump(Condition.ABOVE, outside); // a negative number is a large one
    code.add(Opcode.TEST, 8, at, at);
    code.jump(Condition.LESS, outside);
    Register end = code.address(new Memory(at, n, 1, 0));
    code.add(Opcode.CMP, 8, end, arguments.length(to));
    code.jump(Condition.GREATER, outside);
    Register ints = n;
    if (bytes == Long.BYTES) {
      ints = code.general();
      code.copy(ints, n, 8);
      code.add(Opcode.ADD, 8, ints, n);
    }
    LaneMasks masks = new LaneMasks(code);
    Mask some = masks.second();
    masks.set(some, masks.lowest(ints), 0);
    Memory place = new Memory(arguments.array(to), at, bytes, 0);
    code.add(Opcode.VMOVDQU32_SELECTED, VECTOR, place, some.selecting(), few);
  }

  /** A call whose value is wanted. */
  void value(Exp.Call call, Register target) {
    switch (call.function()) {
      case PLACES -> places(call.arguments(), target);
      case LIKE_ROWS -> likeRows(call.arguments(), target);
      default -> throw Expressions.unsuitable(call);
    }
  }

  private void likeRows(List<Exp> given, Register target) {
    LikeRows rows =
        new LikeRows(
            code,
            array(given.get(0)),
            array(given.get(2)),
            array(given.get(5)),
            array(given.get(6)),
            array(given.get(7)),
            array(given.get(8)));
    Register at = expressions.value(given.get(1));
    Register row = expressions.value(given.get(3));
    Register most = expressions.value(given.get(4));
    code.copy(target, rows.count(at, row, most), 8);
  }

  private LikeRows.Ints array(Exp e) {
    Variable array = (Variable) e;
    return new LikeRows.Ints(arguments.array(array), arguments.length(array));
  }

  private void places(List<Exp> given, Register target) {
    Variable values = (Variable) given.get(0);
    Variable list = (Variable) given.get(4);
    Register value = expressions.value(given.get(1));
    Register begin = expressions.value(given.get(2));
    Register end = expressions.value(given.get(3));
    Register count = code.general();
    Label none = code.label("none");
    code.add(Opcode.MOV, 8, count, new Immediate(0));
    code.add(Opcode.CMP, 8, begin, end);
    code.jump(Condition.GREATER_EQUAL, none);
    code.add(Opcode.TEST, 8, begin, begin);
    code.jump(Condition.LESS, outside);
    code.add(Opcode.CMP, 8, end, arguments.length(values));
    code.jump(Condition.GREATER, outside);
    Register width = code.general();
    code.copy(width, end, 8);
    code.add(Opcode.SUB, 8, width, begin);
    code.add(Opcode.CMP, 8, width, arguments.length(list));
    code.jump(Condition.GREATER, outside);
    new ListedPlaces(code, arguments.array(values), arguments.array(list))
        .list(value, begin, end, count);
    code.add(none);
    code.copy(target, count, 8);
  }

  /** The number of an int in every lane of sixteen. */
  static Register everywhere(Code code, Register value) {
    Register lowest = code.fresh(Bank.VECTOR);
    code.add(Opcode.VMOVQ, 8, lowest, value);
    Register all = code.fresh(Bank.VECTOR);
    code.add(Opcode.VPBROADCASTD, 64, all, lowest);
    return all;
  }

  static Register constant(Code code, long value) {
    Register constant = code.general();
    code.add(Opcode.MOV, 8, constant, new Immediate(value));
    return constant;
  }

  /** Sixteen ints of an array, from an index on and so many vectors further. */
  static Memory ints(Register array, Register index, int vectors) {
    return new Memory(array, index, index == null ? 1 : Integer.BYTES, 64 * vectors);
  }
}
