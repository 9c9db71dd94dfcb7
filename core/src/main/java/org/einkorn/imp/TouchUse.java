package org.einkorn.imp;

import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.lessEqual;
import static org.einkorn.imp.Imp.subtract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;

/**
 * What is done in the end with places that were touched, one after the other in order, and for
 * which there has to be room:
 *
 * <pre>
 * int room = total(used, n);
 * if (out.length &lt; room) …
 * for (int t = 0; t &lt; n; t++) { out[used] = values[list[t]]; used++; }
 * </pre>
 *
 * It can be done without a list too, if there is room: who makes it goes on with what was listed.
 *
 * @param number of the loop, among the statements after the ordering
 * @param hasRoom whether there is room for as many as are touched
 */
record TouchUse(int number, Exp hasRoom, OrderedLoop loop, Touch touch) {
  /**
   * @param after the statements after the ordering
   * @param touches how many are touched at most
   * @param whole all that may read what is listed
   */
  static Optional<TouchUse> of(Touch touch, List<Stmt> after, Variable touches, Stmt whole) {
    Exp hasRoom = Imp.constant(true);
    Variable room = null;
    Exp used = null;
    for (int k = 0; k < after.size(); k++) {
      Optional<OrderedLoop> loop = OrderedLoop.of(after.get(k), touch.list(), touch.n(), whole);
      if (loop.isPresent()) {
        return Optional.of(new TouchUse(k, hasRoom, loop.get(), touch))
            .filter(TouchUse::needsOnlyValues)
            .filter(use -> use.isLast(after));
      }
      if (after.get(k) instanceof Stmt.Declare(Variable v, Exp.Call(RuntimeFunction f, List<Exp> x))
          && f == RuntimeFunction.TOTAL
          && x.get(0) instanceof Variable
          && x.get(1).equals(touch.n())) {
        room = v;
        used = x.getFirst();
      } else if (after.get(k) instanceof Stmt.If(Exp condition, Stmt _, Stmt otherwise)
          && condition instanceof Binary(BinaryOp less, Exp.Length length, Exp needed)
          && less == BinaryOp.LESS
          && needed.equals(room)
          && otherwise.equals(Stmt.NOTHING)) {
        hasRoom = and(hasRoom, lessEqual(touches, subtract(length, used)));
      } else {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** Whether it needs nothing of the row but the value at each place. */
  private boolean needsOnlyValues() {
    Variable place = Imp.variable("coordinate", Type.INT32);
    Variable sum = Imp.variable("sum", Type.of(touch.values().type().element()));
    LocalNames none = new LocalNames(Function.NOTHING);
    List<Variable> row = List.of(touch.seen(), touch.list(), touch.n(), touch.values());
    return of(place, sum, none).stream()
        .noneMatch(s -> Occurrences.used(s).stream().anyMatch(row::contains));
  }

  /** Whether nobody needs the row afterwards: then nothing has to be touched. */
  private boolean isLast(List<Stmt> after) {
    List<Variable> row = touch.row();
    return after.subList(number + 1, after.size()).stream()
        .noneMatch(s -> Occurrences.used(s).stream().anyMatch(row::contains));
  }

  /**
   * Arrays to which it appends.
   *
   * @param used how many elements they have
   * @param places those to which places are appended
   * @param values those to which values are appended
   */
  record Appended(Variable used, List<Variable> places, List<Variable> values) {
    /** Whether all have room for so many more. */
    Exp hasRoom(Exp more) {
      Exp has = Imp.constant(true);
      for (List<Variable> arrays : List.of(places, values)) {
        for (Variable array : arrays) {
          has = and(has, lessEqual(more, subtract(Imp.length(array), used)));
        }
      }
      return has;
    }

    /** Whether a statement appends to the arrays as well, or does anything else with them. */
    boolean isChangedBy(Stmt s) {
      Set<Variable> named = Occurrences.used(s);
      return Occurrences.assigned(s).contains(used)
          || places.stream().anyMatch(named::contains)
          || values.stream().anyMatch(named::contains);
    }
  }

  /** What it appends to which arrays, if that is all it does. */
  Optional<Appended> appended() {
    Variable place = Imp.variable("coordinate", Type.INT32);
    Variable sum = Imp.variable("sum", Type.of(touch.values().type().element()));
    List<Stmt> done = of(place, sum, new LocalNames(Function.NOTHING));
    if (!(done.getLast() instanceof Stmt.Assign(Variable used, Exp _))
        || !done.getLast().equals(Imp.increment(used))) {
      return Optional.empty();
    }
    Appended appended = new Appended(used, new ArrayList<>(), new ArrayList<>());
    for (Stmt s : done.subList(0, done.size() - 1)) {
      if (!(s instanceof Stmt.Store(Variable array, Exp index, Exp value, boolean _))
          || !index.equals(used)
          || appended.places.contains(array)
          || appended.values.contains(array)) {
        return Optional.empty();
      }
      if (value.equals(place)) {
        appended.places.add(array);
      } else if (value.equals(sum)) {
        appended.values.add(array);
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(appended);
  }

  /** What is done with a place and its value, with variables of its own. */
  List<Stmt> of(Variable place, Exp value, LocalNames names) {
    Exp sum = Imp.load(touch.values(), place);
    List<Stmt> done = new ArrayList<>();
    loop.body(place, names).forEach(s -> done.add(Copying.exchange(s, Map.of(sum, value))));
    return done;
  }
}
