package org.einkorn.imp;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.support.Support;

/**
 * Writes the body of a loop so that it stops where it comes to something that it cannot do, in a
 * branch that may be taken or not; see {@link CoreLoop}. What is left of that turn is a function
 * then: a rest, which is given what the turn has declared so far.
 */
final class LoopStops {
  /** What is left when the loop stops. */
  static final String LEFT = "left";

  private final Predicate<Stmt> isPossible;
  private final LocalNames names;
  private final Variable reason;
  private final Variable place;
  private final List<Function> rests = new ArrayList<>();

  /** What the loop tells a rest of variables that its body declares. */
  private final Set<Variable> told = new LinkedHashSet<>();

  /**
   * @param isPossible whether the loop may have a statement
   * @param reason why the loop stopped: the number of a rest, from 1 on
   * @param place in which turn
   */
  LoopStops(Predicate<Stmt> isPossible, LocalNames names, Variable reason, Variable place) {
    this.isPossible = isPossible;
    this.names = names;
    this.reason = reason;
    this.place = place;
  }

  /** One for each reason to stop. */
  List<Function> rests() {
    return rests;
  }

  Set<Variable> told() {
    return told;
  }

  /** The variable that those after a statement see; a block has its own. */
  static Optional<Variable> declared(Stmt s) {
    return s instanceof Stmt.Declare d ? Optional.of(d.variable()) : Optional.empty();
  }

  /**
   * A place to stop: before a statement of the loop's body.
   *
   * @param earlier what has been done
   * @param rest what is left to do
   * @param all the variables that a rest may use besides those of the body
   * @param assigned those among them that the body gives other values
   */
  record Stop(
      Variable counter,
      List<Stmt> earlier,
      List<Stmt> rest,
      List<Variable> all,
      List<Variable> assigned) {
    /** A place in a branch of the next statement, before one of its own. */
    Stop in(List<Stmt> branch, int number) {
      List<Stmt> before = new ArrayList<>(earlier);
      before.addAll(branch.subList(0, number));
      List<Stmt> left = new ArrayList<>(branch.subList(number, branch.size()));
      left.addAll(rest.subList(1, rest.size()));
      return new Stop(counter, before, left, all, assigned);
    }
  }

  /** Writes what the loop does for the next statement; false if it can do nothing for it. */
  boolean write(Stop stop, Orderings orderings, List<Stmt> written) {
    Stmt next = stop.rest.getFirst();
    return next instanceof Stmt.If(Exp condition, Stmt whenTrue, Stmt.Block whenFalse)
            && isPossible.test(Imp.ifThen(condition, whenTrue))
            && !isPossible.test(whenFalse)
            && writeOther(condition, whenTrue, whenFalse, stop, orderings, written)
        || write(orderings.written(next), stop, written);
  }

  /**
   * Writes a branch that stops at some of its statements, if it can do that. It is the second one
   * because the first is what is done at once, without anything that would have to stop.
   */
  private boolean writeOther(
      Exp condition,
      Stmt whenTrue,
      Stmt.Block whenFalse,
      Stop stop,
      Orderings orderings,
      List<Stmt> written) {
    int restsBefore = rests.size();
    Set<Variable> toldBefore = Set.copyOf(told);
    List<Stmt> branch = orderings.joined(whenFalse.statements());
    List<Stmt> others = new ArrayList<>();
    for (int k = 0; k < branch.size(); k++) {
      if (!write(stop.in(branch, k), orderings, others)) {
        rests.subList(restsBefore, rests.size()).clear();
        told.retainAll(toldBefore);
        return false;
      }
    }
    written.add(new Stmt.If(condition, whenTrue, new Stmt.Block(others)));
    return true;
  }

  private boolean write(Stmt ordered, Stop stop, List<Stmt> written) {
    if (isPossible.test(ordered)) {
      written.add(ordered);
      return true;
    }
    if (ordered instanceof Stmt.If i) {
      written.add(stoppingIn(i, stop, new Exit()));
      return true;
    }
    // A sum that an array can be long: others say what is wrong if it cannot.
    if (ordered
            instanceof Stmt.Declare(Variable v, Exp.Call(RuntimeFunction total, List<Exp> terms))
        && total == RuntimeFunction.TOTAL) {
      Exp sum =
          Imp.add(
              Imp.cast(ElementType.INT64, terms.get(0)), Imp.cast(ElementType.INT64, terms.get(1)));
      Stmt declared = Imp.declare(v, Imp.add(terms.get(0), terms.get(1)));
      if (isPossible.test(declared)) {
        Exp limit = Imp.constant((long) Support.MAX_LENGTH);
        written.add(Imp.ifThen(Imp.less(limit, sum), new Exit().code(stop)));
        written.add(declared);
        return true;
      }
    }
    return false;
  }

  /** Stops in branches that are impossible. */
  private Stmt stoppingIn(Stmt s, Stop stop, Exit exit) {
    if (isPossible.test(s)) {
      return s;
    }
    return s instanceof Stmt.If(Exp condition, Stmt whenTrue, Stmt whenFalse)
            && isPossible.test(Imp.ifThen(condition, Stmt.NOTHING))
        ? new Stmt.If(
            condition, stoppingIn(whenTrue, stop, exit), stoppingIn(whenFalse, stop, exit))
        : exit.code(stop);
  }

  /** One reason to stop, at one statement or at several branches of it. */
  private final class Exit {
    private Stmt code;

    Stmt code(Stop stop) {
      if (code == null) {
        code = leave(stop);
      }
      return code;
    }
  }

  private Stmt leave(Stop stop) {
    Set<Variable> used = Occurrences.used(new Stmt.Block(stop.rest));
    List<Stmt> leave = new ArrayList<>();
    List<Variable> taken = new ArrayList<>(stop.all);
    taken.add(place);
    List<Stmt> beginning = new ArrayList<>();
    beginning.add(Imp.declare(stop.counter, place));
    for (Stmt earlier : stop.earlier) {
      declared(earlier)
          .filter(used::contains)
          .ifPresent(
              v -> {
                Variable copy = names.fresh(v.name() + "_then", v.type());
                told.add(copy);
                leave.add(Imp.assign(copy, v));
                taken.add(copy);
                beginning.add(Imp.declare(v, copy));
              });
    }
    beginning.addAll(stop.rest);
    rests.add(CoreLoopBuilder.function("rest", taken, stop.assigned, beginning));
    leave.add(Imp.assign(reason, Imp.constant(rests.size())));
    leave.add(Imp.assign(place, stop.counter));
    leave.add(Imp.breakTo(LEFT));
    return new Stmt.Block(leave);
  }
}
