package org.einkorn.imp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * Moves what a loop reads again and again from one place in front of the loop. The JIT leaves such
 * a load where it is when the loop stores elements of the same type: it cannot know that the arrays
 * differ. Arrays that are only ever read come from parameters, so here it is known.
 *
 * <p>Only what every round of a loop evaluates moves. A loop without rounds then reads a place that
 * it would not have read; whether that place exists never depends on the rounds of a loop that it
 * does not mention.
 */
public final class Hoister {
  private final Set<Variable> onlyRead;
  private final Set<Variable> assigned = new HashSet<>();
  private final LocalNames names;

  private Hoister(Function function) {
    this.names = new LocalNames(function);
    this.onlyRead = OnlyRead.of(function);
    collectAssigned(function.body(), assigned);
  }

  public static Function hoist(Function function) {
    Stmt body = new Hoister(function).hoist(function.body());
    return body == function.body() ? function : function.with(body);
  }

  private Stmt hoist(Stmt s) {
    Stmt inner = Walk.map(s, e -> e, this::hoist);
    return switch (inner) {
      case Stmt.For(Variable variable, Exp from, Exp to, Stmt body) -> {
        Moved moved = move(body, List.of(variable));
        yield moved.before(new Stmt.For(variable, from, to, moved.body), inner);
      }
      case Stmt.While(Exp condition, Stmt body) -> {
        Moved moved = move(body, List.of());
        yield moved.before(new Stmt.While(condition, moved.body), inner);
      }
      default -> inner;
    };
  }

  /** A loop's body, and the declarations that go in front of the loop. */
  private record Moved(List<Stmt> declarations, Stmt body) {
    Stmt before(Stmt loop, Stmt unchanged) {
      if (declarations.isEmpty()) {
        return unchanged;
      }
      List<Stmt> all = new ArrayList<>(declarations);
      all.add(loop);
      return new Stmt.Block(all);
    }
  }

  private Moved move(Stmt body, List<Variable> counters) {
    Set<Variable> changing = new HashSet<>(counters);
    changing.addAll(Occurrences.bound(body));
    collectAssigned(body, changing);
    Map<Exp, Variable> places = new LinkedHashMap<>();
    Stmt rest = replace(body, changing, places);
    List<Stmt> declarations = new ArrayList<>();
    places.forEach((load, variable) -> declarations.add(new Stmt.Declare(variable, load)));
    return new Moved(declarations, rest);
  }

  /** Replaces loads in what every round runs: not in branches, nor behind a way out. */
  private Stmt replace(Stmt s, Set<Variable> changing, Map<Exp, Variable> places) {
    if (s instanceof Stmt.Declare(Variable variable, Exp.Load load)
        && Effects.isInvariant(load, onlyRead, changing)
        && !assigned.contains(variable)
        && places.putIfAbsent(load, variable) == null) {
      return Stmt.NOTHING;
    }
    List<Exp> expressions =
        s instanceof Stmt.While // its condition is evaluated again and again, after its body too
            ? Walk.expressions(s)
            : Walk.map(Walk.expressions(s), e -> replace(e, changing, places));
    if (!(s instanceof Stmt.Block(List<Stmt> statements))) {
      return Walk.with(s, expressions, Walk.parts(s));
    }
    List<Stmt> replaced = new ArrayList<>();
    boolean always = true;
    for (Stmt part : statements) {
      replaced.add(always ? replace(part, changing, places) : part);
      always &= !Effects.breaks(part);
    }
    return Walk.with(s, List.of(), replaced);
  }

  private Exp replace(Exp e, Set<Variable> changing, Map<Exp, Variable> places) {
    if (e instanceof Exp.Load load && Effects.isInvariant(load, onlyRead, changing)) {
      return places.computeIfAbsent(load, _ -> fresh(load));
    }
    return switch (e) {
      case Exp.Select s ->
          new Exp.Select(replace(s.condition(), changing, places), s.whenTrue(), s.whenFalse());
      case Exp.Binary b when b.op().isLogical() ->
          new Exp.Binary(b.op(), replace(b.left(), changing, places), b.right());
      default -> Walk.mapChildren(e, child -> replace(child, changing, places));
    };
  }

  /** A value is called {@code A_val}, what describes a level by its place: {@code A2_pos_i}. */
  private Variable fresh(Exp.Load load) {
    String array = load.array().name();
    String base =
        array.endsWith("_vals")
            ? array.substring(0, array.length() - 1)
            : array + place(load.index());
    return names.fresh(base, load.type());
  }

  private static String place(Exp index) {
    return switch (index) {
      case Variable v -> "_" + v.name();
      case Exp.Const c -> c.value().toString();
      case Exp.Binary(Exp.BinaryOp op, Exp left, Exp right) when op == Exp.BinaryOp.ADD ->
          place(left) + place(right);
      default -> "_entry";
    };
  }

  private static void collectAssigned(Stmt s, Set<Variable> assigned) {
    if (s instanceof Stmt.Assign a) {
      assigned.add(a.variable());
    }
    Walk.parts(s).forEach(part -> collectAssigned(part, assigned));
  }
}
