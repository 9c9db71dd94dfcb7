package org.einkorn.lower;

import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.not;
import static org.einkorn.imp.Imp.store;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.Constant;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Walk;

/**
 * Adds to places of an array that come several times in a row. What is there stays in a variable as
 * long as the place is the same; read from memory, it would have to wait for what was written just
 * before.
 *
 * <pre>
 * if (i != i_before) {
 *   y_val = y_vals[i];
 *   i_before = i;
 * }
 * y_val += e;
 * y_vals[i] = y_val;
 * </pre>
 *
 * @param start what goes in front of the loop
 * @param body of the loop, in place of {@code y_vals[i] += e}
 */
record RunningSum(Stmt start, Stmt body) {
  /**
   * A running sum for the body of a loop, if all that it does is to add to a place that changes
   * only with coordinates which repeat.
   *
   * @param changing what else changes from one round to the next
   */
  static Optional<RunningSum> of(
      Stmt body, Set<Variable> repeating, Set<Variable> changing, Names names) {
    if (!(body instanceof Stmt.Update update) || update.op().isLogical()) {
      return Optional.empty();
    }
    Set<Variable> place = new HashSet<>();
    Walk.reads(update.index(), place::add);
    Set<Variable> value = new HashSet<>();
    Walk.reads(update.value(), value::add);
    boolean repeats =
        place.stream().anyMatch(repeating::contains)
            && place.stream()
                .noneMatch(v -> changing.contains(v) || v.type() instanceof Type.Array);
    return repeats && !value.contains(update.array())
        ? Optional.of(of(update, names))
        : Optional.empty();
  }

  private static RunningSum of(Stmt.Update update, Names names) {
    Type type = Type.of(update.array().type().element());
    String array = update.array().name();
    Variable sum =
        names.fresh(
            array.endsWith("s") ? array.substring(0, array.length() - 1) : array + "_val", type);
    List<Stmt> body = new ArrayList<>();
    Variable place;
    if (update.index() instanceof Variable v) {
      place = v;
    } else {
      place = names.fresh("place", Type.INT32);
      body.add(declare(place, update.index()));
    }
    Variable before = names.fresh(place.name() + "_before", Type.INT32);
    body.add(
        ifThen(
            not(equal(place, before)),
            block(assign(sum, load(update.array(), place)), assign(before, place))));
    body.add(assign(sum, new Exp.Binary(update.op(), sum, update.value())));
    body.add(store(update.array(), place, sum));
    Stmt start =
        block(declare(before, constant(-1)), declare(sum, constant(Constant.zero(type.element()))));
    return new RunningSum(start, block(body));
  }
}
