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

/** Takes a function apart, see {@link CoreLoop}. */
final class CoreLoopBuilder {
  private final Function function;
  private final Function maker;
  private final boolean inRegisters;
  private final LocalNames names;
  private final Variable reason;
  private final Variable place;
  private final LoopStops stops;

  CoreLoopBuilder(
      Function function, Predicate<Stmt> isPossible, Function maker, boolean inRegisters) {
    this.function = function;
    this.inRegisters = inRegisters;
    this.maker = maker;
    this.names = new LocalNames(function);
    this.reason = names.fresh("stopped", Type.INT32);
    this.place = names.fresh("stopped_at", Type.INT32);
    this.stops = new LoopStops(isPossible, names, reason, place);
  }

  Optional<CoreLoop> pieces(List<Stmt> first, Stmt.For loop, List<Stmt> last) {
    Set<Variable> made = new LinkedHashSet<>();
    first.forEach(s -> LoopStops.declared(s).ifPresent(made::add));
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
      LoopStops.Stop stop =
          new LoopStops.Stop(loop.variable(), earlier, rest, List.copyOf(all), assigned);
      if (!stops.write(stop, orderings, written)) {
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
    given.addAll(stops.told());
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
            stops.rests(),
            function("after", List.copyOf(all), function.results(), last),
            alike(first, taken),
            List.of(),
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
    return !Walk.readsAny(e, variables::contains);
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
    for (Variable v : stops.told()) {
      all.add(Imp.declare(v, Imp.constant(Constant.zero(v.type().element()))));
    }
    all.add(stops.rests().isEmpty() ? core : Imp.labelled(LoopStops.LEFT, core));
    return all;
  }

  static Function function(
      String name, List<Variable> parameters, List<Variable> results, List<Stmt> body) {
    Function made = new Function(name, parameters, results, new Stmt.Block(body));
    Verifier.verify(made);
    return made;
  }
}
