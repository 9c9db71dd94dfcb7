package org.einkorn.backend.x64;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.einkorn.backend.x64.Line.Instruction;
import org.einkorn.backend.x64.Operand.Bank;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;

/**
 * The code of a function with the machine's registers, as the calling convention of Linux and macOS
 * has it: six arguments come in registers, the others on the stack, below them where to return to.
 * From the stack pointer upwards lie the places of virtual registers without one of the machine's,
 * the arguments that came in registers, and what the caller's registers had in them.
 */
final class Frame {
  /** Where the caller finds what is returned. */
  static final Register RESULT = Register.general(0);

  private static final Register STACK = Register.general(4);

  /** rdi, rsi, rdx, rcx, r8, r9. */
  private static final List<Integer> ARGUMENTS = List.of(7, 6, 2, 1, 8, 9);

  /** rbx, rbp, r12 to r15 must be as they were when a function ends. */
  private static final List<Integer> KEPT = List.of(3, 5, 12, 13, 14, 15);

  /** Less than what the JVM keeps free for whom it calls. */
  private static final int LARGEST = 16 << 10;

  private final Allocation allocation;
  private final List<Register> saved;
  private final int bytes;
  private final Processor processor;
  private final List<Line> lines = new ArrayList<>();

  /** Values in memory pass through some registers, and may still be there. */
  private final Held held;

  private Frame(Allocation allocation, Held held, Processor processor) {
    this.held = held;
    this.allocation = allocation;
    this.processor = processor;
    this.saved = KEPT.stream().map(Register::general).filter(allocation.used()::contains).toList();
    this.bytes = allocation.slotBytes() + 8 * ARGUMENTS.size();
  }

  /**
   * The code with the machine's registers, complete; empty if it needs so much of the stack that
   * there might not be enough.
   */
  static Optional<List<Line>> complete(Code code, Processor processor) {
    Splitting.Allocated whole = Splitting.Allocated.of(code, processor);
    return complete(
        whole.allocation().slotBytes() == 0 ? whole : Splitting.better(whole, processor),
        processor);
  }

  static Optional<List<Line>> complete(Splitting.Allocated allocated, Processor processor) {
    List<Line> code = allocated.code().lines();
    Frame frame = new Frame(allocated.allocation(), new Held(code), processor);
    if (frame.bytes > LARGEST) {
      return Optional.empty();
    }
    frame.enter();
    for (Line line : code) {
      switch (line) {
        case Instruction i -> frame.instruction(i);
        case Line.Jump j -> frame.held.jump(j);
        case Line.Label label -> frame.held.label(label);
        case Line.Align _, Line.Routine _ -> {}
      }
      if (!(line instanceof Instruction)) {
        frame.lines.add(line);
      }
    }
    frame.leave();
    return Optional.of(frame.lines);
  }

  private void add(Opcode opcode, int size, Operand... operands) {
    lines.add(new Instruction(opcode, size, operands));
  }

  private void enter() {
    saved.forEach(register -> add(Opcode.PUSH, 8, register));
    add(Opcode.SUB, 8, STACK, new Immediate(bytes));
    for (int k = 0; k < ARGUMENTS.size(); k++) {
      add(Opcode.MOV, 8, argument(8 * k), Register.general(ARGUMENTS.get(k)));
    }
  }

  private void leave() {
    add(Opcode.ADD, 8, STACK, new Immediate(bytes));
    saved.reversed().forEach(register -> add(Opcode.POP, 8, register));
    add(Opcode.VZEROUPPER, 16);
    add(Opcode.RET, 8);
  }

  private Memory argument(int displacement) {
    int inRegisters = 8 * ARGUMENTS.size();
    int onStack = bytes + 8 * saved.size() + 8;
    return Memory.at(
        STACK,
        displacement < inRegisters
            ? allocation.slotBytes() + displacement
            : onStack + displacement - inRegisters);
  }

  private Memory slot(Register virtual) {
    return Memory.at(STACK, allocation.slot(virtual));
  }

  /** The instruction with the machine's registers; operands in memory come and go. */
  private void instruction(Instruction i) {
    if (allocation.isCopyOntoItself(i)) {
      return;
    }
    List<Register> general = new ArrayList<>(allocation.scratch(Bank.GENERAL));
    List<Register> vectors = new ArrayList<>(allocation.scratch(Bank.VECTOR));
    List<Operand> operands = new ArrayList<>(i.operands());
    operands.replaceAll(o -> o instanceof Memory m ? memory(m, general) : o);
    operands.replaceAll(o -> o instanceof Register r ? ownRegister(r) : o);
    if (general.isEmpty() && operands.stream().anyMatch(Frame::isSpilled)) {
      operands.replaceAll(o -> o instanceof Memory m ? inOne(m, general) : o);
    }
    Register written = null;
    Memory place = null;
    List<Memory> changed = new ArrayList<>();
    for (int k = operands.size() - 1; k >= 0; k--) {
      if (!(operands.get(k) instanceof Register r && r.isVirtual())) {
        continue;
      }
      Memory slot = slot(r);
      List<Register> free = r.bank() == Bank.GENERAL ? general : vectors;
      boolean isChanged = isAt(operands, r, i.opcode()::writes);
      boolean isHeld = held.holder(slot, free).isPresent() && free.size() > others(operands, k, r);
      if ((isChanged || !isHeld) && canStay(i, operands, k, slot)) {
        operands.set(k, slot);
        if (isChanged) {
          changed.add(slot);
        }
        continue;
      }
      Register through = through(slot, free);
      // The same register may stand at several places.
      if (isAt(operands, r, i.opcode()::reads) && !i.isClearing()) {
        move(through, slot);
      }
      if (isChanged) {
        written = through;
        place = slot;
      }
      operands.replaceAll(o -> o.equals(r) ? through : o);
    }
    lines.add(new Instruction(i.opcode(), i.bytes(), operands));
    changed.forEach(held::forgetAll);
    for (int k = 0; k < operands.size(); k++) {
      if (i.opcode().writes(k)) {
        held.forget(operands.get(k));
      }
    }
    if (written != null) {
      store(place, written);
    }
  }

  /** How many registers further to the left need one to pass through too. */
  private static long others(List<Operand> operands, int k, Register r) {
    return operands.subList(0, k).stream()
        .filter(o -> o instanceof Register other && other.isVirtual() && !other.equals(r))
        .distinct()
        .count();
  }

  /** Whether it is a general register that has none of the machine's. */
  private static boolean isSpilled(Operand o) {
    return o instanceof Register r && r.isVirtual() && r.bank() == Bank.GENERAL;
  }

  /** Whether an operand of such a place is the register. */
  private static boolean isAt(List<Operand> operands, Register r, IntPredicate place) {
    return IntStream.range(0, operands.size())
        .anyMatch(k -> place.test(k) && operands.get(k).equals(r));
  }

  private Register ownRegister(Register r) {
    return r.isVirtual() ? allocation.register(r).orElse(r) : r;
  }

  /** Whether the processor takes the operand from where it lies, or leaves it there. */
  private static boolean canStay(Instruction i, List<Operand> operands, int k, Memory slot) {
    Operand own = operands.get(k);
    if (operands.stream().filter(own::equals).count() > 1) {
      return false;
    }
    List<Operand> tried = new ArrayList<>(operands);
    tried.set(k, slot);
    boolean wide = i.bytes() >= 8 || !i.opcode().writes(k); // all bytes of a place are written
    return wide && i.opcode().takes(i.bytes(), tried);
  }

  private Memory memory(Memory m, List<Register> general) {
    if (m.base().equals(Code.ARGUMENTS)) {
      return argument(m.displacement());
    }
    Register index = m.index() == null ? null : loaded(m.index(), general);
    Register base = m.base().equals(m.index()) ? index : loaded(m.base(), general);
    return new Memory(base, index, m.scale(), m.displacement());
  }

  /** The address in one of the two registers that it takes, which leaves the other. */
  private Memory inOne(Memory m, List<Register> general) {
    add(Opcode.LEA, 8, m.base(), m);
    held.forget(m.base());
    general.add(m.index());
    return Memory.at(m.base(), 0);
  }

  private Register loaded(Register r, List<Register> general) {
    Register own = ownRegister(r);
    if (!own.isVirtual()) {
      return own;
    }
    Register through = through(slot(r), general);
    move(through, slot(r));
    return through;
  }

  /** One of the free registers, if possible one that has what lies there. */
  private Register through(Memory slot, List<Register> free) {
    Register through = held.holder(slot, free).orElseGet(free::getFirst);
    free.remove(through);
    return through;
  }

  private void move(Register to, Memory slot) {
    if (held.has(to, slot)) {
      return;
    }
    held.put(to, slot);
    if (to.bank() == Bank.GENERAL) {
      add(Opcode.MOV, 8, to, slot);
    } else {
      add(Opcode.VMOVUPS, processor.vectorBytes(), to, slot);
    }
  }

  private void store(Memory slot, Register from) {
    held.forgetAll(slot);
    held.put(from, slot);
    if (from.bank() == Bank.GENERAL) {
      add(Opcode.MOV, 8, slot, from);
    } else {
      add(Opcode.VMOVUPS, processor.vectorBytes(), slot, from);
    }
  }
}
