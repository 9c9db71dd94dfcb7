package org.einkorn.imp;

import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * What evaluating an expression does besides giving a value. Unlike {@link Imp#isPure}, failing
 * does not count: a run that fails may fail less when simplified.
 */
final class Effects {
  private Effects() {}

  /** Whether the expression may go when its value is not used. */
  static boolean canGo(Exp e) {
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
  static boolean isRepeatable(Exp e) {
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

  /**
   * Whether evaluating it again gives the same.
   *
   * @param onlyRead arrays whose elements never change
   * @param changing variables that may change meanwhile
   */
  static boolean isInvariant(Exp e, Set<Variable> onlyRead, Set<Variable> changing) {
    return isRepeatable(e)
        && !Walk.readsAny(
            e, v -> v.type() instanceof Type.Array ? !onlyRead.contains(v) : changing.contains(v));
  }

  /** Whether it may leave a statement around it. */
  static boolean breaks(Stmt s) {
    return s instanceof Stmt.Break || Walk.parts(s).stream().anyMatch(Effects::breaks);
  }
}
