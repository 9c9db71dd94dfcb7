package org.einkorn.imp;

import static org.einkorn.imp.Imp.constant;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Const;
import org.einkorn.imp.Exp.Unary;
import org.einkorn.imp.Exp.UnaryOp;
import org.einkorn.imp.Exp.Variable;

/**
 * Rewrites a well-formed function until no rule applies, so simplifying twice changes nothing. A
 * run that does not fail gives the same results to the bit; a load or division that would have
 * failed may go if nobody uses its value, but calls that check something stay.
 */
public final class Simplifier {
  /** Variables that are assigned after their declaration. */
  private final Set<Variable> assigned = new HashSet<>();

  /** Variables whose value matters to anything but themselves. */
  private final Set<Variable> read = new HashSet<>();

  /**
   * What stands for a variable that never changes and was declared as a constant or as such a
   * variable.
   */
  private final Map<Variable, Exp> copies = new HashMap<>();

  private Simplifier(Function function) {
    read.addAll(function.results());
    collect(function.body());
    copies.keySet().removeIf(v -> assigned.contains(v) || function.results().contains(v));
    copies.values().removeIf(e -> e instanceof Variable v && assigned.contains(v));
  }

  public static Function simplify(Function function) {
    Function current = function;
    while (true) {
      Stmt body = new Simplifier(current).rewrite(current.body());
      if (body == current.body()) {
        return current;
      }
      current = new Function(current.name(), current.parameters(), current.results(), body);
    }
  }

  // Facts

  private void collect(Stmt s) {
    for (Exp e : Walk.expressions(s)) {
      // x = x + 1 alone gives x no reader.
      Optional<Variable> self =
          s instanceof Stmt.Assign a && canGo(a.value())
              ? Optional.of(a.variable())
              : Optional.empty();
      Walk.reads(
          e,
          v -> {
            if (self.isEmpty() || !self.get().equals(v)) {
              read.add(v);
            }
          });
    }
    switch (s) {
      case Stmt.Declare(Variable variable, Exp value) -> {
        if (value instanceof Const || value instanceof Variable) {
          copies.put(variable, value);
        }
      }
      case Stmt.Assign a -> assigned.add(a.variable());
      case Stmt.Store t -> read.add(t.array());
      case Stmt.Update u -> read.add(u.array());
      case Stmt.Block b -> {}
      case Stmt.Run r -> {}
      case Stmt.If i -> {}
      case Stmt.While w -> {}
      case Stmt.For f -> {}
      case Stmt.Labelled l -> {}
      case Stmt.Break b -> {}
      case Stmt.Comment c -> {}
    }
    for (Stmt part : Walk.parts(s)) {
      collect(part);
    }
  }

  /** Whether the expression may go when its value is not used. */
  private static boolean canGo(Exp e) {
    if (e instanceof Exp.Call c && !c.function().isPure()) {
      return false;
    }
    for (Exp child : Walk.children(e)) {
      if (!canGo(child)) {
        return false;
      }
    }
    return true;
  }

  /** Whether evaluating it twice is evaluating it once. */
  private static boolean isRepeatable(Exp e) {
    if (e instanceof Exp.Call || e instanceof Exp.Allocate) {
      return false;
    }
    for (Exp child : Walk.children(e)) {
      if (!isRepeatable(child)) {
        return false;
      }
    }
    return true;
  }

  private Variable source(Variable v) {
    return copies.get(v) instanceof Variable other ? source(other) : v;
  }

  // Statements

  private Stmt rewrite(Stmt s) {
    List<Exp> expressions = Walk.map(Walk.expressions(s), this::rewrite);
    List<Stmt> parts = Walk.map(Walk.parts(s), this::rewrite);
    return reduce(Walk.with(s, expressions, parts));
  }

  private Stmt reduce(Stmt s) {
    return switch (s) {
      case Stmt.Block b -> flatten(b);
      case Stmt.Declare(Variable x, Exp e) -> {
        if (copies.containsKey(x)) {
          yield Stmt.NOTHING; // T x = y → , with y for x from here on
        }
        yield read.contains(x) ? s : unread(e, s, assigned.contains(x));
      }
      case Stmt.Assign(Variable x, Exp e) -> {
        if (x.equals(e)) {
          yield Stmt.NOTHING; // x = x →
        }
        yield read.contains(x) ? s : unread(e, s, false);
      }
      case Stmt.Store(Variable array, Exp index, Exp value) ->
          source(array) == array ? s : new Stmt.Store(source(array), index, value);
      case Stmt.Update(Variable array, Exp index, BinaryOp op, Exp value) ->
          source(array) == array ? s : new Stmt.Update(source(array), index, op, value);
      case Stmt.Run(Exp.Call call) -> canGo(call) ? Stmt.NOTHING : s; // f(e) → , for a pure f
      case Stmt.If i -> reduceIf(i);
      case Stmt.While(Exp condition, Stmt body) -> {
        if (isFalse(condition)) {
          yield Stmt.NOTHING; // while (false) s →
        }
        yield isNothing(body) && canGo(condition) && !isTrue(condition)
            ? Stmt.NOTHING
            : s; // while (e) {} →
      }
      case Stmt.For f -> reduceFor(f);
      case Stmt.Labelled(String label, Stmt body) -> reduceLabelled(label, body, s);
      case Stmt.Break b -> s;
      case Stmt.Comment c -> s;
    };
  }

  /** A declaration or assignment of a variable that nobody reads. */
  private static Stmt unread(Exp e, Stmt s, boolean needed) {
    if (needed) {
      return s; // its assignments go first
    }
    if (canGo(e)) {
      return Stmt.NOTHING; // x = e →
    }
    return e instanceof Exp.Call call ? new Stmt.Run(call) : s; // x = f(e) → f(e)
  }

  /** Names are unique, so what an inner block declares may live on in the outer one. */
  private static Stmt flatten(Stmt.Block block) {
    List<Stmt> flat = new ArrayList<>();
    boolean changed = false;
    for (Stmt statement : block.statements()) {
      if (!flat.isEmpty() && flat.getLast() instanceof Stmt.Break) {
        changed = true; // break l; s → break l
        break;
      }
      if (statement instanceof Stmt.Block(List<Stmt> inner)) {
        flat.addAll(inner); // s {t …} u → s t … u
        changed = true;
      } else {
        flat.add(statement);
      }
    }
    return changed ? new Stmt.Block(flat) : block;
  }

  private static Stmt reduceIf(Stmt.If s) {
    Exp c = s.condition();
    if (isTrue(c)) {
      return s.whenTrue(); // if (true) s else t → s
    }
    if (isFalse(c)) {
      return s.whenFalse(); // if (false) s else t → t
    }
    if (isNothing(s.whenTrue()) && isNothing(s.whenFalse())) {
      return canGo(c) ? Stmt.NOTHING : s; // if (e) {} else {} →
    }
    if (isNothing(s.whenTrue())) {
      return new Stmt.If(not(c), s.whenFalse()); // if (e) {} else t → if (!e) t
    }
    if (c instanceof Unary(UnaryOp op, Exp e) && op == UnaryOp.NOT && !isNothing(s.whenFalse())) {
      return new Stmt.If(e, s.whenFalse(), s.whenTrue()); // if (!e) s else t → if (e) t else s
    }
    return s;
  }

  private static Stmt reduceFor(Stmt.For s) {
    if (isNothing(s.body()) && canGo(s.from()) && canGo(s.to())) {
      return Stmt.NOTHING; // for (…) {} →
    }
    if (s.from() instanceof Const(Constant from) && s.to() instanceof Const(Constant to)) {
      if (from.asLong() >= to.asLong()) {
        return Stmt.NOTHING; // for (x = 1; x < 1; x++) s →
      }
      if (from.asLong() + 1 == to.asLong()) {
        // for (x = 0; x < 1; x++) s → { x = 0; s }
        return new Stmt.Block(List.of(new Stmt.Declare(s.variable(), s.from()), s.body()));
      }
    }
    return s;
  }

  private static Stmt reduceLabelled(String label, Stmt body, Stmt s) {
    if (!breaksTo(label, body)) {
      return new Stmt.Block(List.of(body)); // l: s → s, if s never breaks to l
    }
    if (body instanceof Stmt.Break) {
      return Stmt.NOTHING; // l: break l →
    }
    if (body instanceof Stmt.Block(List<Stmt> statements)
        && statements.getLast() instanceof Stmt.Break(String to)
        && to.equals(label)) {
      return new Stmt.Labelled(
          label,
          new Stmt.Block(
              statements.subList(0, statements.size() - 1))); // l: { s break l } → l: { s }
    }
    return s;
  }

  private static boolean breaksTo(String label, Stmt s) {
    if (s instanceof Stmt.Break(String to) && to.equals(label)) {
      return true;
    }
    for (Stmt part : Walk.parts(s)) {
      if (breaksTo(label, part)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNothing(Stmt s) {
    return s instanceof Stmt.Comment
        || s instanceof Stmt.Block(List<Stmt> statements)
            && statements.stream().allMatch(Simplifier::isNothing);
  }

  // Expressions

  private Exp rewrite(Exp e) {
    Exp inner = Walk.mapChildren(e, this::rewrite);
    return switch (inner) {
      case Const c -> c;
      case Variable v -> copies.containsKey(v) ? rewrite(copies.get(v)) : v; // x → y after T x = y
      case Exp.Load(Variable array, Exp index) ->
          source(array) == array ? inner : new Exp.Load(source(array), index);
      case Exp.Length(Variable array) ->
          source(array) == array ? inner : new Exp.Length(source(array));
      case Exp.Allocate a -> a;
      case Unary(UnaryOp op, Exp operand) ->
          op == UnaryOp.NOT ? reduceNot(inner, operand) : reduceNegate(inner, operand);
      case Binary b -> reduce(b);
      case Exp.Cast(ElementType target, Exp operand) -> reduceCast(inner, target, operand);
      case Exp.Select s -> reduce(s);
      case Exp.Call c -> c;
    };
  }

  private static Exp not(Exp e) {
    return reduceNot(new Unary(UnaryOp.NOT, e), e);
  }

  private static Exp reduceNot(Exp whole, Exp e) {
    return switch (e) {
      case Const c -> constant(isFalse(c)); // !true → false
      case Unary u -> u.operand(); // !!a → a
      case Binary(BinaryOp op, Exp a, Exp b) when op == BinaryOp.EQUAL ->
          new Binary(BinaryOp.NOT_EQUAL, a, b); // !(a == b) → a != b
      case Binary(BinaryOp op, Exp a, Exp b) when op == BinaryOp.NOT_EQUAL ->
          new Binary(BinaryOp.EQUAL, a, b); // !(a != b) → a == b
      // With a NaN neither a < b nor a >= b holds, so only integers go on.
      case Binary(BinaryOp op, Exp a, Exp b)
          when op.isComparison() && !a.type().element().isFloat() ->
          switch (op) {
            case LESS -> new Binary(BinaryOp.GREATER_EQUAL, a, b); // !(a < b) → a >= b
            case LESS_EQUAL -> new Binary(BinaryOp.GREATER, a, b); // !(a <= b) → a > b
            case GREATER -> new Binary(BinaryOp.LESS_EQUAL, a, b); // !(a > b) → a <= b
            default -> new Binary(BinaryOp.LESS, a, b); // !(a >= b) → a < b
          };
      default -> whole;
    };
  }

  private static Exp reduceNegate(Exp whole, Exp e) {
    return switch (e) {
      case Const(Constant c) -> constant(Constants.apply(UnaryOp.NEGATE, c)); // -(1) → -1
      case Unary u -> u.operand(); // --a → a
      default -> whole;
    };
  }

  private static Exp reduceCast(Exp whole, ElementType target, Exp e) {
    if (e.type().element() == target) {
      return e; // (T) a → a, for a T
    }
    if (e instanceof Const(Constant c)) {
      return constant(c.as(target)); // (double) 1 → 1.0
    }
    // (int) (long) a → a, (boolean) (T) a → a
    return e instanceof Exp.Cast(ElementType between, Exp a)
            && a.type().element() == target
            && (target == ElementType.BOOL
                || target == ElementType.INT32
                    && (between == ElementType.INT64 || between == ElementType.FLOAT64)
                || target == ElementType.FLOAT32 && between == ElementType.FLOAT64)
        ? a
        : whole;
  }

  private static Exp reduce(Exp.Select s) {
    Exp c = s.condition();
    Exp a = s.whenTrue();
    Exp b = s.whenFalse();
    if (isTrue(c)) {
      return a; // true ? a : b → a
    }
    if (isFalse(c)) {
      return b; // false ? a : b → b
    }
    if (a.equals(b) && canGo(c)) {
      return a; // c ? a : a → a
    }
    if (isTrue(a) && isFalse(b)) {
      return c; // c ? true : false → c
    }
    if (isFalse(a) && isTrue(b)) {
      return not(c); // c ? false : true → !c
    }
    return c instanceof Unary(UnaryOp op, Exp e) && op == UnaryOp.NOT
        ? new Exp.Select(e, b, a)
        : s; // !c ? a : b → c ? b : a
  }

  private static Exp reduce(Binary e) {
    Exp a = e.left();
    Exp b = e.right();
    BinaryOp op = e.op();
    if (a instanceof Const(Constant x) && b instanceof Const(Constant y)) {
      return Constants.apply(op, x, y).map(Imp::constant).orElse(e); // 1 + 2 → 3
    }
    if (op.isLogical()) {
      return reduceLogical(e, a, b, op == BinaryOp.OR);
    }
    if (a.type().equals(Type.BOOL)) {
      return reduceBool(e, op, a, b);
    }
    if (a.type().element().isFloat()) {
      return reduceFloat(e, op, a, b);
    }
    return reduceInteger(e, op, a, b);
  }

  /** Written for &&, with {@code absorbing} false; || is its mirror image. */
  private static Exp reduceLogical(Exp whole, Exp a, Exp b, boolean absorbing) {
    if (a instanceof Const c) {
      return isTrue(c) == absorbing ? a : b; // false && b → false; true && b → b
    }
    if (b instanceof Const c) {
      return isTrue(c) != absorbing ? a : canGo(a) ? b : whole; // a && true → a; a && false → false
    }
    return a.equals(b) && isRepeatable(a) ? a : whole; // a && a → a
  }

  private static Exp reduceBool(Exp whole, BinaryOp op, Exp a, Exp b) {
    if (op == BinaryOp.EQUAL || op == BinaryOp.NOT_EQUAL) {
      boolean equal = op == BinaryOp.EQUAL;
      if (b instanceof Const c) {
        return isTrue(c) == equal ? a : not(a); // a == true → a; a == false → !a
      }
      if (a instanceof Const c) {
        return isTrue(c) == equal ? b : not(b); // true == b → b; false == b → !b
      }
    }
    return whole;
  }

  /**
   * Exact for every float: x + 0.0 is missing because it makes 0.0 of -0.0, and 0.0 * x because of
   * NaN and signs.
   */
  private static Exp reduceFloat(Exp whole, BinaryOp op, Exp a, Exp b) {
    return switch (op) {
      case MULTIPLY ->
          isNumber(b, 1.0) ? a : isNumber(a, 1.0) ? b : whole; // a * 1.0 → a; 1.0 * b → b
      case DIVIDE -> isNumber(b, 1.0) ? a : whole; // a / 1.0 → a
      case ADD ->
          isNumber(b, -0.0) ? a : isNumber(a, -0.0) ? b : whole; // a + -0.0 → a; -0.0 + b → b
      case SUBTRACT -> isNumber(b, 0.0) ? a : whole; // a - 0.0 → a
      case MIN, MAX -> a.equals(b) && isRepeatable(a) ? a : whole; // min(a, a) → a
      case REMAINDER, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, EQUAL, NOT_EQUAL, AND, OR -> whole;
    };
  }

  private static Exp reduceInteger(Exp whole, BinaryOp op, Exp a, Exp b) {
    boolean same = a.equals(b) && isRepeatable(a);
    Exp zero = constant(Constant.zero(a.type().element()));
    return switch (op) {
      case ADD -> {
        if (Imp.isInteger(b, 0)) {
          yield a; // a + 0 → a
        }
        yield Imp.isInteger(a, 0) ? b : mergeConstants(whole, op, a, b); // 0 + b → b
      }
      case SUBTRACT -> {
        if (Imp.isInteger(b, 0)) {
          yield a; // a - 0 → a
        }
        if (Imp.isInteger(a, 0)) {
          yield new Unary(UnaryOp.NEGATE, b); // 0 - b → -b
        }
        yield same ? zero : mergeConstants(whole, op, a, b); // a - a → 0
      }
      case MULTIPLY -> {
        if (Imp.isInteger(b, 1)) {
          yield a; // a * 1 → a
        }
        if (Imp.isInteger(a, 1)) {
          yield b; // 1 * b → b
        }
        yield Imp.isInteger(b, 0) && canGo(a) || Imp.isInteger(a, 0) && canGo(b)
            ? zero
            : whole; // a * 0 → 0; 0 * b → 0
      }
      case DIVIDE -> Imp.isInteger(b, 1) ? a : whole; // a / 1 → a
      case REMAINDER -> Imp.isInteger(b, 1) && canGo(a) ? zero : whole; // a % 1 → 0
      case MIN, MAX -> same ? a : whole; // min(a, a) → a
      case LESS, GREATER, NOT_EQUAL -> same ? constant(false) : whole; // a < a → false
      case LESS_EQUAL, GREATER_EQUAL, EQUAL -> same ? constant(true) : whole; // a <= a → true
      case AND, OR -> whole;
    };
  }

  /** (a ± c) ± d → a + e: integers wrap, so sums of constants may be taken first. */
  private static Exp mergeConstants(Exp whole, BinaryOp outer, Exp a, Exp b) {
    if (b instanceof Const(Constant d)
        && a instanceof Binary(BinaryOp inner, Exp x, Exp y)
        && y instanceof Const(Constant c)
        && (inner == BinaryOp.ADD || inner == BinaryOp.SUBTRACT)) {
      long sum =
          (inner == BinaryOp.ADD ? c.asLong() : -c.asLong())
              + (outer == BinaryOp.ADD ? d.asLong() : -d.asLong());
      Constant merged = Constant.of(sum).as(c.type());
      return merged.asLong() == 0 ? x : new Binary(BinaryOp.ADD, x, constant(merged));
    }
    return whole;
  }

  private static boolean isTrue(Exp e) {
    return e instanceof Const(Constant c) && c.type() == ElementType.BOOL && c.asLong() != 0;
  }

  private static boolean isFalse(Exp e) {
    return e instanceof Const(Constant c) && c.type() == ElementType.BOOL && c.asLong() == 0;
  }

  private static boolean isNumber(Exp e, double value) {
    return e instanceof Const(Constant c) && Double.valueOf(value).equals(c.value());
  }
}
