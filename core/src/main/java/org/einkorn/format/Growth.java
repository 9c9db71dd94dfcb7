package org.einkorn.format;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.cast;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.lessEqual;

import java.util.ArrayList;
import java.util.List;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Stmt;

/** Code that makes room in an array that grows. */
public final class Growth {
  private Growth() {}

  /**
   * {@code if (a.length <= index) { a = grow(a, index + 1); … }}: arrays that always have one
   * length grow together.
   */
  public static Stmt reserve(List<Variable> arrays, Exp index) {
    Exp needed = add(cast(ElementType.INT64, index), constant(Constant.of(1L)));
    return ifThen(lessEqual(new Exp.Length(arrays.getFirst()), index), grow(arrays, needed));
  }

  /** {@code if (a.length < length) { a = grow(a, length); … }}, likewise. */
  public static Stmt reach(List<Variable> arrays, Variable length) {
    return ifThen(
        less(new Exp.Length(arrays.getFirst()), length),
        grow(arrays, cast(ElementType.INT64, length)));
  }

  private static Stmt grow(List<Variable> arrays, Exp needed) {
    List<Stmt> grow = new ArrayList<>();
    arrays.forEach(a -> grow.add(assign(a, call(RuntimeFunction.GROW, a, needed))));
    return block(grow);
  }
}
