package org.einkorn.imp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;

/**
 * Adds to one of many places, of which those are listed that were touched in this turn:
 *
 * <pre>
 * if (seen[place] != turn) {
 *   seen[place] = turn;
 *   list[n] = place;
 *   n++;
 *   values[place] = value;
 * } else {
 *   values[place] += value;
 * }
 * </pre>
 */
record Touch(
    Variable seen,
    Variable turn,
    Variable list,
    Variable n,
    Variable place,
    Variable values,
    Exp value) {
  static Optional<Touch> of(Stmt s) {
    if (s instanceof Stmt.If(Exp condition, Stmt whenTrue, Stmt whenFalse)
        && condition instanceof Binary(BinaryOp op, Exp.Load(Variable seen, Exp at), Exp now)
        && op == BinaryOp.NOT_EQUAL
        && at instanceof Variable place
        && now instanceof Variable turn
        && whenFalse instanceof Stmt.Update(Variable values, Exp there, BinaryOp add, Exp value)
        && add == BinaryOp.ADD
        && there.equals(place)
        && whenTrue instanceof Stmt.Block(List<Stmt> first)
        && first.size() == 4
        && first.get(1) instanceof Stmt.Store(Variable list, Exp last, Exp _, boolean _)
        && last instanceof Variable n) {
      Touch touch = new Touch(seen, turn, list, n, place, values, value);
      return first.equals(touch.first()) ? Optional.of(touch) : Optional.empty();
    }
    return Optional.empty();
  }

  /** All in a statement. */
  static List<Touch> in(Stmt s) {
    List<Touch> touches = new ArrayList<>();
    of(s).ifPresent(touches::add);
    Walk.parts(s).forEach(part -> touches.addAll(in(part)));
    return touches;
  }

  /** The statement without them. */
  static Stmt without(Stmt s) {
    return of(s).isPresent() ? Stmt.NOTHING : Walk.map(s, e -> e, Touch::without);
  }

  /** What makes the row of places. */
  List<Variable> row() {
    return List.of(seen, turn, list, n, values);
  }

  /** What gives any number when that is added: a zero with a sign, for the other has none. */
  Exp nothing() {
    ElementType element = values.type().element();
    return Imp.constant(element.isFloat() ? Constant.of(-0.0).as(element) : Constant.zero(element));
  }

  /** What is done the first time. */
  private List<Stmt> first() {
    return List.of(
        Imp.store(seen, place, turn),
        Imp.store(list, n, place),
        Imp.increment(n),
        Imp.store(values, place, value));
  }

  /** The same at a place that had nothing to add to before, which is not listed. */
  List<Stmt> withoutLooking() {
    return withoutLooking(place, value);
  }

  List<Stmt> withoutLooking(Exp otherPlace, Exp otherValue) {
    return List.of(
        Imp.store(seen, otherPlace, turn),
        Imp.update(values, otherPlace, BinaryOp.ADD, otherValue));
  }
}
