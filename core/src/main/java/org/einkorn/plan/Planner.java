package org.einkorn.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.Constant;
import org.einkorn.format.TensorType;
import org.einkorn.lattice.Cursor;
import org.einkorn.lattice.Formula;
import org.einkorn.lattice.Lattice;
import org.einkorn.lattice.Path;
import org.einkorn.lattice.Regions;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Simplification;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/**
 * Decides how every loop runs. Each decision looks only at formats and operators, so a plan fits
 * all tensors of its types.
 */
public final class Planner {
  /**
   * How many copies of the innermost statement merge lattices may make in all before guarded loops
   * take over.
   */
  private static final int MAX_BODIES = 24;

  /**
   * How many of them one loop may have: fewer where each holds loops again, most in the loop that
   * runs most often.
   */
  private static final int MAX_OUTER_BODIES = 6;

  private static final int MAX_INNER_BODIES = 24;

  private final Map<String, TensorType> types;
  private final Cursors cursors;
  private final Searches searches;
  private final Assembly assembly;
  private final Simplification simplification;
  private final Map<IndexVariable, Integer> tiles;

  private Planner(LoopProgram program, boolean mergeOnly) {
    this.types = program.types();
    this.cursors = new Cursors(types);
    this.searches = new Searches(cursors, program.hints(), mergeOnly);
    this.assembly = new Assembly(ResultLayout.of(program.target(), program.targetType().format()));
    this.simplification = new Simplification(types::get);
    this.tiles = Tiles.coordinates(program);
  }

  public static Plan plan(LoopProgram program) {
    return plan(program, false);
  }

  /**
   * With {@code mergeOnly}, intersections are always merged with one finger a cursor, never
   * searched.
   */
  public static Plan plan(LoopProgram program, boolean mergeOnly) {
    return Selections.in(program, everything(program, mergeOnly));
  }

  /**
   * A plan whose result has the same pattern whatever the values of operands are: what a mask does
   * not select is stored too.
   */
  public static Plan planForPattern(LoopProgram program) {
    return everything(program, false);
  }

  private static Plan everything(LoopProgram program, boolean mergeOnly) {
    Planner planner = new Planner(program, mergeOnly);
    Statement body = planner.simplification.without(Set.of(), program.body());
    return planner.plan(body, Path.EMPTY, MAX_BODIES);
  }

  private Plan plan(Statement statement, Path path, int budget) {
    return switch (statement) {
      case Statement.Assign a -> new Plan.Compute(a.target(), a.operator(), a.value());
      case Statement.Sequence s ->
          block(s.parts().stream().map(p -> plan(p, path, budget)).toList());
      case Statement.Where w ->
          where(w, plan(w.producer(), path, budget), plan(w.consumer(), path, budget));
      case Statement.Forall f -> assembly.segment(f, path, loop(f, path, budget));
      case Statement.Bind b -> bind(b, path, path, budget);
    };
  }

  private static Plan where(Statement.Where w, Plan producer, Plan consumer) {
    Optional<Constant> until = containsLoop(w.producer()) ? Terminal.of(w) : Optional.empty();
    return new Plan.Where(w.workspace(), until, producer, consumer);
  }

  private static Plan block(List<Plan> parts) {
    return parts.size() == 1 ? parts.getFirst() : new Plan.Block(parts);
  }

  /**
   * @param before as far as the result was appended to
   */
  private Plan bind(Statement.Bind bind, Path outer, Path before, int budget) {
    IndexVariable v = bind.variable();
    Path path = outer.computing(v);
    Formula where = new Regions(types::get, path).of(bind.body());
    if (where instanceof Formula.None) {
      return Plan.NOTHING;
    }
    assembly.skips(v);
    if (!assembly.indexes(v) && !(where instanceof Formula.All)) {
      // Where an operand is absent at the computed coordinate, the loops around it do nothing.
      outer.variables().forEach(assembly::skips);
    }
    Plan body = body(bind.body(), path, before, Set.of(), Set.of(), budget);
    return new Plan.Bind(v, bind.value(), bind.checked(), body);
  }

  private Plan loop(Statement.Forall forall, Path outer, int budget) {
    IndexVariable v = forall.variable();
    Path path = outer.loop(v);
    Regions regions = new Regions(types::get, path);
    Formula where = regions.of(forall.body());
    if (where instanceof Formula.None) {
      return Plan.NOTHING;
    }
    if (!(where instanceof Formula.All) || Searches.isDriven(forall.domain())) {
      assembly.skips(v);
    }
    Set<Cursor> here = cursors.at(v, forall.body(), path);
    Optional<Chain> chain = Chain.of(forall, outer, where, here, cursors, assembly);
    if (chain.isPresent()) {
      Chain c = chain.get();
      Plan body = body(c.body(), c.path(), Set.of(), c.present(), budget);
      return new Plan.ChainLoop(c.variables(), forall.domain(), c.first(), body);
    }
    Formula visited = regions.visited(where);
    if (visited instanceof Formula.All) {
      return fullLoop(forall, here, path, budget);
    }
    Set<Cursor> sought = searches.of(visited, here, path, forall.domain());
    Formula driving = Searches.without(visited, sought);
    Set<Cursor> passengers = new LinkedHashSet<>(here);
    passengers.removeAll(sought);
    if (tellsAllApart(driving)) {
      passengers.removeAll(driving.cursors());
    }
    int limit = limit(forall.body(), budget);
    Optional<Lattice> lattice =
        Lattice.of(driving, passengers, limit).filter(l -> l.bodies() <= limit);
    if (lattice.isEmpty()) {
      List<Cursor> followed = new ArrayList<>(here);
      followed.removeAll(sought);
      Plan body = body(forall.body(), path, sought, Set.of(), budget);
      return new Plan.GuardedLoop(v, forall.domain(), driving, followed, body);
    }
    int share = Math.max(1, budget / lattice.get().bodies());
    List<Plan.Piece> pieces = new ArrayList<>();
    for (Set<Cursor> point : lattice.get().points()) {
      List<Plan.Case> cases = new ArrayList<>();
      for (Set<Cursor> below : lattice.get().below(point)) {
        Set<Cursor> present = new LinkedHashSet<>(below);
        present.addAll(sought);
        cases.add(
            new Plan.Case(
                below, body(simplify(forall.body(), here, present), path, sought, below, share)));
      }
      pieces.add(new Plan.Piece(List.copyOf(point), cases));
    }
    return new Plan.MergeLoop(v, forall.domain(), Redundancy.without(pieces));
  }

  /**
   * Whether the points of a formula's lattice tell every set of cursors apart that can stand at a
   * coordinate. In a ∪ (b ∩ c) they do not: where a and b stand, the point is a, though b may
   * matter for what is computed there.
   */
  private static boolean tellsAllApart(Formula formula) {
    return switch (formula) {
      case Formula.All a -> true;
      case Formula.None n -> true;
      case Formula.Present p -> true;
      case Formula.And and -> and.parts().stream().allMatch(p -> p instanceof Formula.Present);
      case Formula.Or or -> or.parts().stream().allMatch(p -> p instanceof Formula.Present);
    };
  }

  private Plan fullLoop(Statement.Forall forall, Set<Cursor> here, Path path, int budget) {
    IndexVariable v = forall.variable();
    Statement body = forall.body();
    Optional<Lattice> lattice = Lattice.of(Formula.ALL, here, limit(body, budget));
    if (lattice.isEmpty()) {
      Plan general = body(body, path, Set.of(), Set.of(), budget);
      return new Plan.GuardedLoop(v, forall.domain(), Formula.ALL, List.copyOf(here), general);
    }
    int share = Math.max(1, budget / lattice.get().points().size());
    List<Statement> bodies = new ArrayList<>();
    for (Set<Cursor> point : lattice.get().points()) {
      Statement simple = simplify(body, here, point);
      bodies.add(simple);
      if (!assembly.isAssignedBy(simple)) {
        assembly.skips(v);
      }
    }
    List<Plan.Case> cases = new ArrayList<>();
    for (int k = 0; k < bodies.size(); k++) {
      Set<Cursor> present = lattice.get().points().get(k);
      cases.add(new Plan.Case(present, body(bodies.get(k), path, Set.of(), present, share)));
    }
    return tiles.containsKey(v)
        ? new Plan.Unrolled(v, tiles.get(v), cases.getFirst().body())
        : new Plan.FullLoop(v, forall.domain(), List.copyOf(here), cases);
  }

  /** How many copies of its body a loop may have. */
  private static int limit(Statement body, int budget) {
    return Math.min(budget, containsLoop(body) ? MAX_OUTER_BODIES : MAX_INNER_BODIES);
  }

  private static boolean containsLoop(Statement statement) {
    return switch (statement) {
      case Statement.Forall f -> true;
      case Statement.Bind b -> containsLoop(b.body());
      case Statement.Sequence s -> s.parts().stream().anyMatch(Planner::containsLoop);
      case Statement.Where w -> containsLoop(w.consumer()) || containsLoop(w.producer());
      case Statement.Assign a -> false;
    };
  }

  private Statement simplify(Statement body, Set<Cursor> all, Set<Cursor> present) {
    Set<Access> absent = new HashSet<>();
    for (Cursor c : all) {
      if (!present.contains(c)) {
        absent.add(c.access());
      }
    }
    return simplification.without(absent, body);
  }

  /**
   * The body of the loop over the last variable, where the cursors {@code present} stand at the
   * coordinate, within what has to be searched and appended there.
   */
  private Plan body(
      Statement body, Path path, Set<Cursor> sought, Set<Cursor> present, int budget) {
    return body(body, path, path.outer(), sought, present, budget);
  }

  /**
   * @param before as far as the result was appended to
   */
  private Plan body(
      Statement body, Path path, Path before, Set<Cursor> sought, Set<Cursor> present, int budget) {
    Set<Cursor> searched = new LinkedHashSet<>();
    Set<Access> accesses = Statements.accesses(body);
    for (Cursor c : sought) {
      if (accesses.contains(c.access())) {
        searched.add(c);
      }
    }
    for (Access a : accesses) {
      cursors.traversal(a, path).soughtAt(path.last()).forEach(l -> searched.add(new Cursor(a, l)));
    }
    Plan result = assembled(body, path, before, budget);
    if (searched.isEmpty()) {
      return result;
    }
    Formula where = new Regions(types::get, path).of(body);
    Set<Cursor> required = Searches.required(where);
    Set<Cursor> certain = new HashSet<>(present);
    certain.addAll(required);
    Formula open = where.given(certain);
    if (open.cursors().stream().anyMatch(searched::contains)) {
      result = new Plan.Guard(open, result);
    }
    for (Cursor c : List.copyOf(searched).reversed()) {
      IndexVariable coordinate = c.access().indices().get(cursors.format(c).dimension(c.level()));
      result = new Plan.Seek(c, coordinate, required.contains(c), result);
    }
    return result;
  }

  // ---- the result ----

  /**
   * Wraps the part of a loop's body that assigns the result in the appends that are due once the
   * path is bound.
   */
  private Plan assembled(Statement body, Path path, Path before, int budget) {
    if (body instanceof Statement.Where w && assembly.isAssignedBy(w.consumer())) {
      return where(
          w, plan(w.producer(), path, budget), assembled(w.consumer(), path, before, budget));
    }
    if (body instanceof Statement.Bind b
        && assembly.isAssignedBy(b)
        && !assembly.indexes(b.variable())) {
      // An operand at a computed coordinate may be absent, and then nothing is appended.
      return bind(b, path, before, budget);
    }
    Plan result = plan(body, path, budget);
    return assembly.isAssignedBy(body) ? assembly.appended(result, path, before) : result;
  }
}
