package org.einkorn.backend.x64;

import java.util.ArrayList;
import java.util.List;
import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Instruction;
import org.einkorn.backend.x64.Line.Jump;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Operand.Bank;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;

/** Lines as they are written, with virtual registers, and in how many loops each stands. */
final class Code {
  /**
   * Where the arguments lie, eight bytes each. What that is relative to the stack is known to
   * {@link Frame} only when all registers are.
   */
  static final Register ARGUMENTS = Register.general(32);

  private final List<Line> lines = new ArrayList<>();
  private final List<Integer> depths = new ArrayList<>();
  private final Numbers numbers;
  private int depth;

  /** What is numbered through the lines of a whole function. */
  private static final class Numbers {
    private int registers = Register.FIRST_VIRTUAL;
    private int labels;
  }

  Code() {
    this(new Numbers());
  }

  private Code(Numbers numbers) {
    this.numbers = numbers;
  }

  /** Lines of the same function, to be put together later. */
  Code another() {
    return new Code(numbers);
  }

  List<Line> lines() {
    return lines;
  }

  /** In how many loops the next line will stand. */
  int depth() {
    return depth;
  }

  /** Puts a line that stands in no loop before another. */
  void insert(int place, Line line) {
    lines.add(place, line);
    depths.add(place, 0);
  }

  /** In how many loops the line of a number stands. */
  int depth(int line) {
    return depths.get(line);
  }

  /** One more than the largest number of a register. */
  int registers() {
    return numbers.registers;
  }

  Register fresh(Bank bank) {
    return new Register(bank, numbers.registers++);
  }

  Register general() {
    return fresh(Bank.GENERAL);
  }

  Register vector() {
    return fresh(Bank.VECTOR);
  }

  Label label(String name) {
    return new Label(name + numbers.labels++);
  }

  void add(Opcode opcode, int bytes, Operand... operands) {
    add(new Instruction(opcode, bytes, operands));
  }

  void add(Line line) {
    lines.add(line);
    depths.add(depth);
  }

  /** Puts lines first that another has; they stand in no loop. */
  void prepend(Code other) {
    lines.addAll(0, other.lines);
    depths.addAll(0, other.depths);
  }

  void jump(Condition condition, Label target) {
    add(new Jump(condition, target));
  }

  /** Adds lines that stand in so many loops. */
  void atDepth(int loops, Runnable lines) {
    int outer = depth;
    depth = loops;
    lines.run();
    depth = outer;
  }

  void enterLoop() {
    depth++;
  }

  void leaveLoop() {
    depth--;
  }

  /** Sets a register to an address, or to a sum. */
  Register address(Memory memory) {
    Register sum = general();
    add(Opcode.LEA, 8, sum, memory);
    return sum;
  }

  /** A copy of the same bank; of vectors all bytes. */
  void copy(Register to, Register from, int bytes) {
    if (!to.equals(from)) {
      add(from.bank() == Bank.GENERAL ? Opcode.MOV : Opcode.VMOVAPS, bytes, to, from);
    }
  }
}
