package org.einkorn.backend.x64;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Mask;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Occurrences;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Walk;

/**
 * Rows in vectors that begin where lines of memory do ({@link Exp.LineRows}). A vector of 64 bytes
 * that does not begin so is read in two steps, and arrays of the JVM seldom begin with a line.
 *
 * <p>The first vector of a row has something of it at its end only, the last one at its beginning;
 * masks select that. Where the result begins otherwise than what is read, its lines are put
 * together from two vectors each. Rows mostly follow each other, so that one begins in the line in
 * which the last one ended: what is there of a line waits in a register ({@code rest}) for what
 * comes next, and lines are written whole.
 */
final class RowLines {
  static final int BYTES = 64;

  /** Masks have a bit for each four bytes of a vector. */
  private static final int LOG_LANE = 2;

  private static final int LANES = BYTES >> LOG_LANE;

  /** Shifted so far to the left, an address has only its place in a line left. */
  private static final int TO_LOW_BITS = 58;

  /** What the first vector of a row has of it, and what the last one has. */
  private static final Mask IN_FIRST_VECTOR = Mask.of(1);

  private static final Mask IN_LAST_VECTOR = Mask.of(2);

  /** What the first line of a row in the result has of it, and what the last one has. */
  private static final Mask IN_FIRST_LINE = Mask.of(3);

  /** Set after {@link #places} was written, which uses the masks by bit. */
  private static final Mask IN_LAST_LINE = Mask.of(7);

  private final Code code;
  private final Arguments arguments;
  private final Expressions expressions;

  /** Set while code is written for a function that stores rows of one array, and does no more. */
  private Optional<Result> result = Optional.empty();

  private boolean hasMasks;
  private boolean streams;

  /**
   * How lines of the result are put together. If rows begin 16 bytes into their first vector and 40
   * bytes into a line of the result, {@code turned} is -24: a line has the last 24 bytes of one
   * vector, and then the first 40 of the next.
   *
   * @param turned how many bytes further into a vector rows begin than into a line of the result
   * @param places which four bytes of two vectors a line takes
   * @param rest the last line so far, the end of which has not come
   * @param open where that belongs; 0 if there is none
   */
  private record Result(
      Variable array, Register turned, Register places, Register rest, Register open) {}

  RowLines(Code code, Arguments arguments, Expressions expressions) {
    this.code = code;
    this.arguments = arguments;
    this.expressions = expressions;
  }

  /**
   * Why rows of a function cannot be so; masks are those of one array, and no call changes them.
   */
  static Optional<String> obstacle(Function function) {
    Set<Variable> lines = new HashSet<>();
    boolean[] calls = {false};
    collect(function.body(), lines, calls);
    return lines.isEmpty() || lines.size() == 1 && !calls[0]
        ? Optional.empty()
        : Optional.of("lines of several arrays, or calls besides");
  }

  private static void collect(Stmt s, Set<Variable> lines, boolean[] calls) {
    if (s instanceof Stmt.StoreRow t) {
      lines.add(t.rows().array());
    }
    calls[0] |= s instanceof Stmt.Run;
    Walk.expressions(s).forEach(e -> collect(e, lines, calls));
    Walk.parts(s).forEach(part -> collect(part, lines, calls));
  }

  private static void collect(Exp e, Set<Variable> lines, boolean[] calls) {
    if (e instanceof Exp.LoadVector l) {
      l.line().ifPresent(line -> lines.add(line.rows().array()));
    }
    calls[0] |= e instanceof Exp.Call;
    Walk.children(e).forEach(child -> collect(child, lines, calls));
  }

  /** A vector of a row whose first one lies there. */
  static Memory at(Memory row, int number) {
    return new Memory(row.base(), row.index(), row.scale(), row.displacement() + number * BYTES);
  }

  /** Reads a vector of a row. */
  void load(Exp.Line line, Memory memory, Register target) {
    if (line.isWithin()) {
      code.add(Opcode.VMOVUPS, BYTES, target, memory);
      return;
    }
    setMasks(line.rows().array());
    code.add(Opcode.VPXOR, BYTES, target, target, target);
    Mask own = line.number() == 0 ? IN_FIRST_VECTOR : IN_LAST_VECTOR;
    code.add(Opcode.VMOVDQU32_SELECTED, BYTES, target, own.selecting(), memory);
  }

  /** Sets the masks before all else. */
  private void setMasks(Variable lines) {
    if (!hasMasks) {
      hasMasks = true;
      divide(arguments.placeInLine(lines), IN_FIRST_VECTOR, IN_LAST_VECTOR);
    }
  }

  /** One mask for what comes behind the first bytes of a line, so many, and another for these. */
  private void divide(Register bytes, Mask behind, Mask first) {
    Code before = arguments.code();
    Register lanes = before.general();
    before.copy(lanes, bytes, 8);
    before.add(Opcode.SHR, 8, lanes, new Immediate(LOG_LANE));
    Register bits = new LaneMasks(before).lowest(lanes);
    before.add(Opcode.KMOVW, 4, first, bits);
    Register others = before.general();
    before.copy(others, bits, 8);
    before.add(Opcode.NOT, 8, others);
    before.add(Opcode.KMOVW, 4, behind, others);
  }

  /** Finds out which rows of a function can wait for each other. */
  void begin(Function function) {
    Set<Stmt.StoreRow> rows = new LinkedHashSet<>();
    Set<Variable> others = new HashSet<>(Occurrences.read(function.body()));
    collect(function.body(), rows, others);
    Set<Variable> arrays = new HashSet<>();
    rows.forEach(t -> arrays.add(t.array()));
    if (arrays.size() == 1 && others.stream().noneMatch(arrays::contains)) {
      Stmt.StoreRow one = rows.iterator().next();
      setMasks(one.rows().array());
      result = Optional.of(result(one.array(), one.rows().array()));
    }
  }

  /**
   * @param others arrays that are stored to otherwise; those that are updated are read as well
   */
  private static void collect(Stmt s, Set<Stmt.StoreRow> rows, Set<Variable> others) {
    switch (s) {
      case Stmt.StoreRow t -> rows.add(t);
      case Stmt.Store t -> others.add(t.array());
      default -> Walk.parts(s).forEach(part -> collect(part, rows, others));
    }
  }

  private Result result(Variable array, Variable lines) {
    Code before = arguments.code();
    Register turned = before.general();
    before.copy(turned, arguments.placeInLine(lines), 8);
    before.add(Opcode.SUB, 8, turned, arguments.placeInLine(array));
    Register places = places(before, turned);
    divide(arguments.placeInLine(array), IN_FIRST_LINE, IN_LAST_LINE);
    Register rest = before.vector();
    before.add(Opcode.VPXOR, BYTES, rest, rest, rest);
    Register open = before.general();
    before.add(Opcode.MOV, 8, open, new Immediate(0));
    return new Result(array, turned, places, rest, open);
  }

  /** As many numbers as lanes, one after the other, from that of the first one on. */
  private static Register places(Code before, Register turned) {
    Register first = before.general();
    before.copy(first, turned, 8);
    before.add(Opcode.SAR, 8, first, new Immediate(LOG_LANE));
    before.add(Opcode.AND, 8, first, new Immediate(LANES - 1));
    Register places = inAll(before, first);
    LaneMasks masks = new LaneMasks(before);
    masks.setByBit();
    for (int bit = 0; 1 << bit < LANES; bit++) {
      Register more = inAll(before, Routines.constant(before, 1 << bit));
      Mask own = masks.byBit(bit).selecting();
      before.add(Opcode.VPADDD_SELECTED, BYTES, places, own, places, more);
    }
    return places;
  }

  private static Register inAll(Code before, Register number) {
    Register one = before.vector();
    before.add(Opcode.VMOVQ, 8, one, number);
    Register all = before.vector();
    before.add(Opcode.VPBROADCASTD, BYTES, all, one);
    return all;
  }

  /** Whether something was written past the caches. */
  boolean streams() {
    return streams;
  }

  void store(Stmt.StoreRow t) {
    List<Register> vectors = t.vectors().stream().map(expressions::value).toList();
    if (result.isPresent()) {
      storeLines(t, vectors, result.get());
      return;
    }
    setMasks(t.rows().array());
    Register start = arguments.movedBack(t.array(), t.rows().array());
    Memory row = expressions.elements().row(t.array(), t.index(), t.rows().size(), start);
    int last = vectors.size() - 1;
    selected(IN_FIRST_VECTOR, row, vectors.getFirst());
    for (int k = 1; k < last; k++) {
      code.add(Opcode.VMOVUPS, BYTES, at(row, k), vectors.get(k));
    }
    selected(IN_LAST_VECTOR, at(row, last), vectors.getLast());
  }

  private void selected(Mask lanes, Memory memory, Register vector) {
    code.add(Opcode.VMOVDQU32_SELECTED, BYTES, memory, lanes.selecting(), vector);
  }

  private void storeLines(Stmt.StoreRow t, List<Register> vectors, Result to) {
    Register start = arguments.movedBack(t.array(), t.array());
    Register row =
        code.address(expressions.elements().row(t.array(), t.index(), t.rows().size(), start));
    if (t.streamed()) {
      streams = true;
      Label through = code.label("through");
      Label stored = code.label("stored");
      Register low = code.general();
      code.copy(low, row, 8);
      code.add(Opcode.SHL, 8, low, new Immediate(TO_LOW_BITS));
      code.jump(Condition.NOT_EQUAL, through); // rows that are no multiples of a line long
      turnAndWrite(vectors, row, to, Opcode.VMOVNTPS);
      code.jump(Condition.ALWAYS, stored);
      code.add(through);
      turnAndWrite(vectors, row, to, Opcode.VMOVUPS);
      code.add(stored);
    } else {
      turnAndWrite(vectors, row, to, Opcode.VMOVUPS);
    }
    code.add(Opcode.LEA, 8, to.open, Memory.at(row, (vectors.size() - 1) * BYTES));
  }

  /** Writes a row with either turn. */
  private void turnAndWrite(List<Register> vectors, Register row, Result to, Opcode whole) {
    Label earlier = code.label("earlier");
    Label all = code.label("all");
    code.add(Opcode.TEST, 8, to.turned, to.turned);
    code.jump(Condition.LESS, earlier);
    write(vectors, 0, row, to, whole);
    code.jump(Condition.ALWAYS, all);
    code.add(earlier);
    write(vectors, -1, row, to, whole);
    code.add(all);
  }

  /**
   * Writes all lines but the last one, and the end of the row before. What the first one has before
   * the row, and the last one behind it, is anything.
   *
   * @param first the number of the first of the two vectors that the first line is put together
   *     from
   */
  private void write(List<Register> vectors, int first, Register row, Result to, Opcode whole) {
    Register line = turned(vectors, first, to);
    Label apart = code.label("apart");
    Label begun = code.label("begun");
    code.add(Opcode.CMP, 8, row, to.open);
    code.jump(Condition.NOT_EQUAL, apart);
    Register both = code.vector();
    code.add(Opcode.VPBLENDMD_SELECTED, BYTES, both, IN_FIRST_LINE.selecting(), to.rest, line);
    code.add(whole, BYTES, Memory.at(row, 0), both);
    code.jump(Condition.ALWAYS, begun);
    code.add(apart);
    writeRest(to);
    selected(IN_FIRST_LINE, Memory.at(row, 0), line);
    code.add(begun);
    int last = vectors.size() - 1;
    for (int k = 1; k < last; k++) {
      code.add(whole, BYTES, Memory.at(row, k * BYTES), turned(vectors, first + k, to));
    }
    code.copy(to.rest, turned(vectors, first + last, to), BYTES);
  }

  /** A line of the result, from this vector and the next one, as far as there are such. */
  private Register turned(List<Register> vectors, int one, Result to) {
    Register line = code.vector();
    code.copy(line, to.places, BYTES);
    Register before = vectors.get(Math.max(one, 0));
    Register next = vectors.get(Math.min(one + 1, vectors.size() - 1));
    code.add(Opcode.VPERMI2D, BYTES, line, before, next);
    return line;
  }

  /** Writes the line that waits, if there is one. */
  private void writeRest(Result to) {
    Label none = code.label("none");
    code.add(Opcode.TEST, 8, to.open, to.open);
    code.jump(Condition.EQUAL, none);
    selected(IN_LAST_LINE, Memory.at(to.open, 0), to.rest);
    code.add(none);
  }

  /** What a function does before it ends. */
  void end() {
    result.ifPresent(this::writeRest);
  }
}
