package org.einkorn.lower;

import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.min;
import static org.einkorn.imp.Imp.or;
import static org.einkorn.imp.Imp.select;
import static org.einkorn.imp.Imp.whileLoop;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.LevelFormat.Range;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.lattice.Cursor;
import org.einkorn.lattice.Formula;
import org.einkorn.plan.Plan;

/** Writes loops and searches that do the same at every coordinate they reach. */
final class LoopCode {
  private final SizeCode sizes;
  private final Positions positions;
  private final Names names;
  private final DomainCode domains;
  private final BiFunction<Plan, Scope, Stmt> emit;

  /** Bodies are written by {@code emit}. */
  LoopCode(
      SizeCode sizes,
      Positions positions,
      Names names,
      DomainCode domains,
      BiFunction<Plan, Scope, Stmt> emit) {
    this.domains = domains;
    this.sizes = sizes;
    this.positions = positions;
    this.names = names;
    this.emit = emit;
  }

  Stmt guarded(Plan.GuardedLoop loop, Scope scope) {
    DomainCode.Bounds bounds = domains.bounds(loop.domain(), loop.variable(), scope);
    Map<Cursor, Finger> fingers = Finger.of(loop.cursors(), bounds, scope, positions, names);
    Set<Cursor> driving = loop.where().cursors();
    Variable v = names.fresh(loop.variable().name(), Type.INT32);
    Exp size = sizes.of(loop.variable());
    List<Stmt> body = new ArrayList<>();
    boolean full = loop.where() instanceof Formula.All;
    if (!full) {
      Exp smallest = null;
      for (Cursor c : driving) {
        Finger f = fingers.get(c);
        Variable here = names.fresh(loop.variable().name() + c.access().tensor(), Type.INT32);
        body.add(declare(here, select(f.lasts(), f.coordinate(), size)));
        smallest = smallest == null ? here : min(smallest, here);
      }
      body.add(declare(v, smallest));
    }
    Scope inner = scope.with(loop.variable(), v);
    Map<Cursor, Exp> flags = new LinkedHashMap<>();
    List<Stmt> after = new ArrayList<>();
    for (Finger f : fingers.values()) {
      if (!full && !driving.contains(f.cursor)) {
        body.add(whileLoop(and(f.lasts(), less(f.coordinate(), v)), increment(f.at)));
      }
      Variable flag = names.fresh("has" + f.cursor, Type.BOOL);
      body.add(declare(flag, f.standsAt(v)));
      flags.put(f.cursor, flag);
      Variable segment = f.findSegment(v, body);
      inner = f.reach(inner, f.at, segment, Optional.of(flag));
      after.add(f.repeats ? assign(f.at, segment) : ifThen(flag, increment(f.at)));
    }
    Stmt code = emit.apply(loop.body(), inner);
    body.add(full ? code : ifThen(holds(loop.where(), flags), code));
    body.addAll(after);
    Stmt all =
        full
            ? forLoop(v, bounds.coordinates().begin(), bounds.coordinates().end(), block(body))
            : whileLoop(holds(loop.where(), lasting(fingers)), block(body));
    return block(bounds.setup(), Finger.declarations(fingers), all);
  }

  private static Map<Cursor, Exp> lasting(Map<Cursor, Finger> fingers) {
    Map<Cursor, Exp> lasts = new LinkedHashMap<>();
    fingers.forEach((c, f) -> lasts.put(c, f.lasts()));
    return lasts;
  }

  private static Exp holds(Formula formula, Map<Cursor, Exp> present) {
    return switch (formula) {
      case Formula.All a -> constant(true);
      case Formula.None n -> constant(false);
      case Formula.Present p -> present.get(p.cursor());
      case Formula.And x ->
          x.parts().stream().map(p -> holds(p, present)).reduce((a, b) -> and(a, b)).orElseThrow();
      case Formula.Or x ->
          x.parts().stream().map(p -> holds(p, present)).reduce((a, b) -> or(a, b)).orElseThrow();
    };
  }

  Stmt guard(Plan.Guard guard, Scope scope) {
    Map<Cursor, Exp> present = new LinkedHashMap<>();
    for (Cursor c : guard.where().cursors()) {
      Scope.Reached reached = positions.reached(c.access(), c.level() + 1, scope);
      present.put(c, reached.present().orElse(constant(true)));
    }
    return ifThen(holds(guard.where(), present), emit.apply(guard.body(), scope));
  }

  Stmt chain(Plan.ChainLoop loop, Scope scope) {
    DomainCode.Bounds bounds = domains.bounds(loop.domain(), loop.variables().getFirst(), scope);
    Finger f = Finger.of(loop.first(), bounds, scope, positions, names);
    List<Stmt> body = new ArrayList<>();
    List<Scope.Reached> reached =
        new ArrayList<>(positions.path(loop.first().access(), loop.first().level(), scope));
    Scope inner = scope;
    Set<Variable> repeating = new HashSet<>();
    Set<Variable> changing = new HashSet<>(Set.of(f.at));
    for (int k = 0; k < loop.variables().size(); k++) {
      int level = loop.first().level() + k;
      Variable v = names.fresh(loop.variables().get(k).name(), Type.INT32);
      body.add(declare(v, f.code.iteration(level).coordinate(f.code.level(level), f.at)));
      inner = inner.with(loop.variables().get(k), v);
      reached.add(new Scope.Reached(Positions.single(f.at), Optional.empty()));
      boolean repeats =
          f.code.type().format().repeats(level) && f.code.format(level).properties().ordered();
      (repeats ? repeating : changing).add(v);
    }
    Stmt once = emit.apply(loop.body(), inner.with(loop.first().access(), reached));
    Optional<RunningSum> sum = RunningSum.of(once, repeating, changing, names);
    body.add(sum.map(RunningSum::body).orElse(once));
    return block(
        bounds.setup(),
        sum.map(RunningSum::start).orElse(Stmt.NOTHING),
        f.loop(block(body), domains, loop.variables().getLast()));
  }

  Stmt seek(Plan.Seek seek, Scope scope) {
    Finger f = new Finger(seek.cursor(), scope, positions, names);
    LevelFormat.Code level = f.code.level(seek.cursor().level());
    LevelFormat.Seeking seeking = f.code.format(seek.cursor().level()).seeking().orElseThrow();
    Exp coordinate = scope.coordinate(seek.variable());
    List<Stmt> code = new ArrayList<>();
    code.add(declare(f.end, f.range.end()));
    code.add(declare(f.at, seeking.seek(level, new Range(f.range.begin(), f.end), coordinate)));
    Optional<Exp> parent =
        positions.reached(seek.cursor().access(), seek.cursor().level(), scope).present();
    Exp isThere =
        seeking
            .isThere(level, f.at)
            .map(there -> parent.map(p -> and(p, there)).orElse(there))
            .orElseGet(() -> f.standsAt(coordinate));
    Variable segment = f.findSegment(coordinate, code);
    if (seek.required()) {
      Scope inner = f.reach(scope, f.at, segment, Optional.empty());
      code.add(ifThen(isThere, emit.apply(seek.body(), inner)));
    } else {
      Variable flag = names.fresh("has" + seek.cursor(), Type.BOOL);
      code.add(declare(flag, isThere));
      code.add(emit.apply(seek.body(), f.reach(scope, f.at, segment, Optional.of(flag))));
    }
    return block(code);
  }
}
