package org.einkorn.backend.x64;

import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.UnaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Walk;

/**
 * Whether a function is such that its loops can run as machine code: over the arrays that it is
 * given, without new memory and without calls but of {@link Routines}. All else is left to the JVM.
 */
final class Suitability {
  private final Processor processor;

  private Suitability(Processor processor) {
    this.processor = processor;
  }

  /** What the function has that machine code cannot do; empty if there is nothing. */
  static Optional<String> obstacle(Function function, Processor processor) {
    for (Variable v : function.parameters()) {
      if (!isPassed(v.type())) {
        return Optional.of("a parameter of type " + v.type());
      }
    }
    int arrays = Arguments.arrays(function).size();
    if (arrays > ExecutableMemory.MOST_ARRAYS) {
      return Optional.of(arrays + " arrays");
    }
    for (Variable v : function.results()) {
      if (!(v.type() instanceof Type.Scalar) && !function.parameters().contains(v)) {
        return Optional.of("a result of type " + v.type());
      }
    }
    return RowLines.obstacle(function).or(() -> obstacle(function.body(), processor));
  }

  /** What a statement has. */
  static Optional<String> obstacle(Stmt statement, Processor processor) {
    return new Suitability(processor).obstacle(statement);
  }

  /** Machine code cannot be given an array of bools. */
  private static boolean isPassed(Type type) {
    return type instanceof Type.Scalar
        || type instanceof Type.Array a && a.element() != ElementType.BOOL;
  }

  private Optional<String> obstacle(Stmt s) {
    Optional<String> own =
        switch (s) {
          case Stmt.Run r -> call(r.call());
          case Stmt.Declare d -> ofVariable(d.variable());
          case Stmt.Assign a -> ofVariable(a.variable());
          case Stmt.Update u -> arithmetic(u.op(), u.value().type());
          case Stmt.Block b -> Optional.empty();
          case Stmt.Store t -> Optional.empty();
          case Stmt.StoreRow t -> ofLines(t.rows());
          case Stmt.Prefetch p -> Optional.empty();
          case Stmt.If i -> Optional.empty();
          case Stmt.While w -> Optional.empty();
          case Stmt.For f -> Optional.empty();
          case Stmt.Labelled l -> Optional.empty();
          case Stmt.Break b -> Optional.empty();
          case Stmt.Comment c -> Optional.empty();
        };
    for (Exp e : Walk.expressions(s)) {
      own = own.or(() -> obstacle(e));
    }
    for (Stmt part : Walk.parts(s)) {
      own = own.or(() -> obstacle(part));
    }
    return own;
  }

  private static Optional<String> ofVariable(Variable v) {
    return v.type() instanceof Type.Scalar || v.type() instanceof Type.Vector
        ? Optional.empty()
        : Optional.of("a variable of type " + v.type());
  }

  private Optional<String> obstacle(Exp e) {
    Optional<String> own =
        switch (e) {
          case Exp.Allocate a -> Optional.of("a new array");
          case Exp.Call c -> call(c);
          case Exp.Invoke i -> Optional.of("a call of " + i.function());
          case Exp.Binary b -> isShift(b) ? Optional.empty() : arithmetic(b.op(), b.left().type());
          case Exp.Unary u ->
              u.op() == UnaryOp.NEGATE
                      && u.type() instanceof Type.Vector
                      && !u.type().element().isFloat()
                  ? Optional.of("a negative vector of integers")
                  : Optional.empty();
          case Exp.Cast c ->
              c.operand().type().element().isFloat()
                      && !c.target().isFloat()
                      && c.target() != ElementType.BOOL
                  ? Optional.of("a floating-point number made an integer")
                  : Optional.empty();
          case Exp.Joined j ->
              j.type().element().isFloat() && Expressions.bytes(j.type()) <= Lanes.MOST_JOINED
                  ? ofVector(j.type())
                  : Optional.of("numbers joined to " + j.type());
          case Exp.Lane l ->
              l.vector().type().element().isFloat()
                  ? Optional.empty()
                  : Optional.of("a lane of integers");
          case Exp.LoadVector l ->
              ofVector(l.type()).or(() -> l.line().flatMap(line -> ofLines(line.rows())));
          case Exp.Broadcast b -> ofVector(b.type());
          case Exp.Spread s ->
              processor.hasAvx512() ? ofVector(s.type()) : Optional.of("a spread of " + s.type());
          case Exp.Const c -> Optional.empty();
          case Variable v -> Optional.empty();
          case Exp.Load l -> Optional.empty();
          case Exp.Length l -> Optional.empty();
          case Exp.Inside i -> Optional.empty();
          case Exp.Select s -> Optional.empty();
        };
    for (Exp child : Walk.children(e)) {
      own = own.or(() -> obstacle(child));
    }
    return own;
  }

  private Optional<String> call(Exp.Call c) {
    return Routines.has(c.function(), processor)
        ? Optional.empty()
        : Optional.of("a call of " + c.function());
  }

  private Optional<String> ofVector(Type type) {
    int bytes = ((Type.Vector) type).lanes() * type.element().bytes();
    return type.element() == ElementType.BOOL
            || bytes < 16
            || bytes > processor.vectorBytes()
            || Integer.bitCount(bytes) != 1
        ? Optional.of("a vector of " + bytes + " bytes")
        : Optional.empty();
  }

  private Optional<String> ofLines(Exp.LineRows rows) {
    int bytes = rows.lanes() * rows.array().type().element().bytes();
    return processor.hasAvx512() && bytes == RowLines.BYTES
        ? Optional.empty()
        : Optional.of("a line of " + bytes + " bytes");
  }

  /** Whether integers are divided by a power of two. */
  private static boolean isShift(Exp.Binary b) {
    return (b.op() == BinaryOp.DIVIDE || b.op() == BinaryOp.REMAINDER)
        && b.type() instanceof Type.Scalar
        && b.right() instanceof Exp.Const(Constant c)
        && !c.type().isFloat()
        && c.asLong() > 0
        && c.asLong() <= 1 << 30
        && Long.bitCount(c.asLong()) == 1;
  }

  private Optional<String> arithmetic(BinaryOp op, Type type) {
    boolean isVector = type instanceof Type.Vector;
    boolean possible =
        switch (op) {
          case ADD, SUBTRACT -> true;
          case MULTIPLY ->
              !(isVector && type.element() == ElementType.INT64) || processor.hasAvx512();
          case DIVIDE -> type.element().isFloat();
          case REMAINDER -> false;
          case MIN, MAX -> !isVector || type.element().isFloat();
          case SHIFT_LEFT, SHIFT_RIGHT, BIT_AND, BIT_OR -> true;
          case LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, EQUAL, NOT_EQUAL, AND, OR -> true;
        };
    return possible ? Optional.empty() : Optional.of("operator " + op.symbol + " on " + type);
  }
}
