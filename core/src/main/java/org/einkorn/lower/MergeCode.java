package org.einkorn.lower;

import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.ifElse;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.lessEqual;
import static org.einkorn.imp.Imp.min;
import static org.einkorn.imp.Imp.whileLoop;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.einkorn.format.LevelFormat;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.lattice.Cursor;
import org.einkorn.notation.IndexVariable;
import org.einkorn.plan.Plan;

/**
 * Writes loops that do different things where different cursors stand: merges, whose cursors say
 * where to go, and loops over all coordinates.
 */
final class MergeCode {
  private final Positions positions;
  private final Names names;
  private final BindCode binds;
  private final DomainCode domains;
  private final ResultCode result;
  private final BiFunction<Plan, Scope, Stmt> emit;

  /** Bodies are written by {@code emit}. */
  MergeCode(
      Positions positions,
      Names names,
      BindCode binds,
      DomainCode domains,
      ResultCode result,
      BiFunction<Plan, Scope, Stmt> emit) {
    this.positions = positions;
    this.names = names;
    this.binds = binds;
    this.domains = domains;
    this.result = result;
    this.emit = emit;
  }

  Stmt full(Plan.FullLoop loop, Scope scope) {
    if (BindCode.isShifted(loop)) {
      return binds.shifted(loop, scope);
    }
    DomainCode.Bounds bounds = domains.bounds(loop.domain(), loop.variable(), scope);
    Map<Cursor, Finger> fingers = Finger.of(loop.cursors(), bounds, scope, positions, names);
    Variable v = names.fresh(loop.variable().name(), Type.INT32);
    List<Stmt> body = new ArrayList<>();
    Map<Cursor, Exp> stands = new LinkedHashMap<>();
    for (Finger f : fingers.values()) {
      if (fingers.size() == 1) {
        stands.put(f.cursor, f.standsAt(v));
      } else {
        Variable flag = names.fresh("has" + f.cursor, Type.BOOL);
        body.add(declare(flag, f.standsAt(v)));
        stands.put(f.cursor, flag);
      }
    }
    body.add(cases(loop.cases(), fingers, stands, v, scope.with(loop.variable(), v), true));
    return block(
        bounds.setup(),
        Finger.declarations(fingers),
        domains.loop(
            loop.variable(),
            v,
            bounds.coordinates().begin(),
            bounds.coordinates().end(),
            block(body)));
  }

  Stmt merge(Plan.MergeLoop loop, Scope scope) {
    Set<Cursor> all = new LinkedHashSet<>();
    loop.pieces().forEach(p -> all.addAll(p.cursors()));
    DomainCode.Bounds bounds = domains.bounds(loop.domain(), loop.variable(), scope);
    Map<Cursor, Finger> fingers = Finger.of(all, bounds, scope, positions, names);
    if (loop.pieces().size() == 1 && all.size() == 1) {
      Finger only = fingers.values().iterator().next();
      return block(bounds.setup(), single(loop.variable(), loop.pieces().getFirst(), only, scope));
    }
    Exp most =
        fingers.values().stream()
            .map(Finger::left)
            .reduce((a, b) -> call(RuntimeFunction.TOTAL, a, b))
            .orElseThrow();
    List<Plan> bodies =
        loop.pieces().stream().flatMap(p -> p.cases().stream()).map(Plan.Case::body).toList();
    return block(
        bounds.setup(),
        Finger.declarations(fingers),
        result.withRoom(bodies, most, false, () -> pieces(loop, fingers, scope)));
  }

  private Stmt pieces(Plan.MergeLoop loop, Map<Cursor, Finger> fingers, Scope scope) {
    return block(
        loop.pieces().stream().map(p -> piece(loop.variable(), p, fingers, scope)).toList());
  }

  /** A loop that one cursor drives alone. */
  private Stmt single(IndexVariable variable, Plan.Piece piece, Finger f, Scope scope) {
    Variable v = names.fresh(variable.name(), Type.INT32);
    Plan body = piece.cases().getFirst().body();
    Scope bound = scope.with(variable, v);
    if (!f.repeats) {
      LevelFormat.Properties level = f.code.format(f.cursor.level()).properties();
      boolean once = level.branchless() && isSingle(f.cursor);
      Supplier<Stmt> child =
          () -> {
            Stmt inner = emit.apply(body, f.reach(bound, f.at, f.at, Optional.empty()));
            return block(
                declare(v, f.coordinate()),
                level.padded() ? ifThen(lessEqual(constant(0), v), inner) : inner);
          };
      return once
          ? block(declare(f.at, f.range.begin()), child.get())
          : result.withRoom(
              List.of(body),
              f.length(),
              !level.padded(),
              () -> f.loop(child.get(), domains, variable));
    }
    List<Stmt> run = new ArrayList<>();
    run.add(declare(v, f.coordinate()));
    Variable segment = f.findSegment(v, run);
    run.add(emit.apply(body, f.reach(bound, f.at, segment, Optional.empty())));
    run.add(assign(f.at, segment));
    return block(f.declaration(), whileLoop(f.lasts(), block(run)));
  }

  /** Whether the parent of a cursor's level is one position. */
  private boolean isSingle(Cursor cursor) {
    return cursor.level() == 0
        || !positions.code(cursor.access()).type().format().repeats(cursor.level() - 1);
  }

  private Stmt piece(
      IndexVariable variable, Plan.Piece piece, Map<Cursor, Finger> fingers, Scope scope) {
    List<Finger> here = piece.cursors().stream().map(fingers::get).toList();
    Exp condition = here.stream().map(Finger::lasts).reduce((a, b) -> and(a, b)).orElseThrow();
    Variable v = names.fresh(variable.name(), Type.INT32);
    List<Stmt> body = new ArrayList<>();
    if (here.size() == 1) {
      Finger f = here.getFirst();
      body.add(declare(v, f.coordinate()));
      body.add(
          cases(
              piece.cases(),
              fingers,
              Map.of(f.cursor, constant(true)),
              v,
              scope.with(variable, v),
              true));
      return whileLoop(condition, block(body));
    }
    if (Comparisons.suit(piece, here)) {
      return new Comparisons(variable, piece, here, scope, names, emit).loop(condition);
    }
    Map<Cursor, Exp> stands = new LinkedHashMap<>();
    Exp smallest = null;
    for (Finger f : here) {
      Variable c = names.fresh(variable.name() + f.cursor.access().tensor(), Type.INT32);
      body.add(declare(c, f.coordinate()));
      stands.put(f.cursor, equal(c, v));
      smallest = smallest == null ? c : min(smallest, c);
    }
    body.add(declare(v, smallest));
    body.add(cases(piece.cases(), fingers, stands, v, scope.with(variable, v), false));
    for (Finger f : here) {
      body.add(advance(f, stands.get(f.cursor), v));
    }
    return whileLoop(condition, block(body));
  }

  private Stmt advance(Finger f, Exp stands, Exp v) {
    return f.repeats ? whileLoop(f.standsAt(v), increment(f.at)) : ifThen(stands, increment(f.at));
  }

  /** Tries the cases in order. Where they tell everything apart, each also moves its cursors on. */
  private Stmt cases(
      List<Plan.Case> cases,
      Map<Cursor, Finger> fingers,
      Map<Cursor, Exp> stands,
      Variable v,
      Scope scope,
      boolean advance) {
    Stmt code = Stmt.NOTHING;
    for (Plan.Case option : cases.reversed()) {
      Exp condition =
          option.present().stream()
              .map(stands::get)
              .reduce((a, b) -> and(a, b))
              .orElse(constant(true));
      Scope inner = scope;
      List<Stmt> body = new ArrayList<>();
      List<Stmt> after = new ArrayList<>();
      for (Cursor c : option.present()) {
        Finger f = fingers.get(c);
        Variable segment = f.findSegment(v, body);
        inner = f.reach(inner, f.at, segment, Optional.empty());
        if (advance) {
          after.add(f.repeats ? assign(f.at, segment) : increment(f.at));
        }
      }
      body.add(emit.apply(option.body(), inner));
      body.addAll(after);
      code = ifElse(condition, block(body), code);
    }
    return code;
  }
}
