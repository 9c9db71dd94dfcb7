package org.einkorn.lower;

import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.length;
import static org.einkorn.imp.Imp.not;

import java.util.Map;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Stmt;

/**
 * Where a result lies: in new memory, or in spare memory, in which anything may stand.
 *
 * @param spare for the values; where their number is known before, it must be as long as they are
 * @param cleared whether the loops set every value before they read it
 * @param growing for the arrays of levels that get an element with each position, if these and the
 *     values are to begin with spare arrays, and grow where they are too short
 */
record ResultMemory(Optional<Variable> spare, boolean cleared, Map<Variable, Variable> growing) {
  static final ResultMemory NEW = new ResultMemory(Optional.empty(), false, Map.of());

  /** Declares the values, so many. */
  Stmt values(TensorCode code, Exp count) {
    Exp allocated = new Exp.Allocate(code.type().element(), count);
    if (spare.isEmpty()) {
      return declare(code.values(), allocated);
    }
    if (!growing.isEmpty()) {
      return declare(code.values(), spare.get());
    }
    return block(
        declare(code.values(), spare.get()),
        ifThen(not(equal(length(spare.get()), count)), assign(code.values(), allocated)));
  }

  /** Whether values that nothing was assigned to must be set; new arrays are zero. */
  boolean needs(Constant background, TensorCode code) {
    return spare.isPresent()
        ? !cleared
        : !background.sameValue(Constant.zero(code.type().element()));
  }
}
