package org.einkorn.operator;

import java.util.function.Function;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Imp;

/** Operators on truth values; a number is true unless it is zero. */
public final class Logical {
  private static final Function<ElementType, Constant> TRUE = type -> Constant.of(true).as(type);
  private static final Function<ElementType, Constant> FALSE = type -> Constant.of(false).as(type);

  public static final Operator AND =
      Described.symbol("&&", 2, Precedence.AND)
          .on(ElementType.BOOL)
          .computes(
              x -> Constant.of(isTrue(x.get(0)) && isTrue(x.get(1))),
              x -> Imp.and(x.get(0), x.get(1)))
          .identity(TRUE)
          .annihilator(FALSE)
          .terminal(_ -> true)
          .commutative()
          .associative()
          .build();

  public static final Operator OR =
      Described.symbol("||", 2, Precedence.OR)
          .on(ElementType.BOOL)
          .computes(
              x -> Constant.of(isTrue(x.get(0)) || isTrue(x.get(1))),
              x -> Imp.or(x.get(0), x.get(1)))
          .identity(FALSE)
          .annihilator(TRUE)
          .terminal(_ -> true)
          .commutative()
          .associative()
          .build();

  public static final Operator NOT =
      Described.symbol("!", 1, Precedence.PREFIX)
          .on(ElementType.BOOL)
          .computes(x -> Constant.of(!isTrue(x.get(0))), x -> Imp.not(x.get(0)))
          .build();

  private Logical() {}

  static boolean isTrue(Constant c) {
    return c.asDouble() != 0;
  }
}
