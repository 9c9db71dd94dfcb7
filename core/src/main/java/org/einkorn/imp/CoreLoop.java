package org.einkorn.imp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.support.Support;

/**
 * A function in pieces, one of which is a loop that calls nothing and makes no arrays: of those at
 * the top level the one with most loops inside each other, which should take the time.
 *
 * <pre>
 * int[] crd = new int[16];                  before: what the loop needs is made
 * for (int i = 0; i &lt; size; i++) {          loop: from some i to before another
 *   …
 *   if (crd.length &lt; room)                    stops here, and says at which i;
 *     crd = grow(crd, room);                  rest: does this i from here on to its end
 *   …
 * }
 * crd = trim(crd, n);                       after
 * </pre>
 *
 * Whoever runs it calls the loop again and again, each time from where it stopped, with the values
 * that its variables had. What is left to others stands in a branch, so that the loop stops only
 * where that is taken.
 *
 * @param before from the parameters of the whole function; gives all variables that are declared or
 *     assigned before the loop, and between which values it counts
 * @param loop takes some of the parameters and of these variables, and as the last two from which
 *     value of its counter to before which it goes; gives why it stopped, 0 at the end, and at
 *     which value, then variables
 * @param rests one for each other reason to stop, in order; take what the loop was called with or
 *     has given, and give variables
 * @param after gives the results of the whole function
 * @param alike parameters of the loop that are arrays of the same length
 * @param bounds a parameter of the loop that says at a turn's place where its entries begin, and at
 *     the next one where they end, if there is one
 */
public record CoreLoop(
    Function before,
    Function loop,
    List<Function> rests,
    Function after,
    List<Set<Variable>> alike,
    Optional<Variable> bounds) {
  private static final String LEFT = "left";

  public CoreLoop {
    rests = List.copyOf(rests);
    alike = List.copyOf(alike);
  }

  /** With the loop written otherwise. */
  public CoreLoop with(Function other) {
    return new CoreLoop(before, other, rests, after, alike, bounds);
  }

  /** Where the loop begins, and where it ends: the last two results of what is before. */
  public Variable first() {
    return before.results().get(before.results().size() - 2);
  }

  public Variable end() {
    return before.results().getLast();
  }

  /** Why the loop stopped, and where. */
  public Variable reason() {
    return loop.results().get(0);
  }

  public Variable place() {
    return loop.results().get(1);
  }

  /**
   * The pieces of a function whose main loop counts at the top level.
   *
   * @param isPossible whether the loop may have a statement
   * @param maker makes some of the arrays that the function takes
   * @param inRegisters whether a few coordinates are put in order by the processor itself
   */
  public static Optional<CoreLoop> of(
      Function function, Predicate<Stmt> isPossible, Function maker, boolean inRegisters) {
    List<Stmt> statements = Walk.statements(function.body());
    int at = 0;
    for (int k = 1; k < statements.size(); k++) {
      at = loops(statements.get(k)) >= loops(statements.get(at)) ? k : at;
    }
    return !statements.isEmpty() && statements.get(at) instanceof Stmt.For loop
        ? new Builder(function, isPossible, maker, inRegisters)
            .pieces(statements.subList(0, at), loop, statements.subList(at + 1, statements.size()))
        : Optional.empty();
  }

  /** The variable that those after a statement see; a block has its own. */
  private static Optional<Variable> declared(Stmt s) {
    return s instanceof Stmt.Declare d ? Optional.of(d.variable()) : Optional.empty();
  }

  /** How many loops it has inside each other. */
  private static int loops(Stmt s) {
    int inner = Walk.parts(s).stream().mapToInt(CoreLoop::loops).max().orElse(0);
    return s instanceof Stmt.For || s instanceof Stmt.While ? 1 + inner : inner;
  }

  private static final class Builder {
    private final Function function;
    private final Predicate<Stmt> isPossible;
    private final Function maker;
    private final boolean inRegisters;
    private final LocalNames names;
    private final Variable reason;
    private final Variable place;
    private final List<Function> rests = new ArrayList<>();

    /** What the loop tells a rest of variables that its body declares. */
    private final Set<Variable> told = new LinkedHashSet<>();

    Builder(Function function, Predicate<Stmt> isPossible, Function maker, boolean inRegisters) {
      this.function = function;
      this.inRegisters = inRegisters;
      this.isPossible = isPossible;
      this.maker = maker;
      this.names = new LocalNames(function);
      this.reason = names.fresh("stopped", Type.INT32);
      this.place = names.fresh("stopped_at", Type.INT32);
    }

    Optional<CoreLoop> pieces(List<Stmt> first, Stmt.For loop, List<Stmt> last) {
      Set<Variable> made = new LinkedHashSet<>();
      first.forEach(s -> declared(s).ifPresent(made::add));
      Set<Variable> all = new LinkedHashSet<>(function.parameters());
      all.addAll(made);
      List<Variable> assigned =
          Occurrences.assigned(loop.body()).stream().filter(all::contains).toList();

      Orderings orderings = new Orderings(names, function.body(), inRegisters);
      List<Stmt> body = orderings.joined(Walk.statements(loop.body()));
      List<Stmt> written = new ArrayList<>();
      for (int k = 0; k < body.size(); k++) {
        List<Stmt> earlier = body.subList(0, k);
        List<Stmt> rest = body.subList(k, body.size());
        Stop stop = new Stop(loop.variable(), earlier, rest, List.copyOf(all), assigned);
        if (!write(stop, orderings, written)) {
          return Optional.empty();
        }
      }

      Variable from = names.fresh("from", Type.INT32);
      Variable to = names.fresh("to", Type.INT32);
      Stmt.For core = new Stmt.For(loop.variable(), from, to, new Stmt.Block(written));
      Set<Variable> used = Occurrences.used(core);
      List<Variable> taken = new ArrayList<>(all.stream().filter(used::contains).toList());
      List<Variable> given = new ArrayList<>(List.of(reason, place));
      assigned.stream()
          .filter(v -> v.type() instanceof Type.Scalar && used.contains(v))
          .forEach(given::add);
      given.addAll(told);
      taken.add(from);
      taken.add(to);

      Variable begin = names.fresh("begin", Type.INT32);
      Variable end = names.fresh("end", Type.INT32);
      List<Stmt> before = new ArrayList<>(first);
      before.add(Imp.declare(begin, loop.from()));
      before.add(Imp.declare(end, loop.to()));
      List<Variable> prepared = new ArrayList<>(made);
      Set<Variable> changed = Occurrences.assigned(new Stmt.Block(first));
      function.parameters().stream().filter(changed::contains).forEach(prepared::add);
      prepared.add(begin);
      prepared.add(end);

      return Optional.of(
          new CoreLoop(
              function("before", function.parameters(), prepared, before),
              function("loop", taken, given, withResults(core)),
              rests,
              function("after", List.copyOf(all), function.results(), last),
              alike(first, taken),
              bounds(loop, loop.body())));
    }

    /** Where the entries begin and end that a turn goes through. */
    private Optional<Variable> bounds(Stmt.For loop, Stmt s) {
      return s instanceof Stmt.For inner
          ? Rows.bounds(loop.variable(), inner.from(), inner.to())
              .filter(OnlyRead.of(function)::contains)
          : Walk.parts(s).stream().flatMap(part -> bounds(loop, part).stream()).findFirst();
    }

    /** Arrays among these that are made with the same length, however often. */
    private List<Set<Variable>> alike(List<Stmt> first, List<Variable> among) {
      Map<Exp, Set<Variable>> byLength = new LinkedHashMap<>();
      Set<Variable> assigned = Occurrences.assigned(function.body());
      List<Stmt> making = new ArrayList<>(Walk.statements(maker.body()));
      making.addAll(first);
      for (Stmt s : making) {
        if (s instanceof Stmt.Declare(Variable v, Exp.Allocate(ElementType element, Exp length))
            && among.contains(v)
            && Imp.isPure(length)
            && readsNone(length, assigned)
            && isAlwaysMade(v, new Exp.Allocate(element, length), function.body())) {
          byLength.computeIfAbsent(length, l -> new LinkedHashSet<>()).add(v);
        }
      }
      return byLength.values().stream().filter(group -> group.size() > 1).toList();
    }

    private static boolean readsNone(Exp e, Set<Variable> variables) {
      boolean[] none = {true};
      Walk.reads(e, v -> none[0] &= !variables.contains(v));
      return none[0];
    }

    /** Whether whatever a variable is set to is made so. */
    private static boolean isAlwaysMade(Variable v, Exp array, Stmt s) {
      return !(s instanceof Stmt.Assign(Variable other, Exp value)
              && other.equals(v)
              && !value.equals(array))
          && Walk.parts(s).stream().allMatch(part -> isAlwaysMade(v, array, part));
    }

    private List<Stmt> withResults(Stmt core) {
      List<Stmt> all = new ArrayList<>();
      all.add(Imp.declare(reason, Imp.constant(0)));
      all.add(Imp.declare(place, Imp.constant(0)));
      for (Variable v : told) {
        all.add(Imp.declare(v, Imp.constant(Constant.zero(v.type().element()))));
      }
      all.add(rests.isEmpty() ? core : Imp.labelled(LEFT, core));
      return all;
    }

    private static Function function(
        String name, List<Variable> parameters, List<Variable> results, List<Stmt> body) {
      Function made = new Function(name, parameters, results, new Stmt.Block(body));
      Verifier.verify(made);
      return made;
    }

    /**
     * A place to stop: before a statement of the loop's body.
     *
     * @param earlier what has been done
     * @param rest what is left to do
     * @param all the variables that a rest may use besides those of the body
     * @param assigned those among them that the body gives other values
     */
    private record Stop(
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
    private boolean write(Stop stop, Orderings orderings, List<Stmt> written) {
      Stmt next = stop.rest.getFirst();
      return next instanceof Stmt.If(Exp condition, Stmt whenTrue, Stmt.Block whenFalse)
              && isPossible.test(Imp.ifThen(condition, whenTrue))
              && !isPossible.test(whenFalse)
              && writeOther(condition, whenTrue, whenFalse, stop, orderings, written)
          || write(orderings.written(next), stop, written);
    }

    /** Writes a branch that stops at some of its statements, if it can do that. */
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
                Imp.cast(ElementType.INT64, terms.get(0)),
                Imp.cast(ElementType.INT64, terms.get(1)));
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
      rests.add(function("rest", taken, stop.assigned, beginning));
      leave.add(Imp.assign(reason, Imp.constant(rests.size())));
      leave.add(Imp.assign(place, stop.counter));
      leave.add(Imp.breakTo(LEFT));
      return new Stmt.Block(leave);
    }
  }
}
