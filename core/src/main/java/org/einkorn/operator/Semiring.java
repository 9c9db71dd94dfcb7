package org.einkorn.operator;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.einkorn.element.Constant;
import org.einkorn.imp.Imp;

/**
 * Two operators that take the places of + and *: over min-plus a product of matrices gives lengths
 * of shortest paths.
 *
 * @param add reduces as well
 */
public record Semiring(String name, Operator add, Operator multiply) {
  /** The first of two values, as far as the second is not zero. */
  private static final Operator FIRST = picking("first", 0);

  /** The second of two values, as far as the first is not zero. */
  private static final Operator SECOND = picking("second", 1);

  private static final List<Semiring> ALL =
      List.of(
          new Semiring("plus-times", Arithmetic.ADD, Arithmetic.MULTIPLY),
          new Semiring("min-plus", Arithmetic.MIN, Arithmetic.ADD),
          new Semiring("max-plus", Arithmetic.MAX, Arithmetic.ADD),
          new Semiring("min-times", Arithmetic.MIN, Arithmetic.MULTIPLY),
          new Semiring("max-times", Arithmetic.MAX, Arithmetic.MULTIPLY),
          new Semiring("min-max", Arithmetic.MIN, Arithmetic.MAX),
          new Semiring("max-min", Arithmetic.MAX, Arithmetic.MIN),
          new Semiring("or-and", Logical.OR, Logical.AND),
          new Semiring("plus-first", Arithmetic.ADD, FIRST),
          new Semiring("plus-second", Arithmetic.ADD, SECOND),
          new Semiring("min-first", Arithmetic.MIN, FIRST),
          new Semiring("max-first", Arithmetic.MAX, FIRST),
          new Semiring("min-second", Arithmetic.MIN, SECOND),
          new Semiring("max-second", Arithmetic.MAX, SECOND));

  public static List<Semiring> all() {
    return ALL;
  }

  public static Optional<Semiring> named(String name) {
    return ALL.stream().filter(s -> s.name.equals(name)).findFirst();
  }

  /** The sentence for who wrote another name. */
  public static String unknown(String name) {
    return "there is no semiring '" + name + "'; those that are: " + names() + ".";
  }

  /** The names of all, for who wrote another. */
  public static String names() {
    return ALL.stream().map(Semiring::name).collect(Collectors.joining(", "));
  }

  /** The operators of {@link #picking}, which are functions in text too. */
  public static List<Operator> picking() {
    return List.of(FIRST, SECOND);
  }

  private static Operator picking(String name, int picked) {
    int other = 1 - picked;
    return Described.function(name, 2)
        .computes(
            x -> Logical.isTrue(x.get(other)) ? x.get(picked) : Constant.zero(x.get(0).type()),
            x ->
                Imp.select(
                    Imp.equal(x.get(other), Imp.constant(Constant.zero(x.get(0).type().element()))),
                    Imp.constant(Constant.zero(x.get(0).type().element())),
                    x.get(picked)))
        .annihilator(Constant::zero)
        .build();
  }
}
