package org.einkorn.lower;

import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.length;
import static org.einkorn.imp.Imp.not;

import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Stmt;

/**
 * Where the values of a result lie: in new memory or, if it is as long as they are, in spare
 * memory, in which anything may stand.
 *
 * @param cleared whether the loops set every value before they read it
 */
record ResultMemory(Optional<Variable> spare, boolean cleared) {
  static final ResultMemory NEW = new ResultMemory(Optional.empty(), false);

  /** Declares the values, so many. */
  Stmt values(TensorCode code, Exp count) {
    Exp allocated = new Exp.Allocate(code.type().element(), count);
    if (spare.isEmpty()) {
      return declare(code.values(), allocated);
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
