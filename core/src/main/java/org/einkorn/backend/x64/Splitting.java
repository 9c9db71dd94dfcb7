package org.einkorn.backend.x64;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.einkorn.backend.x64.Line.Instruction;
import org.einkorn.backend.x64.Line.Jump;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Operand.Bank;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;

/**
 * Gives each loop inside of the outermost one registers of its own, for all that it uses and that
 * comes from outside: they are copied before the loop and, if it changes them, back after it. So
 * where an outer loop has several loops one after the other, and there are too few registers for
 * all that is used anywhere, each of them has in registers what it uses itself.
 */
final class Splitting {
  /** The loops that are split have so many around them. */
  private static final int OUTER = 1;

  private static final int ATTEMPTS = 3;

  private final Code code;
  private final List<Line> lines;
  private final Liveness liveness;
  private final int vectorBytes;

  /** What stays as it is in a loop: there is no register for it, and a copy would lie in memory. */
  private final Set<Copied> without = new HashSet<>();

  /** All registers that loops have of their own. */
  private final Map<Register, Copied> copies = new HashMap<>();

  /** A register in a loop that has its own for it. */
  private record Copied(Region region, Register register) {}

  /** The code, and the machine's registers for it. */
  record Allocated(Code code, Allocation allocation) {
    static Allocated of(Code code, Processor processor) {
      return new Allocated(code, Allocation.of(code, processor));
    }

    double cost() {
      return allocation.cost(code);
    }
  }

  private Splitting(Code code, Processor processor) {
    this.code = code;
    this.lines = code.lines();
    this.liveness = new Liveness(code);
    this.vectorBytes = processor.vectorBytes();
  }

  /** The code so, whether that is better or not; empty if there are no two such loops. */
  static Optional<Allocated> of(Code code, Processor processor) {
    return new Splitting(code, processor).allocated(processor);
  }

  /** The code so, if that costs less than the code as it is. */
  static Allocated better(Allocated whole, Processor processor) {
    Splitting splitting = new Splitting(whole.code, processor);
    Allocated best = whole;
    for (int k = 0; k < ATTEMPTS; k++) {
      Optional<Allocated> split = splitting.allocated(processor);
      if (split.isEmpty()) {
        return best;
      }
      Allocated next = split.get();
      best = next.cost() < best.cost() ? next : best;
      splitting.copies.forEach(
          (own, copied) -> {
            if (next.allocation.register(own).isEmpty()) {
              splitting.without.add(copied);
            }
          });
    }
    return best;
  }

  private Optional<Allocated> allocated(Processor processor) {
    Optional<Allocated> split = split().map(c -> Allocated.of(c, processor));
    split.ifPresent(s -> copies.forEach((own, copied) -> s.allocation.share(own, copied.register)));
    return split;
  }

  /** The lines of a loop, from its label to its last jump. */
  private record Region(int begin, int end) {
    boolean contains(int line) {
      return begin <= line && line < end;
    }
  }

  /** Empty if there are no two such loops. */
  private Optional<Code> split() {
    copies.clear();
    Map<Label, Integer> places = new HashMap<>();
    for (int k = 0; k < lines.size(); k++) {
      if (lines.get(k) instanceof Label label) {
        places.put(label, k);
      }
    }
    List<Region> regions = regions().stream().filter(r -> isEnteredAtTop(r, places)).toList();
    if (regions.size() < 2) {
      return Optional.empty();
    }
    Code result = code.another();
    int at = 0;
    for (Region region : regions) {
      copyLines(at, region.begin, Map.of(), result);
      Map<Register, Register> own = own(region, places);
      own.forEach((from, to) -> copy(to, from, result));
      copyLines(region.begin, region.end, own, result);
      Set<Register> written = written(region);
      BitSet needed = liveness.liveAt(region.end);
      own.forEach(
          (from, to) -> {
            if (written.contains(from) && needed.get(from.number())) {
              copy(from, to, result);
            }
          });
      at = region.end;
    }
    copyLines(at, lines.size(), Map.of(), result);
    return Optional.of(result);
  }

  private List<Region> regions() {
    List<Region> regions = new ArrayList<>();
    int begin = -1;
    for (int k = 0; k <= lines.size(); k++) {
      boolean inside = k < lines.size() && code.depth(k) > OUTER;
      if (inside && begin < 0) {
        begin = k;
      } else if (!inside && begin >= 0) {
        regions.add(new Region(begin, k));
        begin = -1;
      }
    }
    return regions;
  }

  private boolean isEnteredAtTop(Region region, Map<Label, Integer> places) {
    for (int k = 0; k < lines.size(); k++) {
      if (!region.contains(k)
          && lines.get(k) instanceof Jump j
          && region.contains(places.get(j.target()))) {
        return false;
      }
    }
    return true;
  }

  /** New registers for those that a region uses and others use too. */
  private Map<Register, Register> own(Region region, Map<Label, Integer> places) {
    BitSet outside = new BitSet();
    for (int k = region.begin; k < region.end; k++) {
      if (lines.get(k) instanceof Jump j && !region.contains(places.get(j.target()))) {
        outside.or(liveness.liveAt(places.get(j.target())));
      }
    }
    BitSet before = liveness.liveAt(region.begin);
    Set<Register> written = written(region);
    Map<Register, Register> own = new LinkedHashMap<>();
    for (Register r : used(region)) {
      // What is changed must not be needed where a jump leads to from within.
      boolean stays = written.contains(r) && outside.get(r.number());
      if (before.get(r.number()) && !stays && !without.contains(new Copied(region, r))) {
        Register copy = code.fresh(r.bank());
        own.put(r, copy);
        copies.put(copy, new Copied(region, r));
      }
    }
    return own;
  }

  private Set<Register> used(Region region) {
    Set<Register> used = new LinkedHashSet<>();
    instructions(region)
        .forEach(
            i -> {
              Liveness.reads(i, used::add);
              Liveness.writes(i, used::add);
            });
    return used;
  }

  private Set<Register> written(Region region) {
    Set<Register> written = new HashSet<>();
    instructions(region).forEach(i -> Liveness.writes(i, written::add));
    return written;
  }

  private Stream<Instruction> instructions(Region region) {
    return lines.subList(region.begin, region.end).stream()
        .filter(Instruction.class::isInstance)
        .map(Instruction.class::cast);
  }

  private void copy(Register to, Register from, Code result) {
    result.atDepth(OUTER, () -> result.copy(to, from, to.bank() == Bank.GENERAL ? 8 : vectorBytes));
  }

  private void copyLines(int begin, int end, Map<Register, Register> own, Code result) {
    for (int k = begin; k < end; k++) {
      Line line = lines.get(k);
      Line changed =
          line instanceof Instruction i && !own.isEmpty()
              ? new Instruction(
                  i.opcode(), i.bytes(), i.operands().stream().map(o -> replaced(o, own)).toList())
              : line;
      result.atDepth(code.depth(k), () -> result.add(changed));
    }
  }

  private static Operand replaced(Operand operand, Map<Register, Register> own) {
    return switch (operand) {
      case Register r -> own.getOrDefault(r, r);
      case Memory m ->
          new Memory(
              own.getOrDefault(m.base(), m.base()),
              m.index() == null ? null : own.getOrDefault(m.index(), m.index()),
              m.scale(),
              m.displacement());
      case Operand.Mask mask -> mask;
      case Operand.Immediate constant -> constant;
    };
  }
}
