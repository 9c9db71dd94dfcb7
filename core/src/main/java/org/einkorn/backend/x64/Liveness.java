package org.einkorn.backend.x64;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Instruction;
import org.einkorn.backend.x64.Line.Jump;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;

/**
 * From where to where each virtual register is needed. The line of number k reads at time 2k and
 * writes at time 2k + 1, so that what it writes can take the place of what it reads.
 */
final class Liveness {
  private final Code code;
  private final List<Line> lines;
  private final Map<Integer, Interval> intervals = new HashMap<>();
  private final List<Block> blocks;

  /** The blocks that labels stand at. */
  private final Map<Label, Integer> places = new HashMap<>();

  /** A register, when it is needed, and how much it would cost to have it in memory: its uses. */
  static final class Interval {
    final Register register;
    int begin = Integer.MAX_VALUE;
    int end = -1;
    double uses;

    Interval(Register register) {
      this.register = register;
    }

    private void include(int time) {
      begin = Math.min(begin, time);
      end = Math.max(end, time);
    }
  }

  /** Lines without jumps and labels in between; the last may be a jump. */
  private record Block(int begin, int end, BitSet reads, BitSet writes, BitSet liveIn) {
    Block(int begin, int end) {
      this(begin, end, new BitSet(), new BitSet(), new BitSet());
    }
  }

  Liveness(Code code) {
    this.code = code;
    this.lines = code.lines();
    this.blocks = blocks();
    find();
  }

  /** The intervals of all virtual registers, in the order of their beginnings. */
  static List<Interval> of(Code code) {
    return new Liveness(code)
        .intervals.values().stream()
            .sorted(
                (a, b) ->
                    a.begin != b.begin
                        ? a.begin - b.begin
                        : a.register.number() - b.register.number())
            .toList();
  }

  /** The registers that are needed from a line on. */
  BitSet liveAt(int line) {
    int number = 0;
    while (blocks.get(number).end <= line) {
      number++;
    }
    BitSet live = liveOut(number);
    for (int k = blocks.get(number).end - 1; k >= line; k--) {
      if (lines.get(k) instanceof Instruction i) {
        writes(i, r -> live.clear(r.number()));
        reads(i, r -> live.set(r.number()));
      }
    }
    return live;
  }

  private void find() {
    for (int b = 0; b < blocks.size(); b++) {
      if (lines.get(blocks.get(b).begin) instanceof Label label) {
        places.put(label, b);
      }
      summarise(blocks.get(b));
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = blocks.size() - 1; b >= 0; b--) {
        Block block = blocks.get(b);
        BitSet live = liveOut(b);
        live.andNot(block.writes);
        live.or(block.reads);
        if (!live.equals(block.liveIn)) {
          block.liveIn.or(live);
          changed = true;
        }
      }
    }
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.get(b);
      include(block.liveIn, 2 * block.begin);
      include(liveOut(b), 2 * block.end - 1);
    }
  }

  private List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    int begin = 0;
    for (int k = 0; k < lines.size(); k++) {
      if (lines.get(k) instanceof Label && k > begin) {
        blocks.add(new Block(begin, k));
        begin = k;
      }
      if (lines.get(k) instanceof Jump || k == lines.size() - 1) {
        blocks.add(new Block(begin, k + 1));
        begin = k + 1;
      }
    }
    return blocks;
  }

  /** What a block reads before it writes it, and what it writes; and the intervals of both. */
  private void summarise(Block block) {
    for (int k = block.begin; k < block.end; k++) {
      if (!(lines.get(k) instanceof Instruction i)) {
        continue;
      }
      int line = k;
      reads(
          i,
          r -> {
            if (!block.writes.get(r.number())) {
              block.reads.set(r.number());
            }
            use(r, 2 * line);
          });
      writes(
          i,
          r -> {
            block.writes.set(r.number());
            use(r, 2 * line + 1);
          });
    }
  }

  private void use(Register register, int time) {
    Interval interval = intervals.computeIfAbsent(register.number(), n -> new Interval(register));
    interval.include(time);
    interval.uses += weight(code.depth(time / 2));
  }

  /** How often a line runs that stands in so many loops, as a guess. */
  static double weight(int depth) {
    return Math.pow(8, depth);
  }

  private void include(BitSet live, int time) {
    live.stream().forEach(number -> intervals.get(number).include(time));
  }

  private BitSet liveOut(int number) {
    BitSet live = new BitSet();
    Line last = lines.get(blocks.get(number).end - 1);
    if (last instanceof Jump j) {
      live.or(blocks.get(places.get(j.target())).liveIn);
    }
    boolean goesOn =
        !(last instanceof Jump(Condition condition, Label target) && condition == Condition.ALWAYS);
    if (goesOn && number + 1 < blocks.size()) {
      live.or(blocks.get(number + 1).liveIn);
    }
    return live;
  }

  /** The virtual registers whose values an instruction needs. */
  static void reads(Instruction i, Consumer<Register> found) {
    for (int k = 0; k < i.operands().size(); k++) {
      switch (i.operands().get(k)) {
        case Register r -> {
          if (r.isVirtual() && i.opcode().reads(k) && !i.isClearing()) {
            found.accept(r);
          }
        }
        case Memory m -> {
          if (m.base().isVirtual()) {
            found.accept(m.base());
          }
          if (m.index() != null && m.index().isVirtual()) {
            found.accept(m.index());
          }
        }
        case Operand.Mask mask -> {}
        case Operand.Immediate constant -> {}
      }
    }
  }

  /** The virtual register that an instruction gives a value, if it does. */
  static void writes(Instruction i, Consumer<Register> found) {
    for (int k = 0; k < i.operands().size(); k++) {
      if (i.operands().get(k) instanceof Register r && r.isVirtual() && i.opcode().writes(k)) {
        found.accept(r);
      }
    }
  }
}
