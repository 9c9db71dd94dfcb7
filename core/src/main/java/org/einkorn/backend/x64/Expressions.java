package org.einkorn.backend.x64;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Operand.Bank;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Walk;

/**
 * Writes code for expressions. An int is held as a number of eight bytes, with its sign, so that it
 * can be an index as it is. Indices are computed with eight bytes; where that is more than an int,
 * the test of the index fails, as no array is so long.
 */
final class Expressions {
  private final Code code;
  private final Arguments arguments;
  private final Conditions conditions;
  private final Arithmetic arithmetic;
  private final Lanes vectorLanes;
  private final Routines routines;
  private final RowLines rowLines;
  private Label outside;
  private final Map<Variable, Register> registers = new HashMap<>();
  private Scope scope;

  /** The statement that is written, and those that are certain to run after it. */
  private List<Stmt> ahead = List.of();

  /**
   * @param outside where to go if an index is out of bounds
   */
  Expressions(Code code, Arguments arguments, Processor processor, Label outside) {
    this.code = code;
    this.arguments = arguments;
    this.conditions = new Conditions(code, this);
    this.arithmetic = new Arithmetic(code, arguments, this, conditions);
    this.vectorLanes = new Lanes(code, processor, this);
    this.routines = new Routines(code, arguments, this, outside);
    this.rowLines = new RowLines(code, arguments, this);
    this.outside = outside;
    this.scope = new Scope(arguments.lengths());
  }

  Conditions conditions() {
    return conditions;
  }

  Routines routines() {
    return routines;
  }

  RowLines rowLines() {
    return rowLines;
  }

  Arithmetic arithmetic() {
    return arithmetic;
  }

  Scope scope() {
    return scope;
  }

  void setScope(Scope scope) {
    this.scope = scope;
  }

  void setAhead(List<Stmt> statements) {
    this.ahead = statements;
  }

  static Bank bank(Type type) {
    return type instanceof Type.Vector || type.element().isFloat() ? Bank.VECTOR : Bank.GENERAL;
  }

  /** How many bytes of a register a type takes. */
  static int bytes(Type type) {
    return type instanceof Type.Vector(ElementType element, int lanes)
        ? lanes * element.bytes()
        : bank(type) == Bank.VECTOR ? 16 : 8;
  }

  /** The register of a variable, for all of its life. */
  Register register(Variable v) {
    return registers.computeIfAbsent(v, x -> arguments.scalar(x, () -> code.fresh(bank(x.type()))));
  }

  /** A register that holds the value; nobody may write to it. */
  Register value(Exp e) {
    if (e instanceof Variable v) {
      return register(v);
    }
    if (e instanceof Exp.Const(Constant c) && c.type().isFloat() && !isZero(c)) {
      return arguments.constant(bits(c));
    }
    if (e instanceof Exp.Cast(ElementType to, Exp operand)
        && to == ElementType.INT64
        && bank(operand.type()) == Bank.GENERAL) {
      return value(operand); // has eight bytes all along
    }
    Register known = scope.value(e);
    if (known != null) {
      return known;
    }
    if (e instanceof Exp.Lane(Exp vector, int lane) && lane == 0) {
      return value(vector);
    }
    Register made = code.fresh(bank(e.type()));
    into(e, made);
    if (e instanceof Exp.Broadcast && Imp.isPure(e)) {
      scope.knowValue(e, made);
    }
    return made;
  }

  /** Writes the value to a register, at the end: the expression may read what was there. */
  void into(Exp e, Register target) {
    switch (e) {
      case Variable v -> code.copy(target, register(v), bytes(v.type()));
      case Exp.Const(Constant c) -> constant(c, target);
      case Exp.Load(Variable array, Exp index) ->
          load(array.type().element(), element(array, index, 1), target);
      case Exp.LoadVector l when l.line().isPresent() ->
          rowLines.load(l.line().get(), inRow(l), target);
      case Exp.LoadVector l ->
          code.add(
              Opcode.VMOVUPS, bytes(e.type()), target, element(l.array(), l.index(), l.lanes()));
      case Exp.Broadcast b -> vectorLanes.broadcast(b, target);
      case Exp.Lane l -> vectorLanes.lane(l, target);
      case Exp.Length(Variable array) -> code.copy(target, arguments.length(array), 8);
      case Exp.Unary u -> arithmetic.unary(u, target);
      case Binary b when isNear(b) -> near(Index.of(b), target);
      case Binary b -> arithmetic.binary(b, target);
      case Exp.Cast c -> arithmetic.cast(c, target);
      case Exp.Select s -> select(s, target);
      case Exp.Allocate a -> throw unsuitable(a);
      case Exp.Call c -> routines.value(c, target);
      case Exp.Invoke i -> throw unsuitable(i);
    }
  }

  /** Whether it is a sum that stays an int, for it lies beside an index that was tested. */
  private boolean isNear(Binary b) {
    Index index = Index.of(b);
    return b.type().equals(Type.INT32)
        && index.base().isPresent()
        && !index.base().get().equals(b)
        && scope.isNear(index.base().get(), index.offset());
  }

  private void near(Index index, Register target) {
    Register base = index(index.base().orElseThrow());
    code.add(Opcode.LEA, 8, target, Memory.at(base, index.offset()));
  }

  static IllegalStateException unsuitable(Exp e) {
    return new IllegalStateException("no machine code for " + e);
  }

  // Constants

  static boolean isZero(Constant c) {
    return bits(c) == 0;
  }

  private static long bits(Constant c) {
    return switch (c.type()) {
      case FLOAT64 -> Double.doubleToRawLongBits(c.asDouble());
      case FLOAT32 -> Float.floatToRawIntBits((float) c.asDouble());
      case BOOL, INT32, INT64 -> c.asLong();
    };
  }

  private void constant(Constant c, Register target) {
    if (target.bank() == Bank.GENERAL) {
      code.add(Opcode.MOV, 8, target, new Immediate(c.asLong()));
    } else if (isZero(c)) {
      code.add(Opcode.VPXOR, 16, target, target, target);
    } else {
      code.copy(target, arguments.constant(bits(c)), 16);
    }
  }

  // Memory

  private void load(ElementType element, Memory memory, Register target) {
    switch (element) {
      case BOOL -> code.add(Opcode.MOVZX, 4, target, memory);
      case INT32 -> code.add(Opcode.MOVSXD, 8, target, memory);
      case INT64 -> code.add(Opcode.MOV, 8, target, memory);
      case FLOAT32 -> code.add(Opcode.VMOVSS, 16, target, memory);
      case FLOAT64 -> code.add(Opcode.VMOVSD, 16, target, memory);
    }
  }

  void store(ElementType element, Memory memory, Register value) {
    switch (element) {
      case BOOL -> code.add(Opcode.MOV, 1, memory, value);
      case INT32 -> code.add(Opcode.MOV, 4, memory, value);
      case INT64 -> code.add(Opcode.MOV, 8, memory, value);
      case FLOAT32 -> code.add(Opcode.VMOVSS, 16, memory, value);
      case FLOAT64 -> code.add(Opcode.VMOVSD, 16, memory, value);
    }
  }

  /** Where so many elements lie, after a test that they do. */
  Memory element(Variable array, Exp index, int lanes) {
    Access access = new Access(array, Index.of(index), lanes);
    Register base = base(access);
    test(access, base);
    return memory(access, base);
  }

  /**
   * Where a row of so many elements would lie, after a test that it is in the array, if the array
   * began where a register says.
   */
  Memory row(Variable array, Exp index, int elements, Register start) {
    Access access = new Access(array, Index.of(index), elements);
    Register base = base(access);
    test(access, base);
    return memory(access, base, start);
  }

  /** Where a vector of a row begins. */
  private Memory inRow(Exp.LoadVector l) {
    Exp.LineRows rows = l.line().orElseThrow().rows();
    Register start = arguments.movedBack(l.array(), rows.array());
    Memory row = row(l.array(), l.index(), rows.size(), start);
    return RowLines.at(row, l.line().get().number());
  }

  /** Fetches an element, if there is one and it can be told where. */
  void prefetch(Stmt.Prefetch fetched) {
    Access access = new Access(fetched.array(), Index.of(fetched.index()), 1);
    Opcode opcode =
        switch (fetched.into()) {
          case NEAR -> Opcode.PREFETCHT0;
          case FAR -> Opcode.PREFETCHT1;
        };
    if (Imp.isPure(fetched.index())) {
      code.add(opcode, 8, memory(access, base(access)));
      return;
    }
    Label unknown = code.label("unknown");
    Label end = outside;
    outside = unknown;
    conditional(() -> code.add(opcode, 8, memory(access, base(access))));
    outside = end;
    code.add(unknown);
  }

  /** The base of an index, or null if it is a constant. */
  private Register base(Access access) {
    return access.index().base().map(this::index).orElse(null);
  }

  private Memory memory(Access access, Register base) {
    return memory(access, base, arguments.array(access.array()));
  }

  private static Memory memory(Access access, Register base, Register start) {
    int bytes = access.array().type().element().bytes();
    return new Memory(start, base, base == null ? 1 : bytes, access.index().offset() * bytes);
  }

  /**
   * Leaves the function if elements lie outside of the array. A base that was loaded may be another
   * the next time, even if nothing here stores to it: what is known of it ends with the access.
   */
  private void test(Access access, Register baseValue) {
    Variable array = access.array();
    if (access.index().base().isEmpty()) {
      if (access.index().offset() < 0) {
        code.jump(Condition.ALWAYS, outside);
        return;
      }
      code.add(Opcode.CMP, 8, arguments.length(array), new Immediate(access.end()));
      code.jump(Condition.LESS, outside);
      return;
    }
    if (scope.isTested(access)) {
      return;
    }
    Exp base = access.index().base().get();
    boolean lasts = Imp.isPure(base);
    Scope.Span span = lasts ? spanAhead(access) : access.span();
    Register first = baseValue;
    if (span.begin() != 0) {
      first = code.address(Memory.at(first, span.begin()));
    }
    // The number of places where so many elements can begin; a negative index is a large one.
    code.add(Opcode.CMP, 8, first, arguments.places(array, span.end() - span.begin()));
    code.jump(Condition.ABOVE_EQUAL, outside);
    if (lasts) {
      scope.tested(array, base, span);
    }
  }

  /** The elements that lie around the same base and are read or written in any case. */
  private Scope.Span spanAhead(Access access) {
    Exp base = access.index().base().orElseThrow();
    Set<Variable> using = new HashSet<>();
    Walk.reads(base, using::add);
    Scope.Span[] span = {access.span()};
    Access.certain(
        ahead,
        using,
        other -> {
          if (other.array().equals(access.array())
              && other.index().base().equals(access.index().base())) {
            span[0] = span[0].with(other.index().offset(), other.end());
          }
        });
    return span[0];
  }

  /** An int with eight bytes all along. */
  Register index(Exp e) {
    if (e instanceof Variable v) {
      return register(v);
    }
    Register known = scope.index(e);
    if (known != null) {
      return known;
    }
    Register made =
        switch (e) {
          case Binary(BinaryOp op, Exp left, Exp right) when op == BinaryOp.ADD -> sum(left, right);
          case Binary(BinaryOp op, Exp left, Exp right) when op == BinaryOp.SUBTRACT -> {
            Register difference = code.general();
            code.copy(difference, index(left), 8);
            code.add(Opcode.SUB, 8, difference, index(right));
            yield difference;
          }
          case Binary(BinaryOp op, Exp left, Exp right) when op == BinaryOp.MULTIPLY -> {
            Register product = code.general();
            multiply(8, index(left), right, product);
            yield product;
          }
          default -> value(e);
        };
    if (Imp.isPure(e)) {
      scope.knowIndex(e, made);
    }
    return made;
  }

  private Register sum(Exp left, Exp right) {
    Index constant = Index.of(right);
    return constant.base().isEmpty()
        ? code.address(Memory.at(index(left), constant.offset()))
        : code.address(new Memory(index(left), index(right), 1, 0));
  }

  /** A product of so many bytes; the factor on the right may be a constant. */
  void multiply(int bytes, Register left, Exp right, Register target) {
    if (right instanceof Exp.Const(Constant c)) {
      long factor = c.asLong();
      if (factor > 0 && Long.bitCount(factor) == 1) {
        code.copy(target, left, bytes);
        code.add(Opcode.SHL, bytes, target, new Immediate(Long.numberOfTrailingZeros(factor)));
        return;
      }
      if (factor == (int) factor) {
        code.add(Opcode.IMUL3, bytes, target, left, new Immediate(factor));
        return;
      }
    }
    product(bytes, left, index(right), target);
  }

  /** A product of two registers; both may be the target. */
  void product(int bytes, Register left, Register right, Register target) {
    Register product = target.equals(right) ? code.general() : target;
    code.copy(product, left, 8);
    code.add(Opcode.IMUL, bytes, product, right);
    code.copy(target, product, 8);
  }

  /** A value of a vector register, or where it lies in memory. */
  Operand operand(Exp e) {
    if (scope.value(e) != null) {
      return value(e);
    }
    return switch (e) {
      case Exp.Load(Variable array, Exp index) -> element(array, index, 1);
      case Exp.LoadVector l when l.line().isEmpty() -> element(l.array(), l.index(), l.lanes());
      case Exp.LoadVector l when l.line().get().isWithin() -> inRow(l);
      default -> value(e);
    };
  }

  private void select(Exp.Select s, Register target) {
    // Both values are there already; otherwise one might be computed for nothing, or fail.
    if (s.whenTrue() instanceof Variable one
        && s.whenFalse() instanceof Variable other
        && one.type() instanceof Type.Scalar(ElementType element)
        && element.isFloat()
        && s.condition() instanceof Binary(BinaryOp op, Exp left, Exp right)
        && op == BinaryOp.LESS
        && left.type().equals(Type.INT32)) {
      selectByBits(left, right, register(one), register(other), target);
      return;
    }
    Register result = code.fresh(target.bank());
    Label otherwise = code.label("otherwise");
    Label end = code.label("selected");
    conditions.jump(s.condition(), false, otherwise);
    conditional(() -> into(s.whenTrue(), result));
    code.jump(Condition.ALWAYS, end);
    code.add(otherwise);
    conditional(() -> into(s.whenFalse(), result));
    code.add(end);
    code.copy(target, result, bytes(s.type()));
  }

  /** One number if an int is less than another, else the other, without a jump. */
  private void selectByBits(
      Exp smaller, Exp larger, Register one, Register other, Register target) {
    Register bits = code.general();
    Register mask = code.vector();
    Register difference = code.vector();
    code.copy(bits, value(smaller), 8);
    code.add(Opcode.SUB, 8, bits, value(larger));
    code.add(Opcode.SAR, 8, bits, new Immediate(63));
    code.add(Opcode.VMOVQ, 8, mask, bits);
    code.add(Opcode.VPXOR, 16, difference, one, other);
    code.add(Opcode.VPAND, 16, difference, difference, mask);
    code.add(Opcode.VPXOR, 16, target, difference, other);
  }

  /** What is learnt in code that may not run is not known after it. */
  void conditional(Runnable part) {
    Scope outer = scope;
    scope = outer.inner();
    List<Stmt> all = ahead;
    ahead = List.of();
    part.run();
    ahead = all;
    scope = outer;
  }
}
