package org.einkorn.format;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.cast;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.lessEqual;

import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Stmt;

/** Code that makes room in an array that grows. */
public final class Growth {
  private Growth() {}

  /** {@code if (array.length <= index) array = grow(array, index + 1)}. */
  public static Stmt reserve(Variable array, Exp index) {
    Exp needed = add(cast(ElementType.INT64, index), constant(Constant.of(1L)));
    return ifThen(
        lessEqual(new Exp.Length(array), index),
        assign(array, call(RuntimeFunction.GROW, array, needed)));
  }
}
