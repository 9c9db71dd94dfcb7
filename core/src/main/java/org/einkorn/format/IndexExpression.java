package org.einkorn.format;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;

/**
 * Integer arithmetic on coordinates, as formats need it: how a level's coordinate follows from the
 * dimensions', and back, and as schedules need it. Divisors are positive: constants in formats; an
 * empty dimension divides like one of size 1.
 *
 * <pre>
 * e ::= x | size(x) | 4 | e + e | e - e | e * e | e / e | e % e
 * </pre>
 *
 * @param <V> what x is: a dimension's or level's number, or an index variable
 */
public sealed interface IndexExpression<V> {
  record Value<V>(V of) implements IndexExpression<V> {}

  record Size<V>(V of) implements IndexExpression<V> {}

  record Constant<V>(int value) implements IndexExpression<V> {}

  record Add<V>(IndexExpression<V> left, IndexExpression<V> right) implements IndexExpression<V> {}

  record Subtract<V>(IndexExpression<V> left, IndexExpression<V> right)
      implements IndexExpression<V> {}

  record Multiply<V>(IndexExpression<V> left, IndexExpression<V> right)
      implements IndexExpression<V> {
    public Multiply(IndexExpression<V> left, int by) {
      this(left, new Constant<>(by));
    }

    /** The right side, where it is a constant. */
    public int by() {
      return constant(right);
    }
  }

  record Divide<V>(IndexExpression<V> left, IndexExpression<V> right)
      implements IndexExpression<V> {
    public Divide(IndexExpression<V> left, int by) {
      this(left, new Constant<>(by));
    }

    /** Whether sizes are rounded up, (size + part - 1)/part: less than nothing if both are 0. */
    public boolean roundsUp() {
      return !(right instanceof Constant<V>)
          && (left instanceof Subtract<V>
              || left instanceof Add<V> a && a.right instanceof Subtract<V>);
    }

    /** The right side, where it is a constant. */
    public int by() {
      return constant(right);
    }
  }

  record Modulo<V>(IndexExpression<V> left, IndexExpression<V> right)
      implements IndexExpression<V> {
    public Modulo(IndexExpression<V> left, int by) {
      this(left, new Constant<>(by));
    }

    /** The right side, where it is a constant. */
    public int by() {
      return constant(right);
    }
  }

  /** The same arithmetic on other things, which values and sizes may be taken from separately. */
  default <W> IndexExpression<W> map(Function<V, W> values, Function<V, W> sizes) {
    return switch (this) {
      case Value<V> v -> new Value<>(values.apply(v.of));
      case Size<V> s -> new Size<>(sizes.apply(s.of));
      case Constant<V> c -> new Constant<>(c.value);
      case Add<V> a -> new Add<>(a.left.map(values, sizes), a.right.map(values, sizes));
      case Subtract<V> s -> new Subtract<>(s.left.map(values, sizes), s.right.map(values, sizes));
      case Multiply<V> m -> new Multiply<>(m.left.map(values, sizes), m.right.map(values, sizes));
      case Divide<V> d -> new Divide<>(d.left.map(values, sizes), d.right.map(values, sizes));
      case Modulo<V> m -> new Modulo<>(m.left.map(values, sizes), m.right.map(values, sizes));
    };
  }

  /** The things whose values it is computed from. */
  default Set<V> values() {
    Set<V> all = new LinkedHashSet<>();
    map(
        v -> {
          all.add(v);
          return v;
        },
        v -> v);
    return all;
  }

  /** The number it stands for. */
  default long evaluate(Function<V, Integer> values, Function<V, Integer> sizes) {
    return switch (this) {
      case Value<V> v -> values.apply(v.of);
      case Size<V> s -> sizes.apply(s.of);
      case Constant<V> c -> c.value;
      case Add<V> a -> a.left.evaluate(values, sizes) + a.right.evaluate(values, sizes);
      case Subtract<V> s -> s.left.evaluate(values, sizes) - s.right.evaluate(values, sizes);
      case Multiply<V> m -> m.left.evaluate(values, sizes) * m.right.evaluate(values, sizes);
      case Divide<V> d ->
          (d.roundsUp()
                  ? Math.max(0, d.left.evaluate(values, sizes))
                  : d.left.evaluate(values, sizes))
              / Math.max(1, d.right.evaluate(values, sizes));
      case Modulo<V> m ->
          m.left.evaluate(values, sizes) % Math.max(1, m.right.evaluate(values, sizes));
    };
  }

  /** The largest number that computing it meets. */
  default long peak(Function<V, Integer> values, Function<V, Integer> sizes) {
    long inside =
        switch (this) {
          case Value<V> v -> 0;
          case Size<V> s -> 0;
          case Constant<V> c -> 0;
          case Add<V> a -> Math.max(a.left.peak(values, sizes), a.right.peak(values, sizes));
          case Subtract<V> s -> Math.max(s.left.peak(values, sizes), s.right.peak(values, sizes));
          case Multiply<V> m -> Math.max(m.left.peak(values, sizes), m.right.peak(values, sizes));
          case Divide<V> d -> Math.max(d.left.peak(values, sizes), d.right.peak(values, sizes));
          case Modulo<V> m -> Math.max(m.left.peak(values, sizes), m.right.peak(values, sizes));
        };
    return Math.max(inside, evaluate(values, sizes));
  }

  /** Whether the value of x takes part in it. */
  default boolean uses(V x) {
    return switch (this) {
      case Value<V> v -> v.of.equals(x);
      case Size<V> s -> false;
      case Constant<V> c -> false;
      case Add<V> a -> a.left.uses(x) || a.right.uses(x);
      case Subtract<V> s -> s.left.uses(x) || s.right.uses(x);
      case Multiply<V> m -> m.left.uses(x) || m.right.uses(x);
      case Divide<V> d -> d.left.uses(x) || d.right.uses(x);
      case Modulo<V> m -> m.left.uses(x) || m.right.uses(x);
    };
  }

  /** How it is written, with a name for each x. */
  default String text() {
    return switch (this) {
      case Value<V> v -> v.of.toString();
      case Size<V> s -> "size(" + s.of + ")";
      case Constant<V> c -> String.valueOf(c.value);
      case Add<V> a -> a.left.text() + " + " + a.right.text();
      case Subtract<V> s -> s.left.text() + " - " + factor(s.right);
      case Multiply<V> m -> factor(m.left) + "*" + factor(m.right);
      case Divide<V> d -> factor(d.left) + "/" + factor(d.right);
      case Modulo<V> m -> factor(m.left) + "%" + factor(m.right);
    };
  }

  private static int constant(IndexExpression<?> e) {
    if (e instanceof Constant<?> c) {
      return c.value;
    }
    throw new IllegalStateException(e.text() + " is not constant");
  }

  private static <V> String factor(IndexExpression<V> e) {
    return e instanceof Value || e instanceof Size || e instanceof Constant
        ? e.text()
        : "(" + e.text() + ")";
  }
}
