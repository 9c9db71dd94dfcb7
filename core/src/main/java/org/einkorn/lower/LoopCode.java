package org.einkorn.lower;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifElse;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.lessEqual;
import static org.einkorn.imp.Imp.max;
import static org.einkorn.imp.Imp.min;
import static org.einkorn.imp.Imp.or;
import static org.einkorn.imp.Imp.select;
import static org.einkorn.imp.Imp.subtract;
import static org.einkorn.imp.Imp.whileLoop;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.einkorn.format.IndexExpression;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.LevelFormat.Range;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.lattice.Cursor;
import org.einkorn.lattice.Formula;
import org.einkorn.notation.IndexVariable;
import org.einkorn.plan.Plan;

/** Writes the loops of a plan as code. */
final class LoopCode {
  private static final int UNSTEADY = 1 << 20;

  private final SizeCode sizes;
  private final Positions positions;
  private final Names names;
  private final BiFunction<Plan, Scope, Stmt> emit;

  /** Bodies are written by {@code emit}. */
  LoopCode(SizeCode sizes, Positions positions, Names names, BiFunction<Plan, Scope, Stmt> emit) {
    this.sizes = sizes;
    this.positions = positions;
    this.names = names;
    this.emit = emit;
  }

  /** A cursor as variables: where it stands and where it ends. */
  private final class Finger {
    final Cursor cursor;
    final TensorCode code;
    final Variable at;
    final Variable end;
    final Range range;
    final boolean repeats;

    Finger(Cursor cursor, Scope scope) {
      this.cursor = cursor;
      this.code = positions.code(cursor.access());
      this.at = names.fresh("p" + cursor, Type.INT32);
      this.end = names.fresh("p" + cursor + "_end", Type.INT32);
      this.range = positions.children(cursor.access(), cursor.level(), scope);
      this.repeats = code.type().format().repeats(cursor.level());
    }

    Stmt declaration() {
      return block(declare(at, range.begin()), declare(end, range.end()));
    }

    Exp lasts() {
      return less(at, end);
    }

    Exp coordinate() {
      return coordinate(at);
    }

    Exp coordinate(Exp position) {
      return code.iteration(cursor.level()).coordinate(code.level(cursor.level()), position);
    }

    Exp standsAt(Exp coordinate) {
      return and(lasts(), equal(coordinate(), coordinate));
    }

    /** The end of the run of equal coordinates that begins where the cursor stands. */
    Stmt findSegment(Variable segment, Exp coordinate) {
      return block(
          declare(segment, at),
          whileLoop(
              and(less(segment, end), equal(coordinate(segment), coordinate)), increment(segment)));
    }

    /** The scope in which the operand has reached the positions under the cursor. */
    Scope reach(Scope scope, Exp from, Exp to, Optional<Exp> present) {
      Exp position = code.iteration(cursor.level()).position(code.level(cursor.level()), from);
      Range reached = repeats ? new Range(from, to) : Positions.single(position);
      return scope.reaching(
          cursor.access(),
          positions.path(cursor.access(), cursor.level(), scope),
          new Scope.Reached(reached, present));
    }
  }

  private Map<Cursor, Finger> fingers(Iterable<Cursor> cursors, Scope scope) {
    Map<Cursor, Finger> fingers = new LinkedHashMap<>();
    cursors.forEach(c -> fingers.put(c, new Finger(c, scope)));
    return fingers;
  }

  private static Stmt declarations(Map<Cursor, Finger> fingers) {
    return block(fingers.values().stream().map(Finger::declaration).toList());
  }

  Stmt full(Plan.FullLoop loop, Scope scope) {
    if (loop.cursors().isEmpty()
        && loop.cases().getFirst().body() instanceof Plan.Bind bind
        && bind.checked()
        && shift(bind.value(), loop.variable()) == 1) {
      return shifted(loop.variable(), bind, scope);
    }
    Map<Cursor, Finger> fingers = fingers(loop.cursors(), scope);
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
        declarations(fingers), forLoop(v, constant(0), sizes.of(loop.variable()), block(body)));
  }

  Stmt merge(Plan.MergeLoop loop, Scope scope) {
    Set<Cursor> all = new LinkedHashSet<>();
    loop.pieces().forEach(p -> all.addAll(p.cursors()));
    Map<Cursor, Finger> fingers = fingers(all, scope);
    if (loop.pieces().size() == 1 && all.size() == 1) {
      return single(
          loop.variable(), loop.pieces().getFirst(), fingers.values().iterator().next(), scope);
    }
    List<Stmt> code = new ArrayList<>();
    code.add(declarations(fingers));
    for (Plan.Piece piece : loop.pieces()) {
      code.add(piece(loop.variable(), piece, fingers, scope));
    }
    return block(code);
  }

  /** A loop that one cursor drives alone. */
  private Stmt single(IndexVariable variable, Plan.Piece piece, Finger f, Scope scope) {
    Variable v = names.fresh(variable.name(), Type.INT32);
    Plan body = piece.cases().getFirst().body();
    Scope bound = scope.with(variable, v);
    if (!f.repeats) {
      LevelFormat.Properties level = f.code.format(f.cursor.level()).properties();
      Stmt inner = emit.apply(body, f.reach(bound, f.at, f.at, Optional.empty()));
      Stmt child =
          block(
              declare(v, f.coordinate()),
              level.padded() ? ifThen(lessEqual(constant(0), v), inner) : inner);
      return level.branchless() && isSingle(f.cursor)
          ? block(declare(f.at, f.range.begin()), child)
          : forLoop(f.at, f.range.begin(), f.range.end(), child);
    }
    Variable segment = names.fresh(f.at.name() + "_seg", Type.INT32);
    Stmt inner = emit.apply(body, f.reach(bound, f.at, segment, Optional.empty()));
    return block(
        f.declaration(),
        whileLoop(
            f.lasts(),
            block(
                declare(v, f.coordinate()),
                f.findSegment(segment, v),
                inner,
                assign(f.at, segment))));
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
    if (here.size() == 2 && here.stream().noneMatch(f -> f.repeats)) {
      return whileLoop(condition, twoWay(variable, piece, here.get(0), here.get(1), scope));
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

  /** Two cursors need no smallest coordinate: which one is behind says it. */
  private Stmt twoWay(IndexVariable variable, Plan.Piece piece, Finger a, Finger b, Scope scope) {
    Variable ca = names.fresh(variable.name() + a.cursor.access().tensor(), Type.INT32);
    Variable cb = names.fresh(variable.name() + b.cursor.access().tensor(), Type.INT32);
    Scope atA = scope.with(variable, ca);
    Scope atB = scope.with(variable, cb);
    Stmt both = block(branch(piece, List.of(a, b), atA), increment(a.at), increment(b.at));
    Stmt onlyA = block(branch(piece, List.of(a), atA), increment(a.at));
    Stmt onlyB = block(branch(piece, List.of(b), atB), increment(b.at));
    return block(
        declare(ca, a.coordinate()),
        declare(cb, b.coordinate()),
        ifElse(equal(ca, cb), both, ifElse(less(ca, cb), onlyA, onlyB)));
  }

  /** What to do where exactly these cursors stand. */
  private Stmt branch(Plan.Piece piece, List<Finger> standing, Scope scope) {
    Set<Cursor> here = new LinkedHashSet<>();
    standing.forEach(f -> here.add(f.cursor));
    for (Plan.Case option : piece.cases()) {
      if (here.containsAll(option.present())) {
        Scope inner = scope;
        for (Finger f : standing) {
          if (option.present().contains(f.cursor)) {
            inner = f.reach(inner, f.at, f.at, Optional.empty());
          }
        }
        return emit.apply(option.body(), inner);
      }
    }
    return Stmt.NOTHING;
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
        Variable segment = f.at;
        if (f.repeats) {
          segment = names.fresh(f.at.name() + "_seg", Type.INT32);
          body.add(f.findSegment(segment, v));
        }
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

  Stmt guarded(Plan.GuardedLoop loop, Scope scope) {
    Map<Cursor, Finger> fingers = fingers(loop.cursors(), scope);
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
      Variable segment = f.at;
      if (f.repeats) {
        segment = names.fresh(f.at.name() + "_seg", Type.INT32);
        body.add(f.findSegment(segment, v));
      }
      inner = f.reach(inner, f.at, segment, Optional.of(flag));
      after.add(f.repeats ? assign(f.at, segment) : ifThen(flag, increment(f.at)));
    }
    Stmt code = emit.apply(loop.body(), inner);
    body.add(full ? code : ifThen(holds(loop.where(), flags), code));
    body.addAll(after);
    Stmt all =
        full
            ? forLoop(v, constant(0), size, block(body))
            : whileLoop(holds(loop.where(), lasting(fingers)), block(body));
    return block(declarations(fingers), all);
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

  Stmt chain(Plan.ChainLoop loop, Scope scope) {
    Finger f = new Finger(loop.first(), scope);
    List<Stmt> body = new ArrayList<>();
    List<Scope.Reached> reached =
        new ArrayList<>(positions.path(loop.first().access(), loop.first().level(), scope));
    Scope inner = scope;
    for (int k = 0; k < loop.variables().size(); k++) {
      int level = loop.first().level() + k;
      Variable v = names.fresh(loop.variables().get(k).name(), Type.INT32);
      body.add(declare(v, f.code.iteration(level).coordinate(f.code.level(level), f.at)));
      inner = inner.with(loop.variables().get(k), v);
      reached.add(new Scope.Reached(Positions.single(f.at), Optional.empty()));
    }
    body.add(emit.apply(loop.body(), inner.with(loop.first().access(), reached)));
    return forLoop(f.at, f.range.begin(), f.range.end(), block(body));
  }

  Stmt seek(Plan.Seek seek, Scope scope) {
    Finger f = new Finger(seek.cursor(), scope);
    Exp coordinate = scope.coordinate(seek.variable());
    Exp found =
        f.code
            .format(seek.cursor().level())
            .seeking()
            .orElseThrow()
            .seek(
                f.code.level(seek.cursor().level()), new Range(f.range.begin(), f.end), coordinate);
    Variable segment = f.at;
    List<Stmt> code = new ArrayList<>();
    code.add(declare(f.end, f.range.end()));
    code.add(declare(f.at, found));
    if (f.repeats) {
      segment = names.fresh(f.at.name() + "_seg", Type.INT32);
      code.add(f.findSegment(segment, coordinate));
    }
    if (seek.required()) {
      Scope inner = f.reach(scope, f.at, segment, Optional.empty());
      code.add(ifThen(f.standsAt(coordinate), emit.apply(seek.body(), inner)));
    } else {
      Variable flag = names.fresh("has" + seek.cursor(), Type.BOOL);
      code.add(declare(flag, f.standsAt(coordinate)));
      code.add(emit.apply(seek.body(), f.reach(scope, f.at, segment, Optional.of(flag))));
    }
    return block(code);
  }

  Stmt bind(Plan.Bind bind, Scope scope) {
    Variable v = names.fresh(bind.variable().name(), Type.INT32);
    Exp value = sizes.arithmetic(bind.value(), scope::coordinate);
    Stmt body = emit.apply(bind.body(), scope.with(bind.variable(), v));
    Exp within = and(lessEqual(constant(0), v), less(v, sizes.of(bind.variable())));
    return block(declare(v, value), bind.checked() ? ifThen(within, body) : body);
  }

  /**
   * A loop over v around j := v + c, for j within its size: the bounds of v follow, and nothing has
   * to be checked inside. (What other systems store as range and offset levels.)
   */
  private Stmt shifted(IndexVariable variable, Plan.Bind bind, Scope scope) {
    Variable offset = names.fresh(bind.variable().name() + "_offset", Type.INT32);
    Exp zero = constant(0);
    Exp shift =
        sizes.arithmetic(bind.value(), x -> x.equals(variable) ? zero : scope.coordinate(x));
    Exp size = sizes.of(variable);
    Exp from = isNeverNegative(bind.value()) ? zero : max(zero, subtract(zero, offset));
    Exp left = subtract(sizes.of(bind.variable()), offset);
    Stmt loop;
    if (size instanceof Exp.Const) {
      // The loop of a whole block has a constant bound; a cut one, at the end, has a loop of its
      // own.
      loop =
          ifElse(
              lessEqual(size, left),
              shiftedLoop(variable, from, size, offset, bind, scope),
              shiftedLoop(variable, from, left, offset, bind, scope));
    } else {
      loop = shiftedLoop(variable, from, min(size, left), offset, bind, scope);
    }
    return block(declare(offset, shift), loop);
  }

  private Stmt shiftedLoop(
      IndexVariable variable, Exp from, Exp to, Exp offset, Plan.Bind bind, Scope scope) {
    Variable v = names.fresh(variable.name(), Type.INT32);
    Variable j = names.fresh(bind.variable().name(), Type.INT32);
    Scope inner = scope.with(variable, v).with(bind.variable(), j);
    return forLoop(v, from, to, block(declare(j, add(v, offset)), emit.apply(bind.body(), inner)));
  }

  /** Whether an expression over coordinates, which are never negative, is never negative itself. */
  private static boolean isNeverNegative(IndexExpression<IndexVariable> e) {
    return switch (e) {
      case IndexExpression.Value<IndexVariable> v -> true;
      case IndexExpression.Size<IndexVariable> s -> true;
      case IndexExpression.Constant<IndexVariable> c -> c.value() >= 0;
      case IndexExpression.Add<IndexVariable> a ->
          isNeverNegative(a.left()) && isNeverNegative(a.right());
      case IndexExpression.Subtract<IndexVariable> s -> false;
      case IndexExpression.Multiply<IndexVariable> m -> isNeverNegative(m.left());
      case IndexExpression.Divide<IndexVariable> d -> isNeverNegative(d.left());
      case IndexExpression.Modulo<IndexVariable> m -> isNeverNegative(m.left());
    };
  }

  /**
   * How an expression changes when the variable grows by one, if that is always the same; 0 if it
   * does not.
   */
  private static int shift(IndexExpression<IndexVariable> e, IndexVariable v) {
    return switch (e) {
      case IndexExpression.Value<IndexVariable> x -> x.of().equals(v) ? 1 : 0;
      case IndexExpression.Size<IndexVariable> s -> 0;
      case IndexExpression.Constant<IndexVariable> c -> 0;
      case IndexExpression.Add<IndexVariable> a -> shift(a.left(), v) + shift(a.right(), v);
      case IndexExpression.Subtract<IndexVariable> s -> shift(s.left(), v) - shift(s.right(), v);
      case IndexExpression.Multiply<IndexVariable> m -> shift(m.left(), v) * m.by();
      case IndexExpression.Divide<IndexVariable> d -> shift(d.left(), v) == 0 ? 0 : UNSTEADY;
      case IndexExpression.Modulo<IndexVariable> m -> shift(m.left(), v) == 0 ? 0 : UNSTEADY;
    };
  }
}
