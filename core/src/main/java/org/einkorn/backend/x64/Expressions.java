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
import org.einkorn.imp.Exp.UnaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Walk;

/**
 * Writes code for expressions. An int is held as a number of eight bytes, with its sign, so that it
 * can be an index as it is; indices are computed with eight bytes and never overflow.
 */
final class Expressions {
  private static final long SIGN_OF_DOUBLE = 1L << 63;
  private static final long SIGN_OF_FLOAT = 1L << 31;

  private final Code code;
  private final Arguments arguments;
  private final Processor processor;
  private Label outside;
  private final Map<Variable, Register> registers = new HashMap<>();
  private Scope scope = new Scope();

  /** The statement that is written, and those that are certain to run after it. */
  private List<Stmt> ahead = List.of();

  /**
   * @param outside where to go if an index is out of bounds
   */
  Expressions(Code code, Arguments arguments, Processor processor, Label outside) {
    this.code = code;
    this.arguments = arguments;
    this.processor = processor;
    this.outside = outside;
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
      case Exp.LoadVector(Variable array, Exp index, int lanes) ->
          code.add(Opcode.VMOVUPS, bytes(e.type()), target, element(array, index, lanes));
      case Exp.Broadcast b -> broadcast(b, target);
      case Exp.Lane l -> lane(l, target);
      case Exp.Length(Variable array) -> code.copy(target, arguments.length(array), 8);
      case Exp.Unary u -> unary(u, target);
      case Binary b -> binary(b, target);
      case Exp.Cast c -> cast(c, target);
      case Exp.Select s -> select(s, target);
      case Exp.Allocate a -> throw unsuitable(a);
      case Exp.Call c -> throw unsuitable(c);
      case Exp.Invoke i -> throw unsuitable(i);
    }
  }

  private static IllegalStateException unsuitable(Exp e) {
    return new IllegalStateException("no machine code for " + e);
  }

  // Constants

  private static boolean isZero(Constant c) {
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

  /** Fetches an element, if there is one and it can be told where. */
  void prefetch(Variable array, Exp index) {
    Access access = new Access(array, Index.of(index), 1);
    if (Imp.isPure(index)) {
      code.add(Opcode.PREFETCHT0, 8, memory(access, base(access)));
      return;
    }
    Label unknown = code.label("unknown");
    Label end = outside;
    outside = unknown;
    conditional(() -> code.add(Opcode.PREFETCHT0, 8, memory(access, base(access))));
    outside = end;
    code.add(unknown);
  }

  /** The base of an index, or null if it is a constant. */
  private Register base(Access access) {
    return access.index().base().map(this::index).orElse(null);
  }

  private Memory memory(Access access, Register base) {
    int bytes = access.array().type().element().bytes();
    Register start = arguments.array(access.array());
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

  private void multiply(int bytes, Register left, Exp right, Register target) {
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
    Register other = bytes == 8 ? index(right) : value(right);
    Register product = target.equals(other) ? code.general() : target;
    code.copy(product, left, 8);
    code.add(Opcode.IMUL, bytes, product, other);
    code.copy(target, product, 8);
  }

  // Vectors

  private void broadcast(Exp.Broadcast b, Register target) {
    int bytes = bytes(b.type());
    ElementType element = b.type().element();
    if (b.value() instanceof Exp.Const(Constant c) && isZero(c)) {
      code.add(Opcode.VPXOR, bytes, target, target, target);
      return;
    }
    Opcode opcode =
        switch (element) {
          case FLOAT64 -> bytes == 16 ? Opcode.VMOVDDUP : Opcode.VBROADCASTSD;
          case FLOAT32 -> Opcode.VBROADCASTSS;
          case INT64 -> Opcode.VPBROADCASTQ;
          case INT32 -> Opcode.VPBROADCASTD;
          case BOOL -> throw unsuitable(b);
        };
    code.add(opcode, bytes, target, inVector(b.value()));
  }

  /** A number as the lowest element of a vector register, or in memory. */
  private Operand inVector(Exp e) {
    if (e instanceof Exp.Load(Variable array, Exp index)
        && array.type().element() != ElementType.BOOL) {
      return element(array, index, 1);
    }
    Register value = value(e);
    if (value.bank() == Bank.VECTOR) {
      return value;
    }
    Register moved = code.vector();
    code.add(Opcode.VMOVQ, 8, moved, value);
    return moved;
  }

  private void lane(Exp.Lane l, Register target) {
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
    Register whole = value(vector);
    if (number == 0) {
      return whole;
    }
    Exp first = new Exp.Lane(vector, number * 16 / vector.type().element().bytes());
    Register known = scope.value(first);
    if (known != null) {
      return known;
    }
    Register block = code.vector();
    Opcode opcode = processor.hasAvx512() ? Opcode.VEXTRACTF32X4 : Opcode.VEXTRACTF128;
    code.add(opcode, bytes(vector.type()), block, whole, new Immediate(number));
    if (vector instanceof Variable) {
      scope.knowValue(first, block);
    }
    return block;
  }

  // Arithmetic

  private void unary(Exp.Unary u, Register target) {
    if (u.op() == UnaryOp.NOT) {
      bool(u, target);
      return;
    }
    if (target.bank() == Bank.GENERAL) {
      code.copy(target, value(u.operand()), 8);
      code.add(Opcode.NEG, wide(u.type()), target);
      wrap(u.type(), target);
      return;
    }
    boolean isDouble = u.type().element() == ElementType.FLOAT64;
    Register sign = arguments.constant(isDouble ? SIGN_OF_DOUBLE : SIGN_OF_FLOAT);
    int bytes = bytes(u.type());
    if (u.type() instanceof Type.Vector) {
      Register signs = code.vector();
      Opcode all =
          !isDouble ? Opcode.VBROADCASTSS : bytes == 16 ? Opcode.VMOVDDUP : Opcode.VBROADCASTSD;
      code.add(all, bytes, signs, sign);
      sign = signs;
    }
    code.add(Opcode.VPXOR, bytes, target, value(u.operand()), sign);
  }

  private static int wide(Type type) {
    return type.equals(Type.INT32) ? 4 : 8;
  }

  /** An int that was computed with four bytes gets its sign in the others. */
  private void wrap(Type type, Register target) {
    if (type.equals(Type.INT32)) {
      code.add(Opcode.MOVSXD, 8, target, target);
    }
  }

  private void binary(Binary b, Register target) {
    if (b.op().isComparison() || b.op().isLogical()) {
      bool(b, target);
    } else if (target.bank() == Bank.VECTOR) {
      Register left = value(b.left());
      code.add(floating(b.op(), b.type()), bytes(b.type()), target, left, operand(b.right()));
    } else {
      integer(b.op(), b.type(), value(b.left()), b.right(), target);
    }
  }

  /** Combines a value with another; both may be in the target. */
  void combine(BinaryOp op, Type type, Register left, Exp right, Register target) {
    if (target.bank() == Bank.VECTOR) {
      code.add(floating(op, type), bytes(type), target, left, operand(right));
    } else if (op.isLogical()) {
      code.copy(target, left, 8);
      code.add(op == BinaryOp.AND ? Opcode.AND : Opcode.OR, 8, target, value(right));
    } else {
      integer(op, type, left, right, target);
    }
  }

  private void integer(BinaryOp op, Type type, Register left, Exp right, Register target) {
    int bytes = wide(type);
    if (op == BinaryOp.DIVIDE || op == BinaryOp.REMAINDER) {
      shift(op, left, ((Exp.Const) right).value().asLong(), target);
      return;
    }
    if (op == BinaryOp.MULTIPLY) {
      multiplyInteger(bytes, left, right, target);
      wrap(type, target);
      return;
    }
    Operand other =
        right instanceof Exp.Const(Constant c) && c.asLong() == (int) c.asLong() && !isMinMax(op)
            ? new Immediate(c.asLong())
            : value(right);
    Register result = target.equals(other) && !left.equals(target) ? code.general() : target;
    code.copy(result, left, 8);
    switch (op) {
      case ADD -> code.add(Opcode.ADD, bytes, result, other);
      case SUBTRACT -> code.add(Opcode.SUB, bytes, result, other);
      case MIN, MAX -> {
        code.add(Opcode.CMP, 8, result, other);
        code.add(op == BinaryOp.MIN ? Opcode.CMOVG : Opcode.CMOVL, 8, result, other);
      }
      default -> throw new IllegalStateException("no machine code for " + op);
    }
    if (!isMinMax(op)) {
      wrap(type, result);
    }
    code.copy(target, result, 8);
  }

  /**
   * Divides by a power of two, towards zero; or gives what is left over. A negative number is made
   * larger first by what is lost, as a shift rounds down.
   */
  private void shift(BinaryOp op, Register left, long divisor, Register target) {
    Register quotient = code.general();
    code.copy(quotient, left, 8);
    code.add(Opcode.SAR, 8, quotient, new Immediate(63));
    code.add(Opcode.AND, 8, quotient, new Immediate(divisor - 1));
    code.add(Opcode.ADD, 8, quotient, left);
    if (op == BinaryOp.DIVIDE) {
      code.add(Opcode.SAR, 8, quotient, new Immediate(Long.numberOfTrailingZeros(divisor)));
      code.copy(target, quotient, 8);
      return;
    }
    code.add(Opcode.AND, 8, quotient, new Immediate(-divisor));
    Register rest = code.general();
    code.copy(rest, left, 8);
    code.add(Opcode.SUB, 8, rest, quotient);
    code.copy(target, rest, 8);
  }

  private void multiplyInteger(int bytes, Register left, Exp right, Register target) {
    if (right instanceof Exp.Const) {
      multiply(bytes, left, right, target);
      return;
    }
    Register other = value(right);
    Register product = target.equals(other) ? code.general() : target;
    code.copy(product, left, 8);
    code.add(Opcode.IMUL, bytes, product, other);
    code.copy(target, product, 8);
  }

  private static boolean isMinMax(BinaryOp op) {
    return op == BinaryOp.MIN || op == BinaryOp.MAX;
  }

  /** A value of a vector register, or where it lies in memory. */
  private Operand operand(Exp e) {
    if (scope.value(e) != null) {
      return value(e);
    }
    return switch (e) {
      case Exp.Load(Variable array, Exp index) -> element(array, index, 1);
      case Exp.LoadVector(Variable array, Exp index, int lanes) -> element(array, index, lanes);
      default -> value(e);
    };
  }

  private static Opcode floating(BinaryOp op, Type type) {
    boolean isVector = type instanceof Type.Vector;
    return switch (type.element()) {
      case FLOAT64 ->
          switch (op) {
            case ADD -> isVector ? Opcode.VADDPD : Opcode.VADDSD;
            case SUBTRACT -> isVector ? Opcode.VSUBPD : Opcode.VSUBSD;
            case MULTIPLY -> isVector ? Opcode.VMULPD : Opcode.VMULSD;
            case DIVIDE -> isVector ? Opcode.VDIVPD : Opcode.VDIVSD;
            default -> throw new IllegalStateException("no machine code for " + op);
          };
      case FLOAT32 ->
          switch (op) {
            case ADD -> isVector ? Opcode.VADDPS : Opcode.VADDSS;
            case SUBTRACT -> isVector ? Opcode.VSUBPS : Opcode.VSUBSS;
            case MULTIPLY -> isVector ? Opcode.VMULPS : Opcode.VMULSS;
            case DIVIDE -> isVector ? Opcode.VDIVPS : Opcode.VDIVSS;
            default -> throw new IllegalStateException("no machine code for " + op);
          };
      case INT64 ->
          switch (op) {
            case ADD -> Opcode.VPADDQ;
            case SUBTRACT -> Opcode.VPSUBQ;
            case MULTIPLY -> Opcode.VPMULLQ;
            default -> throw new IllegalStateException("no machine code for " + op);
          };
      case INT32, BOOL ->
          switch (op) {
            case ADD -> Opcode.VPADDD;
            case SUBTRACT -> Opcode.VPSUBD;
            case MULTIPLY -> Opcode.VPMULLD;
            default -> throw new IllegalStateException("no machine code for " + op);
          };
    };
  }

  private void cast(Exp.Cast c, Register target) {
    ElementType from = c.operand().type().element();
    if (c.target() == ElementType.BOOL && from != ElementType.BOOL) {
      bool(c, target);
      return;
    }
    Register value = value(c.operand());
    switch (c.target()) {
      case BOOL, INT64 -> code.copy(target, value, 8);
      case INT32 -> code.add(Opcode.MOVSXD, 8, target, value);
      case FLOAT32 -> toFloat(from, Opcode.VCVTSI2SS, Opcode.VCVTSD2SS, value, target);
      case FLOAT64 -> toFloat(from, Opcode.VCVTSI2SD, Opcode.VCVTSS2SD, value, target);
    }
  }

  private void toFloat(
      ElementType from, Opcode ofInteger, Opcode ofOther, Register value, Register target) {
    if (value.bank() == Bank.GENERAL) {
      // The rest of the target is taken from another register, which nobody should wait for.
      Register nothing = code.vector();
      code.add(Opcode.VPXOR, 16, nothing, nothing, nothing);
      code.add(ofInteger, 8, target, nothing, value);
    } else if ((from == ElementType.FLOAT32) == (ofOther == Opcode.VCVTSS2SD)) {
      code.add(ofOther, 16, target, value, value);
    } else {
      code.copy(target, value, 16);
    }
  }

  private void select(Exp.Select s, Register target) {
    Register result = code.fresh(target.bank());
    Label otherwise = code.label("otherwise");
    Label end = code.label("selected");
    jump(s.condition(), false, otherwise);
    conditional(() -> into(s.whenTrue(), result));
    code.jump(Condition.ALWAYS, end);
    code.add(otherwise);
    conditional(() -> into(s.whenFalse(), result));
    code.add(end);
    code.copy(target, result, bytes(s.type()));
  }

  /** What is learnt in code that may not run is not known after it. */
  private void conditional(Runnable part) {
    Scope outer = scope;
    scope = outer.inner();
    List<Stmt> all = ahead;
    ahead = List.of();
    part.run();
    ahead = all;
    scope = outer;
  }

  // Conditions

  private void bool(Exp condition, Register target) {
    Register result = code.general();
    Label end = code.label("decided");
    code.add(Opcode.MOV, 8, result, new Immediate(0));
    jump(condition, false, end);
    code.add(Opcode.MOV, 8, result, new Immediate(1));
    code.add(end);
    code.copy(target, result, 8);
  }

  /** Goes to the target if the condition is {@code when}, else on. */
  void jump(Exp condition, boolean when, Label target) {
    switch (condition) {
      case Exp.Const(Constant value) -> {
        if (value.asLong() != 0 == when) {
          code.jump(Condition.ALWAYS, target);
        }
      }
      case Exp.Unary(UnaryOp op, Exp operand) when op == UnaryOp.NOT ->
          jump(operand, !when, target);
      case Binary(BinaryOp op, Exp left, Exp right) when op.isLogical() -> {
        // a && b is false, and a || b is true, as soon as a is.
        if (op == BinaryOp.OR == when) {
          jump(left, when, target);
          conditional(() -> jump(right, when, target));
        } else {
          Label next = code.label("next");
          jump(left, !when, next);
          conditional(() -> jump(right, when, target));
          code.add(next);
        }
      }
      case Binary(BinaryOp op, Exp left, Exp right) when op.isComparison() -> {
        if (left.type().element().isFloat()) {
          compareFloats(op, left, right, when, target);
        } else {
          compareIntegers(op, left, right, when, target);
        }
      }
      case Exp.Cast(ElementType to, Exp operand)
          when to == ElementType.BOOL && !operand.type().equals(Type.BOOL) ->
          jump(
              new Binary(
                  BinaryOp.NOT_EQUAL,
                  operand,
                  new Exp.Const(Constant.zero(operand.type().element()))),
              when,
              target);
      default -> {
        Register value = value(condition);
        code.add(Opcode.TEST, 4, value, value);
        code.jump(when ? Condition.NOT_EQUAL : Condition.EQUAL, target);
      }
    }
  }

  private void compareIntegers(BinaryOp op, Exp left, Exp right, boolean when, Label target) {
    Register first = value(left);
    Operand second =
        right instanceof Exp.Const(Constant c) && c.asLong() == (int) c.asLong()
            ? new Immediate(c.asLong())
            : value(right);
    code.add(Opcode.CMP, 8, first, second);
    code.jump(
        switch (when ? op : op.negated()) {
          case LESS -> Condition.LESS;
          case LESS_EQUAL -> Condition.LESS_EQUAL;
          case GREATER -> Condition.GREATER;
          case GREATER_EQUAL -> Condition.GREATER_EQUAL;
          case EQUAL -> Condition.EQUAL;
          default -> Condition.NOT_EQUAL;
        },
        target);
  }

  /** With a NaN every comparison but {@code !=} is false. */
  private void compareFloats(BinaryOp op, Exp left, Exp right, boolean when, Label target) {
    Opcode compare =
        left.type().element() == ElementType.FLOAT64 ? Opcode.VUCOMISD : Opcode.VUCOMISS;
    boolean swapped = op == BinaryOp.LESS || op == BinaryOp.LESS_EQUAL; // a < b → b > a
    Register first = value(left);
    Register second = value(right);
    code.add(compare, 16, swapped ? second : first, swapped ? first : second);
    switch (op) {
      case LESS, GREATER -> code.jump(when ? Condition.ABOVE : Condition.BELOW_EQUAL, target);
      case LESS_EQUAL, GREATER_EQUAL ->
          code.jump(when ? Condition.ABOVE_EQUAL : Condition.BELOW, target);
      default -> {
        if ((op == BinaryOp.EQUAL) == when) {
          Label unordered = code.label("unordered");
          code.jump(Condition.PARITY, unordered);
          code.jump(Condition.EQUAL, target);
          code.add(unordered);
        } else {
          code.jump(Condition.PARITY, target);
          code.jump(Condition.NOT_EQUAL, target);
        }
      }
    }
  }
}
