package org.einkorn.lower;

import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.store;

import java.util.List;
import java.util.function.Supplier;
import org.einkorn.element.Constant;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.notation.Expression.Access;
import org.einkorn.plan.Plan;

/** Writes the code that makes the arrays of the result. */
interface ResultCode {
  /** What stands before the loops. */
  Stmt start();

  /** One child, appended after its body ran. */
  Stmt append(Plan.Append append, Stmt body, Scope scope);

  /** The children of one parent. */
  Stmt segment(Plan.Segment segment, Stmt body, Scope scope);

  /**
   * Loops, after room was made for all that they append, so that their rounds need not look whether
   * there is any; as they are if they do other things, too.
   *
   * @param bodies what a round may do
   * @param rounds how many there are at most
   * @param exact whether there are exactly so many, and every one appends
   */
  Stmt withRoom(List<Plan> bodies, Exp rounds, boolean exact, Supplier<Stmt> loops);

  /**
   * Whether a store may be out of bounds, because the result begins with arrays that do not grow
   * and may be too short.
   */
  boolean mayFail();

  /**
   * Whether it may be written into the arrays of a whole result: its entries are those of the last
   * level, and every parent tells where its entries end. Only known after the loops were written.
   */
  boolean canBeWrittenInPlace();

  /** Where the value at the scope's coordinates belongs. */
  Exp valuePosition(Access target, Scope scope);

  /** What stands after the loops. */
  Stmt finish();

  /** The arrays of the levels, as far as the code gives them, then the values. */
  List<Variable> results();

  /**
   * The values of the assembled result, a parameter when only values are computed: their number is
   * what counts.
   */
  static Variable assembledValues(TensorCode code) {
    return new Variable(code.values().name() + "_assembled", code.values().type());
  }

  /** Sets the values there to what they are if nothing is assigned. */
  static Stmt fill(TensorCode code, Constant background, Names names, Exp from, Exp to) {
    Variable p = names.fresh("p", Type.INT32);
    return forLoop(
        p, from, to, store(code.values(), p, constant(background.as(code.type().element()))));
  }
}
