package org.einkorn.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.einkorn.format.TensorType;
import org.einkorn.lattice.Cursor;
import org.einkorn.lattice.Formula;
import org.einkorn.lattice.Lattice;
import org.einkorn.lattice.Path;
import org.einkorn.lattice.Regions;
import org.einkorn.lattice.Traversal;
import org.einkorn.loops.Domain;
import org.einkorn.loops.Hints;
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
  private static final int MAX_BODIES = 64;

  /**
   * How many of them one loop may have: fewer where each holds loops again, most in the loop that
   * runs most often.
   */
  private static final int MAX_OUTER_BODIES = 6;

  private static final int MAX_INNER_BODIES = 24;

  private final Map<String, TensorType> types;
  private final ResultLayout layout;
  private final Simplification simplification;
  private final boolean mergeOnly;
  private final Hints hints;
  private final Map<IndexVariable, Integer> tiles;

  /** Variables whose loops leave out coordinates, or do nothing for some. */
  private final Set<IndexVariable> skipping = new HashSet<>();

  private Planner(LoopProgram program, boolean mergeOnly) {
    this.types = program.types();
    this.layout = ResultLayout.of(program.target(), program.targetType().format());
    this.simplification = new Simplification(types::get);
    this.mergeOnly = mergeOnly;
    this.hints = program.hints();
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
          new Plan.Where(
              w.workspace(), plan(w.producer(), path, budget), plan(w.consumer(), path, budget));
      case Statement.Forall f -> segment(f, path, loop(f, path, budget));
      case Statement.Bind b -> bind(b, path, budget);
    };
  }

  private static Plan block(List<Plan> parts) {
    return parts.size() == 1 ? parts.getFirst() : new Plan.Block(parts);
  }

  private Plan bind(Statement.Bind bind, Path outer, int budget) {
    IndexVariable v = bind.variable();
    Path path = outer.computing(v);
    Formula where = new Regions(types::get, path).of(bind.body());
    if (where instanceof Formula.None) {
      return Plan.NOTHING;
    }
    skipping.add(v);
    Plan body = body(bind.body(), path, Set.of(), Set.of(), budget);
    return new Plan.Bind(v, bind.value(), bind.checked(), body);
  }

  /** The cursors without which nothing is to be done. */
  private static Set<Cursor> required(Formula where) {
    Set<Cursor> required = new HashSet<>();
    List<Formula> parts = where instanceof Formula.And and ? and.parts() : List.of(where);
    for (Formula part : parts) {
      if (part instanceof Formula.Present p) {
        required.add(p.cursor());
      }
    }
    return required;
  }

  private Plan loop(Statement.Forall forall, Path outer, int budget) {
    IndexVariable v = forall.variable();
    Path path = outer.loop(v);
    Regions regions = new Regions(types::get, path);
    Formula where = regions.of(forall.body());
    if (where instanceof Formula.None) {
      return Plan.NOTHING;
    }
    if (!(where instanceof Formula.All) || isDriven(forall.domain())) {
      skipping.add(v);
    }
    Set<Cursor> cursors = cursorsAt(v, forall.body(), path);
    Optional<Plan> chain = chain(forall, outer, where, cursors, budget);
    if (chain.isPresent()) {
      return chain.get();
    }
    Formula visited = regions.visited(where);
    if (visited instanceof Formula.All) {
      return fullLoop(forall, cursors, path, budget);
    }
    Set<Cursor> sought =
        hints.searched().contains(v)
            ? allButOne(visited, cursors, path)
            : sought(visited, cursors, path);
    sought.removeIf(c -> drives(c, forall.domain()));
    Formula driving = without(visited, sought);
    Set<Cursor> passengers = new LinkedHashSet<>(cursors);
    passengers.removeAll(sought);
    if (tellsAllApart(driving)) {
      passengers.removeAll(driving.cursors());
    }
    int limit = Math.min(budget, containsLoop(forall.body()) ? MAX_OUTER_BODIES : MAX_INNER_BODIES);
    Optional<Lattice> lattice =
        Lattice.of(driving, passengers, limit).filter(l -> l.bodies() <= limit);
    if (lattice.isEmpty()) {
      List<Cursor> followed = new ArrayList<>(cursors);
      followed.removeAll(sought);
      Plan body = body(forall.body(), path, sought, Set.of(), budget);
      return new Plan.GuardedLoop(v, forall.domain(), driving, followed, body);
    }
    int share = Math.max(1, budget / lattice.get().bodies());
    List<Plan.Piece> pieces = new ArrayList<>();
    for (Set<Cursor> point : lattice.get().points()) {
      List<Plan.Case> cases = new ArrayList<>();
      for (Set<Cursor> below : lattice.get().below(point)) {
        Set<Cursor> here = new LinkedHashSet<>(below);
        here.addAll(sought);
        cases.add(
            new Plan.Case(
                below, body(simplify(forall.body(), cursors, here), path, sought, below, share)));
      }
      pieces.add(new Plan.Piece(List.copyOf(point), cases));
    }
    return new Plan.MergeLoop(v, forall.domain(), pieces);
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

  /** Whether the domain names an operand whose positions the loop follows. */
  private static boolean isDriven(Domain domain) {
    return domain instanceof Domain.Children || domain instanceof Domain.Under;
  }

  private static boolean drives(Cursor cursor, Domain domain) {
    return switch (domain) {
      case Domain.All a -> false;
      case Domain.Between b -> false;
      case Domain.Pieces p -> false;
      case Domain.Children c -> c.operand().equals(cursor.access());
      case Domain.Under u -> u.operand().equals(cursor.access());
    };
  }

  private Plan fullLoop(Statement.Forall forall, Set<Cursor> cursors, Path path, int budget) {
    IndexVariable v = forall.variable();
    Statement body = forall.body();
    Optional<Lattice> lattice = Lattice.of(Formula.ALL, cursors, budget);
    if (lattice.isEmpty()) {
      Plan general = body(body, path, Set.of(), Set.of(), budget);
      return new Plan.GuardedLoop(v, forall.domain(), Formula.ALL, List.copyOf(cursors), general);
    }
    int share = Math.max(1, budget / lattice.get().points().size());
    List<Statement> bodies = new ArrayList<>();
    for (Set<Cursor> point : lattice.get().points()) {
      Statement simple = simplify(body, cursors, point);
      bodies.add(simple);
      if (!Statements.assigns(simple, layout.target().tensor())) {
        skipping.add(v);
      }
    }
    List<Plan.Case> cases = new ArrayList<>();
    for (int k = 0; k < bodies.size(); k++) {
      Set<Cursor> present = lattice.get().points().get(k);
      cases.add(new Plan.Case(present, body(bodies.get(k), path, Set.of(), present, share)));
    }
    return tiles.containsKey(v)
        ? new Plan.Unrolled(v, tiles.get(v), cases.getFirst().body())
        : new Plan.FullLoop(v, forall.domain(), List.copyOf(cursors), cases);
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
    Set<Cursor> searched = new LinkedHashSet<>();
    Set<Access> accesses = Statements.accesses(body);
    for (Cursor c : sought) {
      if (accesses.contains(c.access())) {
        searched.add(c);
      }
    }
    for (Access a : accesses) {
      traversal(a, path).soughtAt(path.last()).forEach(l -> searched.add(new Cursor(a, l)));
    }
    Plan result = assembled(body, path, budget);
    if (searched.isEmpty()) {
      return result;
    }
    Formula where = new Regions(types::get, path).of(body);
    Set<Cursor> required = required(where);
    Set<Cursor> certain = new HashSet<>(present);
    certain.addAll(required);
    Formula open = where.given(certain);
    if (open.cursors().stream().anyMatch(searched::contains)) {
      result = new Plan.Guard(open, result);
    }
    for (Cursor c : List.copyOf(searched).reversed()) {
      IndexVariable coordinate = c.access().indices().get(format(c).dimension(c.level()));
      result = new Plan.Seek(c, coordinate, required.contains(c), result);
    }
    return result;
  }

  // ---- the result ----

  /**
   * Wraps the part of a loop's body that assigns the result in the appends that are due once the
   * path is bound.
   */
  private Plan assembled(Statement body, Path path, int budget) {
    if (body instanceof Statement.Where w
        && Statements.assigns(w.consumer(), layout.target().tensor())) {
      return new Plan.Where(
          w.workspace(), plan(w.producer(), path, budget), assembled(w.consumer(), path, budget));
    }
    Plan result = plan(body, path, budget);
    if (!Statements.assigns(body, layout.target().tensor())) {
      return result;
    }
    Path before = path.outer();
    for (List<Integer> run : layout.runs().reversed()) {
      int last = run.getLast();
      if (layout.isBound(last, path) && !layout.isBound(last, before)) {
        result = new Plan.Append(run, result);
        if (layout.isBound(run.getFirst() - 1, path) && !opensBefore(run.getFirst(), path)) {
          result = new Plan.Segment(run.getFirst(), false, result);
        }
      }
    }
    return result;
  }

  /** Whether the levels above are all located, by loops that skip no coordinate. */
  private boolean visitsEveryParent(int level) {
    Set<IndexVariable> seen = new HashSet<>();
    for (int l = 0; l < level; l++) {
      IndexVariable v = layout.variable(l);
      if (layout.format().level(l).location().isEmpty() || skipping.contains(v) || !seen.add(v)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a loop of the path is the one that opens the segment of a run: its parent was bound
   * before that loop.
   */
  private boolean opensBefore(int level, Path path) {
    int opening = path.indexOf(layout.variable(level));
    return layout.isBound(level - 1, path.prefix(opening));
  }

  /** A loop over the variable of a run's first level visits the children of one parent. */
  private Plan segment(Statement.Forall forall, Path outer, Plan loop) {
    if (!Statements.assigns(forall.body(), layout.target().tensor())) {
      return loop;
    }
    for (List<Integer> run : layout.runs()) {
      int first = run.getFirst();
      if (layout.variable(first).equals(forall.variable()) && layout.isBound(first - 1, outer)) {
        return new Plan.Segment(first, visitsEveryParent(first), loop);
      }
    }
    return loop;
  }

  // ---- cursors ----

  private Traversal traversal(Access access, Path path) {
    return Traversal.of(access, types.get(access.tensor()).format(), path);
  }

  private Set<Cursor> cursorsAt(IndexVariable v, Statement body, Path path) {
    Set<Cursor> cursors = new LinkedHashSet<>();
    for (Access a : Statements.accesses(body)) {
      OptionalInt level = traversal(a, path).iteratedAt(v);
      level.ifPresent(l -> cursors.add(new Cursor(a, l)));
    }
    return cursors;
  }

  /**
   * The cursors to search instead of merging: in an intersection, those whose parent is known
   * further out than another's. They would be walked through again and again, once for each
   * iteration of the loops in between.
   */
  private Set<Cursor> sought(Formula where, Set<Cursor> cursors, Path path) {
    if (mergeOnly || hints.merged().contains(path.last())) {
      return new LinkedHashSet<>();
    }
    int deepest = where.cursors().stream().mapToInt(c -> parentDepth(c, path)).max().orElse(-1);
    Set<Cursor> required = required(where);
    boolean deepestIsRequired = required.stream().anyMatch(c -> parentDepth(c, path) == deepest);
    Set<Cursor> sought = new LinkedHashSet<>();
    for (Cursor c : cursors) {
      boolean decides = where.cursors().contains(c);
      if (deepestIsRequired
          && parentDepth(c, path) < deepest
          && (required.contains(c) || !decides)
          && format(c).level(c.level()).seeking().isPresent()) {
        sought.add(c);
      }
    }
    return sought;
  }

  /** In an intersection, all that can be searched but the one whose parent is known last. */
  private Set<Cursor> allButOne(Formula where, Set<Cursor> cursors, Path path) {
    Set<Cursor> required = required(where);
    Optional<Cursor> walked =
        cursors.stream()
            .filter(required::contains)
            .max(Comparator.comparingInt(c -> parentDepth(c, path)));
    Set<Cursor> sought = new LinkedHashSet<>();
    for (Cursor c : cursors) {
      if (walked.isPresent()
          && !c.equals(walked.get())
          && required.contains(c)
          && format(c).level(c.level()).seeking().isPresent()) {
        sought.add(c);
      }
    }
    return sought;
  }

  private int parentDepth(Cursor c, Path path) {
    return traversal(c.access(), path).parentDepth(c.level());
  }

  /** Where the cursors to search are there, which the body looks at first. */
  private static Formula without(Formula where, Set<Cursor> sought) {
    return switch (where) {
      case Formula.All a -> a;
      case Formula.None n -> n;
      case Formula.Present p -> sought.contains(p.cursor()) ? Formula.ALL : p;
      case Formula.And and ->
          Formula.and(and.parts().stream().map(p -> without(p, sought)).toList());
      case Formula.Or or -> Formula.or(or.parts().stream().map(p -> without(p, sought)).toList());
    };
  }

  private org.einkorn.format.Format format(Cursor c) {
    return types.get(c.access().tensor()).format();
  }

  /**
   * One loop for the levels of a coordinate list, where nothing happens between the loops over its
   * variables: no other operand takes part, and no part of the result begins or ends there.
   */
  private Optional<Plan> chain(
      Statement.Forall forall, Path outer, Formula where, Set<Cursor> cursors, int budget) {
    List<IndexVariable> variables = new ArrayList<>();
    Path path = outer;
    Statement.Forall current = forall;
    Formula region = where;
    Set<Cursor> here = cursors;
    Cursor first = null;
    while (true) {
      IndexVariable v = current.variable();
      path = path.loop(v);
      Formula visited = new Regions(types::get, path).visited(region);
      if (!(visited instanceof Formula.Present p) || here.size() != 1) {
        return Optional.empty();
      }
      Cursor cursor = p.cursor();
      if (first != null
          && !cursor.equals(new Cursor(first.access(), first.level() + variables.size()))) {
        return Optional.empty();
      }
      first = first == null ? cursor : first;
      variables.add(v);
      if (!format(cursor).repeats(cursor.level())) {
        break;
      }
      if (!(current.body() instanceof Statement.Forall next)
          || !continues(next.domain(), forall.domain())
          || hasAssembly(next, path)) {
        return Optional.empty();
      }
      region = new Regions(types::get, path.loop(next.variable())).of(next.body());
      here = cursorsAt(next.variable(), next.body(), path.loop(next.variable()));
      current = next;
    }
    if (variables.size() < 2) {
      return Optional.empty();
    }
    for (Access a : Statements.accesses(current.body())) {
      Path whole = path;
      int outerSize = outer.size();
      boolean searches =
          traversal(a, whole).steps().stream()
              .anyMatch(
                  s ->
                      s.mode() == Traversal.Mode.SEEK
                          && s.depth() >= outerSize
                          && s.depth() < whole.size() - 1);
      if (searches) {
        return Optional.empty();
      }
    }
    Plan body = body(current.body(), path, Set.of(), here, budget);
    return Optional.of(new Plan.ChainLoop(variables, forall.domain(), first, body));
  }

  /** Whether a loop with the one domain can run on in one with the other. */
  private static boolean continues(Domain inner, Domain first) {
    return inner instanceof Domain.All || isDriven(inner) && inner.equals(first);
  }

  /** Whether an append ends with the last loop of the path, or a segment begins with the next. */
  private boolean hasAssembly(Statement.Forall next, Path path) {
    if (!Statements.assigns(next.body(), layout.target().tensor())) {
      return false;
    }
    Path before = path.outer();
    return layout.runs().stream()
        .anyMatch(
            run ->
                layout.isBound(run.getLast(), path) && !layout.isBound(run.getLast(), before)
                    || layout.variable(run.getFirst()).equals(next.variable())
                        && layout.isBound(run.getFirst() - 1, path));
  }
}
