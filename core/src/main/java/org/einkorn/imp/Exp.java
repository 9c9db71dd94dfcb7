package org.einkorn.imp;

import java.util.List;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;

/**
 * An expression of the imperative language: what generated code computes. Nothing sparse is left
 * here, only scalars, primitive arrays calls to a fixed table of runtime functions, and functions
 * of scalars. Evaluation has no side effect except in {@link Call} and {@link Allocate}.
 *
 * <pre>
 * e ::= constant | variable | array[e] | length(array) | new T[e]
 *     | -e | !e | e op e          operands of a binary operator have one type; comparisons and &amp;&amp; || give bool;
 *                                 integers have bits: &lt;&lt; &gt;&gt;&gt; &amp; | and trailingZeros(e), of a long;
 *                                 false &lt; true, so min and max work on bools
 *     | (T) e                     conversion between scalars, as Java casts; number → bool is e != 0, bool → number 0 or 1
 *     | e ? e : e                 only the chosen branch is evaluated; &amp;&amp; and || are short-circuit likewise
 *     | f(e, …)                   a function of the table, or one that only computes
 *     | array[e : n] | T&lt;n&gt;(e)     a vector of n elements from there on, or of one value n times; - + * / min max
 *                                 work on vectors lane by lane, as they do on scalars
 *     | T&lt;n&gt;(e, …)               a vector of these numbers
 *     | e[n]                      one lane of a vector
 *     | spread(e, e, e)           the third vector, but in the lanes whose bit is set in the first, an int, the first
 *                                 elements of the second vector, in order
 *     | array[e : n | line k : m] of a row of n elements from there on vector number k, of m elements, if vectors begin
 *                                 where lines of memory do: elements beside the row are 0
 * </pre>
 */
public sealed interface Exp {
  Type type();

  record Const(Constant value) implements Exp {
    @Override
    public Type type() {
      return Type.of(value.type());
    }
  }

  /** A local variable or parameter; its name is unique within a function. */
  record Variable(String name, Type type) implements Exp {
    /** Every pass has sets of variables; the name tells them apart. */
    @Override
    public int hashCode() {
      return name.hashCode();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  record Load(Variable array, Exp index) implements Exp {
    public Load {
      require(array.type() instanceof Type.Array, "a load needs an array");
      require(index.type().equals(Type.INT32), "an array index must be an int");
    }

    @Override
    public Type type() {
      return Type.of(array.type().element());
    }
  }

  /**
   * The elements from an index on, as many as there are lanes.
   *
   * @param line or which of them, if they are to be read in lines of memory
   */
  record LoadVector(Variable array, Exp index, int lanes, Optional<Line> line) implements Exp {
    public LoadVector(Variable array, Exp index, int lanes) {
      this(array, index, lanes, Optional.empty());
    }

    public LoadVector {
      require(array.type() instanceof Type.Array, "a load needs an array");
      require(index.type().equals(Type.INT32), "an array index must be an int");
      line.ifPresent(
          part ->
              require(
                  part.rows.array().type().element() == array.type().element()
                      && part.rows.lanes() == lanes
                      && part.number <= part.rows.size() / lanes,
                  "a vector that is no part of a row"));
    }

    /** How many elements from the index on there must be. */
    public int extent() {
      return line.map(part -> part.rows.size()).orElse(lanes);
    }

    @Override
    public Type type() {
      return new Type.Vector(array.type().element(), lanes);
    }
  }

  /**
   * How rows lie in vectors that do not begin where a row does, but so many elements before it as
   * the first element of an array lies behind the beginning of a line of memory. Where that is
   * nobody knows before code runs; any number below that of the lanes is right. There is one vector
   * more than would be needed for the row alone.
   *
   * @param array whose lines they are, which a row is then read in without touching two at a time:
   *     a parameter of the function, which it reads
   * @param size how many elements a row has: a multiple of the lanes
   */
  record LineRows(Variable array, int size, int lanes) {
    public LineRows {
      require(array.type() instanceof Type.Array, "lines of something that is no array");
      require(size > 0 && size % lanes == 0, "rows of " + size + " in vectors of " + lanes);
    }

    /** How many vectors there are. */
    public int vectors() {
      return size / lanes + 1;
    }
  }

  /** One of the vectors that a row lies in. */
  record Line(LineRows rows, int number) {
    /** Whether it has elements of the row alone, wherever that begins. */
    public boolean isWithin() {
      return number > 0 && number < rows.size() / rows.lanes();
    }
  }

  /** The same value in every lane. */
  record Broadcast(Exp value, int lanes) implements Exp {
    public Broadcast {
      require(value.type() instanceof Type.Scalar, "a broadcast of " + value.type());
    }

    @Override
    public Type type() {
      return new Type.Vector(value.type().element(), lanes);
    }
  }

  /** A vector of numbers, the first one in the first lane. */
  record Joined(List<Exp> numbers) implements Exp {
    public Joined {
      numbers = List.copyOf(numbers);
      require(numbers.size() > 1, "a vector of " + numbers.size());
      Type type = numbers.getFirst().type();
      require(
          type instanceof Type.Scalar && numbers.stream().allMatch(e -> e.type().equals(type)),
          "a vector of different types");
    }

    @Override
    public Type type() {
      return new Type.Vector(numbers.getFirst().type().element(), numbers.size());
    }
  }

  /** One element of a vector. */
  record Lane(Exp vector, int lane) implements Exp {
    public Lane {
      require(
          vector.type() instanceof Type.Vector v && lane >= 0 && lane < v.lanes(),
          "lane " + lane + " of " + vector.type());
    }

    @Override
    public Type type() {
      return Type.of(vector.type().element());
    }
  }

  /**
   * The first elements of a vector, in order, in the lanes whose bit is set, and what another one
   * has in the others.
   *
   * @param bits an int, whose lowest bit is that of the first lane
   */
  record Spread(Exp bits, Exp vector, Exp others) implements Exp {
    public Spread {
      require(bits.type().equals(Type.INT32), "lanes must be the bits of an int");
      require(
          vector.type() instanceof Type.Vector && vector.type().equals(others.type()),
          "a spread of " + vector.type() + " and " + others.type());
    }

    @Override
    public Type type() {
      return vector.type();
    }
  }

  /**
   * An index that lies inside the array of which it is one: whoever writes it is certain of that,
   * and machine code does not test it. Anywhere else it is no more than the number.
   */
  record Inside(Exp index) implements Exp {
    public Inside {
      require(index.type().equals(Type.INT32), "an index must be an int");
    }

    @Override
    public Type type() {
      return Type.INT32;
    }
  }

  record Length(Variable array) implements Exp {
    public Length {
      require(array.type() instanceof Type.Array, "a length needs an array");
    }

    @Override
    public Type type() {
      return Type.INT32;
    }
  }

  /** A new zeroed array; the length is an int. */
  record Allocate(ElementType element, Exp length) implements Exp {
    public Allocate {
      require(length.type().equals(Type.INT32), "an array length must be an int");
    }

    @Override
    public Type type() {
      return Type.arrayOf(element);
    }
  }

  enum UnaryOp {
    NEGATE("-"),
    NOT("!"),
    /** Of a long: how many zeros its bits end with, 64 if it is zero. */
    TRAILING_ZEROS("trailingZeros");

    public final String symbol;

    UnaryOp(String symbol) {
      this.symbol = symbol;
    }
  }

  record Unary(UnaryOp op, Exp operand) implements Exp {
    public Unary {
      require(
          operand.type() instanceof Type.Scalar || operand.type() instanceof Type.Vector,
          "operator " + op.symbol + " on " + operand.type());
      require(
          switch (op) {
            case NOT -> operand.type().equals(Type.BOOL);
            case NEGATE -> !operand.type().equals(Type.BOOL);
            case TRAILING_ZEROS -> operand.type().equals(Type.INT64);
          },
          "operator " + op.symbol + " on " + operand.type());
    }

    @Override
    public Type type() {
      return operand.type();
    }
  }

  /** Binary operators with the precedence they have in Java; MIN and MAX print as calls. */
  enum BinaryOp {
    MULTIPLY("*", 12),
    DIVIDE("/", 12),
    REMAINDER("%", 12),
    ADD("+", 11),
    SUBTRACT("-", 11),
    /** By the lowest bits of the right operand, as in Java. */
    SHIFT_LEFT("<<", 10),
    SHIFT_RIGHT(">>>", 10),
    LESS("<", 9),
    LESS_EQUAL("<=", 9),
    GREATER(">", 9),
    GREATER_EQUAL(">=", 9),
    EQUAL("==", 8),
    NOT_EQUAL("!=", 8),
    BIT_AND("&", 7),
    BIT_OR("|", 5),
    AND("&&", 4),
    OR("||", 3),
    MIN("min", 16),
    MAX("max", 16);

    public final String symbol;
    public final int precedence;

    BinaryOp(String symbol, int precedence) {
      this.symbol = symbol;
      this.precedence = precedence;
    }

    public boolean isComparison() {
      return precedence == 9 || precedence == 8;
    }

    public boolean isLogical() {
      return this == AND || this == OR;
    }

    /**
     * The comparison that holds where this one does not; with a NaN both {@code <} and {@code >=}
     * fail.
     */
    public BinaryOp negated() {
      return switch (this) {
        case LESS -> GREATER_EQUAL;
        case LESS_EQUAL -> GREATER;
        case GREATER -> LESS_EQUAL;
        case GREATER_EQUAL -> LESS;
        case EQUAL -> NOT_EQUAL;
        case NOT_EQUAL -> EQUAL;
        default -> throw new IllegalArgumentException(symbol + " is no comparison");
      };
    }

    /**
     * Whether it takes operands of the type: bools have no arithmetic, and only they have
     * &amp;&amp; and ||.
     */
    public boolean accepts(Type type) {
      if (type instanceof Type.Vector(ElementType element, int lanes)) {
        return switch (this) {
          case MULTIPLY, ADD, SUBTRACT, MIN, MAX -> element != ElementType.BOOL;
          case DIVIDE -> element.isFloat();
          default -> false;
        };
      }
      if (!(type instanceof Type.Scalar)) {
        return false;
      }
      return switch (this) {
        case MULTIPLY, DIVIDE, REMAINDER, ADD, SUBTRACT -> !type.equals(Type.BOOL);
        case AND, OR -> type.equals(Type.BOOL);
        case SHIFT_LEFT, SHIFT_RIGHT, BIT_AND, BIT_OR ->
            type.equals(Type.INT32) || type.equals(Type.INT64);
        case LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, EQUAL, NOT_EQUAL, MIN, MAX -> true;
      };
    }
  }

  record Binary(BinaryOp op, Exp left, Exp right) implements Exp {
    public Binary {
      require(
          left.type().equals(right.type()),
          "operator " + op.symbol + " on " + left.type() + " and " + right.type());
      require(op.accepts(left.type()), "operator " + op.symbol + " on " + left.type());
    }

    @Override
    public Type type() {
      return op.isComparison() ? Type.BOOL : left.type();
    }
  }

  record Cast(ElementType target, Exp operand) implements Exp {
    public Cast {
      require(operand.type() instanceof Type.Scalar, "a conversion of " + operand.type());
    }

    @Override
    public Type type() {
      return Type.of(target);
    }
  }

  record Select(Exp condition, Exp whenTrue, Exp whenFalse) implements Exp {
    public Select {
      require(condition.type().equals(Type.BOOL), "a condition must be a bool");
      require(whenTrue.type().equals(whenFalse.type()), "both branches must have one type");
    }

    @Override
    public Type type() {
      return whenTrue.type();
    }
  }

  record Call(RuntimeFunction function, List<Exp> arguments) implements Exp {
    public Call {
      arguments = List.copyOf(arguments);
      function.check(arguments);
    }

    @Override
    public Type type() {
      return function.resultType(arguments);
    }
  }

  /**
   * What a coordinate is where a function is called; who asks is told if it fails.
   *
   * @param coordinate an int
   */
  record Witness(String variable, Exp coordinate) {
    public Witness {
      require(coordinate.type().equals(Type.INT32), "a coordinate must be an int");
    }
  }

  /**
   * A call that only computes.
   *
   * @param witnesses evaluated only when the function fails
   */
  record Invoke(ScalarFunction function, List<Exp> arguments, List<Witness> witnesses)
      implements Exp {
    public Invoke(ScalarFunction function, List<Exp> arguments) {
      this(function, arguments, List.of());
    }

    public Invoke {
      arguments = List.copyOf(arguments);
      witnesses = List.copyOf(witnesses);
      require(
          arguments.stream()
              .map(Exp::type)
              .toList()
              .equals(function.parameters().stream().map(Type::of).toList()),
          function + " called with other types");
    }

    @Override
    public Type type() {
      return Type.of(function.result());
    }
  }

  static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
