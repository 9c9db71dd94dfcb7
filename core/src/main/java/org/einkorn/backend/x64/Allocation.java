package org.einkorn.backend.x64;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.backend.x64.Line.Instruction;
import org.einkorn.backend.x64.Liveness.Interval;
import org.einkorn.backend.x64.Operand.Bank;
import org.einkorn.backend.x64.Operand.Register;

/**
 * Gives each virtual register one of the machine's for the time that it is needed, by a scan along
 * the lines; where there are too few, those that are used least stay in memory.
 */
final class Allocation {
  /** All general registers but the stack pointer; those that a call may change come first. */
  private static final List<Integer> GENERAL =
      List.of(0, 1, 2, 6, 7, 8, 9, 10, 11, 3, 5, 12, 13, 14, 15);

  /**
   * As many as an instruction can need at once for operands that are in memory: an address takes no
   * more than one of them if another operand needs one too ({@link Frame}).
   */
  private static final int SCRATCH = 2;

  private final Map<Bank, List<Integer>> available = new EnumMap<>(Bank.class);
  private final Map<Bank, List<Register>> scratch = new EnumMap<>(Bank.class);
  private final Map<Integer, Register> registers = new HashMap<>();
  private final Map<Integer, Integer> slots = new HashMap<>();
  private final Set<Bank> exhausted = EnumSet.noneOf(Bank.class);
  private final int vectorBytes;
  private int slotBytes;

  private Allocation(Processor processor, Set<Bank> withScratch) {
    this.vectorBytes = processor.vectorBytes();
    List<Integer> vectors = new ArrayList<>();
    for (int k = 0; k < processor.vectorRegisters(); k++) {
      vectors.add(k);
    }
    available.put(Bank.GENERAL, new ArrayList<>(GENERAL));
    available.put(Bank.VECTOR, vectors);
    for (Bank bank : withScratch) {
      List<Register> kept = new ArrayList<>();
      for (int k = 0; k < SCRATCH; k++) {
        kept.add(new Register(bank, available.get(bank).removeFirst()));
      }
      scratch.put(bank, kept);
    }
  }

  static Allocation of(Code code, Processor processor) {
    List<Interval> intervals = Liveness.of(code);
    Map<Integer, Register> hints = hints(code);
    Set<Bank> withScratch = EnumSet.noneOf(Bank.class);
    while (true) {
      Allocation allocation = new Allocation(processor, withScratch);
      allocation.scan(intervals, hints);
      if (withScratch.containsAll(allocation.exhausted)) {
        return allocation;
      }
      // Operands in memory need registers to pass through: once more without these.
      withScratch.addAll(allocation.exhausted);
    }
  }

  /** The machine's register, if it has one. */
  Optional<Register> register(Register virtual) {
    return Optional.ofNullable(registers.get(virtual.number()));
  }

  /** At which byte of the memory for such registers it lies instead. */
  int slot(Register virtual) {
    return slots.get(virtual.number());
  }

  /**
   * Lets a copy that a loop has of its own lie where the original does, if both lie in memory.
   * Inside of the loop only the copy is used, outside only the original, and where one takes over
   * both are the same.
   */
  void share(Register copy, Register original) {
    if (slots.containsKey(copy.number()) && slots.containsKey(original.number())) {
      slots.put(copy.number(), slot(original));
    }
  }

  /** Whether both are the same register of the machine, or lie at the same place. */
  boolean areSame(Register a, Register b) {
    return register(a).isPresent()
        ? register(a).equals(register(b))
        : register(b).isEmpty() && slot(a) == slot(b);
  }

  /** Whether an instruction does nothing but copy a register onto itself. */
  boolean isCopyOntoItself(Instruction i) {
    return (i.opcode() == Opcode.VMOVAPS || i.opcode() == Opcode.MOV && i.bytes() == 8)
        && i.operands().get(0) instanceof Register to
        && i.operands().get(1) instanceof Register from
        && to.isVirtual()
        && from.isVirtual()
        && areSame(to, from);
  }

  /** How often, with a guess at how long loops are, registers come from memory or go there. */
  double cost(Code code) {
    double cost = 0;
    for (int k = 0; k < code.lines().size(); k++) {
      if (code.lines().get(k) instanceof Instruction i && !isCopyOntoItself(i)) {
        Set<Register> inMemory = new HashSet<>();
        Liveness.reads(i, inMemory::add);
        Liveness.writes(i, inMemory::add);
        inMemory.removeIf(r -> registers.containsKey(r.number()));
        cost += inMemory.size() * Liveness.weight(code.depth(k));
      }
    }
    return cost;
  }

  /** How much memory there must be for registers. */
  int slotBytes() {
    return slotBytes;
  }

  /** Registers of a bank that hold nothing from one instruction to the next. */
  List<Register> scratch(Bank bank) {
    return scratch.getOrDefault(bank, List.of());
  }

  /** All of the machine's registers that are written. */
  Set<Register> used() {
    Set<Register> used = new HashSet<>(registers.values());
    scratch.values().forEach(used::addAll);
    return used;
  }

  /** Registers that are copied to another would best be the same. */
  private static Map<Integer, Register> hints(Code code) {
    Map<Integer, Register> hints = new HashMap<>();
    for (Line line : code.lines()) {
      if (line instanceof Instruction i
          && (i.opcode() == Opcode.MOV || i.opcode() == Opcode.VMOVAPS)
          && i.operands().get(0) instanceof Register to
          && i.operands().get(1) instanceof Register from
          && to.isVirtual()
          && from.isVirtual()) {
        hints.putIfAbsent(to.number(), from);
        hints.putIfAbsent(from.number(), to);
      }
    }
    return hints;
  }

  private void scan(List<Interval> intervals, Map<Integer, Register> hints) {
    Map<Bank, List<Integer>> free = new EnumMap<>(Bank.class);
    available.forEach((bank, numbers) -> free.put(bank, new ArrayList<>(numbers)));
    Map<Bank, List<Interval>> active = new EnumMap<>(Bank.class);
    for (Bank bank : Bank.values()) {
      active.put(bank, new ArrayList<>());
    }
    for (Interval next : intervals) {
      Bank bank = next.register.bank();
      List<Interval> others = active.get(bank);
      List<Integer> numbers = free.get(bank);
      others.removeIf(
          other -> {
            boolean over = other.end < next.begin;
            if (over) {
              numbers.add(0, registers.get(other.register.number()).number());
            }
            return over;
          });
      if (numbers.isEmpty()) {
        exhausted.add(bank);
        Interval least = next;
        for (Interval other : others) {
          least = other.uses < least.uses ? other : least;
        }
        slots.put(least.register.number(), slotBytes);
        slotBytes += bank == Bank.GENERAL ? 8 : vectorBytes;
        if (least == next) {
          continue;
        }
        others.remove(least);
        numbers.add(registers.remove(least.register.number()).number());
      }
      Register wanted =
          Optional.ofNullable(hints.get(next.register.number()))
              .map(other -> registers.get(other.number()))
              .orElse(null);
      Integer number =
          wanted != null && numbers.contains(wanted.number())
              ? wanted.number()
              : numbers.getFirst();
      numbers.remove(number);
      registers.put(next.register.number(), new Register(bank, number));
      others.add(next);
    }
  }
}
