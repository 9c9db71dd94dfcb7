package org.einkorn.backend.x64;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final Elements elements;
  private final RowLines rowLines;
  private final Map<Variable, Register> registers = new HashMap<>();
  private Scope scope;

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
    this.elements = new Elements(code, arguments, this, outside);
    this.rowLines = new RowLines(code, arguments, this);
    this.scope = new Scope(arguments.lengths());
  }

  Conditions conditions() {
    return conditions;
  }

  Routines routines() {
    return routines;
  }

  Elements elements() {
    return elements;
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
          load(array.type().element(), elements.element(array, index, 1), target);
      case Exp.LoadVector l when l.line().isPresent() ->
          rowLines.load(l.line().get(), elements.inRow(l), target);
      case Exp.LoadVector l ->
          code.add(
              Opcode.VMOVUPS,
              bytes(e.type()),
              target,
              elements.element(l.array(), l.index(), l.lanes()));
      case Exp.Broadcast b -> vectorLanes.broadcast(b, target);
      case Exp.Joined j -> vectorLanes.joined(j, target);
      case Exp.Lane l -> vectorLanes.lane(l, target);
      case Exp.Spread s -> vectorLanes.spread(s, target);
      case Exp.Inside(Exp index) -> into(index, target);
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
      case Exp.Load(Variable array, Exp index) -> elements.element(array, index, 1);
      case Exp.LoadVector l when l.line().isEmpty() ->
          elements.element(l.array(), l.index(), l.lanes());
      case Exp.LoadVector l when l.line().get().isWithin() -> elements.inRow(l);
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
    List<Stmt> ahead = elements.ahead();
    elements.setAhead(List.of());
    part.run();
    elements.setAhead(ahead);
    scope = outer;
  }
}
