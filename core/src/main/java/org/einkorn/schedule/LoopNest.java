package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.einkorn.EinkornException;
import org.einkorn.format.IndexExpression;
import org.einkorn.loops.Chunks;
import org.einkorn.loops.Hints;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.notation.IndexVariable;

/**
 * The loops of a statement as a schedule sees them: variables in order, how those that the notation
 * does not have are made from others, and how single loops run. Each directive makes another nest,
 * or is refused with the reason.
 */
public final class LoopNest {
  private final Subject subject;
  private final List<IndexVariable> order;
  private final List<Relation> relations;
  private final Map<IndexVariable, Integer> unrolled;
  private final Set<IndexVariable> vectorized;
  private final Optional<Directive.Parallelize> parallel;
  private final Map<IndexVariable, Directive.Merging> merges;
  private final List<Producer> producers;

  private LoopNest(
      Subject subject,
      List<IndexVariable> order,
      List<Relation> relations,
      Map<IndexVariable, Integer> unrolled,
      Set<IndexVariable> vectorized,
      Optional<Directive.Parallelize> parallel,
      Map<IndexVariable, Directive.Merging> merges,
      List<Producer> producers) {
    this.producers = List.copyOf(producers);
    this.subject = subject;
    this.order = List.copyOf(order);
    this.relations = List.copyOf(relations);
    this.unrolled = Map.copyOf(unrolled);
    this.vectorized = Set.copyOf(vectorized);
    this.parallel = parallel;
    this.merges = Map.copyOf(merges);
  }

  /** The nest before any directive: plain loops in the given order. */
  public static LoopNest base(Subject subject, List<IndexVariable> order) {
    return new LoopNest(
        subject, order, List.of(), Map.of(), Set.of(), Optional.empty(), Map.of(), List.of());
  }

  /** What a directive gives. */
  public sealed interface Outcome {
    record Applied(LoopNest nest) implements Outcome {}

    /** A sentence for the one who wrote the directive: why it cannot be, and what could. */
    record Refused(String reason) implements Outcome {}
  }

  /** Stops applying a directive. */
  static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refusal(String reason) {
      super(reason, null, false, false);
    }
  }

  public Outcome apply(Directive directive) {
    try {
      LoopNest next =
          switch (directive) {
            case Directive.Split d ->
                split(d.variable(), d.outer(), d.inner(), positive(d.size(), "size of a split"));
            case Directive.Divide d -> divide(d);
            case Directive.Fuse d -> fuse(d);
            case Directive.Reorder d -> reorder(d);
            case Directive.Pos d -> pos(d);
            case Directive.Coord d -> coord(d);
            case Directive.Bound d -> bound(d);
            case Directive.Unroll d -> unroll(d);
            case Directive.Vectorize d -> vectorize(d);
            case Directive.Parallelize d -> parallelize(d);
            case Directive.Merge d -> merge(d);
            case Directive.Precompute d -> precompute(d);
            case Directive.Workspace d ->
                throw new Refusal(
                    "No precompute before it makes a workspace over " + names(d.variables()) + ".");
            case Directive.Assemble d ->
                throw new Refusal(
                    "The format of the result decides how it is put together; choose another"
                        + " format instead.");
          };
      next.checkPositions();
      next.checkTags();
      next.checkProducers();
      return new Outcome.Applied(next);
    } catch (Refusal e) {
      return new Outcome.Refused(e.getMessage());
    }
  }

  // ---- what came of it ----

  public List<IndexVariable> order() {
    return order;
  }

  public List<Relation> relations() {
    return relations;
  }

  public Optional<Directive.Parallelize> parallel() {
    return parallel;
  }

  public Subject subject() {
    return subject;
  }

  /** The loops of the nest with the loops that fill its workspaces. */
  public Statement withProducers(Statement loops) {
    Statement result = loops;
    for (Producer p : producers.reversed()) {
      result = p.around(result, Set.of());
    }
    return result;
  }

  public List<Step> steps() {
    return derivation().steps();
  }

  /** The variables of its loops that the notation does not have. */
  public Set<IndexVariable> parts() {
    return steps().stream()
        .filter(Step::isAuxiliary)
        .map(Step::variable)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** A program of this nest in chunks, if its outermost loop is to run in parallel and can be. */
  public Optional<Chunks> chunks(LoopProgram program) {
    return parallel.flatMap(
        p -> {
          Derivation derivation = derivation();
          return Chunking.of(
              program,
              Optional.of(
                  new Chunking.Wanted(
                      derivation.loopOf(p.variable()),
                      derivation.originals(p.variable()),
                      p.races())));
        });
  }

  /** How single loops are to run. */
  public Hints hints() {
    Derivation derivation = derivation();
    Map<IndexVariable, Integer> loops = new LinkedHashMap<>();
    unrolled.forEach((v, times) -> loops.put(derivation.loopOf(v), times));
    Set<IndexVariable> merged = new HashSet<>();
    Set<IndexVariable> searched = new HashSet<>();
    merges.forEach((v, how) -> (how == Directive.Merging.TWO_FINGER ? merged : searched).add(v));
    return new Hints(loops, merged, searched);
  }

  private Derivation derivation() {
    return Derivation.of(order, relations, subject.types());
  }

  /**
   * The sizes of variables that the notation does not have, and of those whose size is promised.
   */
  public Map<IndexVariable, IndexExpression<IndexVariable>> sizes() {
    Map<IndexVariable, IndexExpression<IndexVariable>> sizes = new LinkedHashMap<>();
    Derivation derivation = derivation();
    for (Relation r : relations) {
      switch (r) {
        case Relation.Split s -> {
          sizes.put(s.outer(), derivation.sizeOf(s.outer()));
          sizes.put(s.inner(), derivation.sizeOf(s.inner()));
        }
        case Relation.Fuse f -> sizes.put(f.fused(), derivation.sizeOf(f.fused()));
        case Relation.Position p -> sizes.put(p.position(), derivation.sizeOf(p.position()));
        case Relation.Bound b -> {
          sizes.put(b.bounded(), derivation.sizeOf(b.bounded()));
          if (b.exact()) {
            sizes.put(b.parent(), new IndexExpression.Constant<>(b.size()));
          }
        }
      }
    }
    return sizes;
  }

  /** Checks what was promised about sizes, and that all sizes fit into an int. */
  public void check(Map<IndexVariable, Integer> given) {
    for (Relation r : relations) {
      if (r instanceof Relation.Bound b) {
        int size = given.get(b.parent());
        if (b.exact() ? size != b.size() : size > b.size()) {
          throw new EinkornException(
              "The schedule promises that "
                  + b.parent()
                  + (b.exact() ? " has exactly " : " has at most ")
                  + b.size()
                  + " coordinates, but with these tensors it has "
                  + size
                  + ".");
        }
      }
    }
    for (Relation r : relations) {
      if (r instanceof Relation.Split s && !isPosition(s.parent())) {
        checkRounded(s, given);
      }
    }
    sizes()
        .forEach(
            (v, size) -> {
              long total = size.evaluate(x -> 0, given::get);
              if (total > Integer.MAX_VALUE) {
                throw new EinkornException(
                    "The loop over "
                        + v
                        + " would count to "
                        + total
                        + ", beyond what an int holds; fuse smaller loops.");
              }
            });
  }

  /** The last part of a split variable may end after the variable does. */
  private void checkRounded(Relation.Split s, Map<IndexVariable, Integer> given) {
    long size = derivation().sizeOf(s.inner()).evaluate(x -> 0, given::get);
    long parts = derivation().sizeOf(s.outer()).evaluate(x -> 0, given::get);
    if (size * parts > Integer.MAX_VALUE) {
      throw new EinkornException(
          "The parts of "
              + s.parent()
              + " would end at "
              + size * parts
              + ", beyond what an int holds; split positions of a sparse operand instead, after"
              + " pos.");
    }
  }

  /** The provenance graph, one arrow a line. */
  public String provenance() {
    return relations.stream().map(r -> r.text() + "\n").collect(Collectors.joining());
  }

  // ---- directives ----

  private LoopNest split(
      IndexVariable v,
      IndexVariable outer,
      IndexVariable inner,
      IndexExpression<IndexVariable> size) {
    int at = requireLoop(v);
    requireNew(outer, inner);
    return replaced(at, 1, List.of(outer, inner), new Relation.Split(v, outer, inner, size));
  }

  private LoopNest divide(Directive.Divide d) {
    requireLoop(d.variable());
    if (isPosition(d.variable())) {
      throw new Refusal(
          "How many positions "
              + d.variable()
              + " has is known only where its loop runs, so it cannot be divided; split it.");
    }
    IndexExpression<IndexVariable> parts = positive(d.parts(), "number of parts");
    IndexExpression<IndexVariable> size =
        new IndexExpression.Divide<>(
            new IndexExpression.Add<>(
                derivation().sizeOf(d.variable()), new IndexExpression.Constant<>(d.parts() - 1)),
            parts);
    return split(d.variable(), d.outer(), d.inner(), size);
  }

  private LoopNest fuse(Directive.Fuse d) {
    int at = requireLoop(d.outer());
    int next = requireLoop(d.inner());
    if (next != at + 1) {
      throw new Refusal(
          "Only a loop right inside another can be fused with it, but the loops are "
              + names(order)
              + "; reorder them first.");
    }
    for (IndexVariable v : List.of(d.outer(), d.inner())) {
      if (isPosition(v)) {
        throw new Refusal(v + " runs over positions already; fuse loops before pos.");
      }
    }
    requireNew(d.fused());
    return replaced(at, 2, List.of(d.fused()), new Relation.Fuse(d.outer(), d.inner(), d.fused()));
  }

  private LoopNest reorder(Directive.Reorder d) {
    if (new HashSet<>(d.variables()).size() < d.variables().size()) {
      throw new Refusal("reorder names a loop twice: " + names(d.variables()) + ".");
    }
    d.variables().forEach(this::requireLoop);
    List<IndexVariable> next = new ArrayList<>(order);
    int named = 0;
    for (int k = 0; k < next.size(); k++) {
      if (d.variables().contains(next.get(k))) {
        next.set(k, d.variables().get(named++));
      }
    }
    return with(next, relations);
  }

  private LoopNest pos(Directive.Pos d) {
    int at = requireLoop(d.variable());
    requireNew(d.position());
    Relation.Position position = subject.position(d, derivation().originals(d.variable()));
    if (isPosition(d.variable()) || !isPlainOrFused(d.variable())) {
      throw new Refusal(
          d.variable() + " is a part of a variable; pos takes a whole one, before it is split.");
    }
    return replaced(at, 1, List.of(d.position()), position);
  }

  /** Whether a variable is one of the notation, or several of them fused. */
  private boolean isPlainOrFused(IndexVariable v) {
    for (Relation r : relations) {
      if (r instanceof Relation.Fuse f && f.fused().equals(v)) {
        return isPlainOrFused(f.outer()) && isPlainOrFused(f.inner());
      }
    }
    return subject.variables().contains(v);
  }

  private LoopNest coord(Directive.Coord d) {
    int at = requireLoop(d.position());
    Relation.Position made =
        relations.stream()
            .filter(r -> r instanceof Relation.Position p && p.position().equals(d.position()))
            .map(r -> (Relation.Position) r)
            .findFirst()
            .orElseThrow(
                () ->
                    new Refusal(
                        d.position()
                            + " does not run over positions; coord takes a variable that pos"
                            + " made."));
    List<IndexVariable> next = new ArrayList<>(order);
    next.set(at, made.parent());
    List<Relation> rest = new ArrayList<>(relations);
    rest.remove(made);
    if (d.coordinate().equals(made.parent())) {
      return with(next, rest);
    }
    requireNew(d.coordinate());
    next.set(at, d.coordinate());
    // Another name for the same coordinates: at most as many as there can be.
    rest.add(new Relation.Bound(made.parent(), d.coordinate(), Integer.MAX_VALUE, false));
    return with(next, rest);
  }

  private LoopNest precompute(Directive.Precompute d) {
    requireNew(d.inner().toArray(IndexVariable[]::new));
    d.variables().forEach(this::requireLoop);
    Producer producer = Producer.of(d, subject, order, producers);
    for (IndexVariable v : producer.moved()) {
      if (!order.contains(v)) {
        throw new Refusal(
            v
                + " is summed in the workspace's loops then, but its loop was changed; write"
                + " precompute before that.");
      }
    }
    List<IndexVariable> left = new ArrayList<>(order);
    left.removeAll(producer.moved());
    List<Producer> more = new ArrayList<>(producers);
    more.add(producer);
    LoopNest next =
        new LoopNest(
            producer.rest(), left, relations, unrolled, vectorized, parallel, merges, more);
    next.checkProducers();
    return next;
  }

  /** A workspace is filled before the loops over its variables, and after what it depends on. */
  private void checkProducers() {
    Derivation derivation = derivation();
    for (Producer p : producers) {
      Set<IndexVariable> missing = new LinkedHashSet<>(p.context());
      for (Step step : derivation.steps()) {
        if (missing.isEmpty()) {
          break;
        }
        boolean own = step.covers().stream().anyMatch(p.variables()::contains);
        if (own) {
          throw new Refusal(
              "The workspace of "
                  + names(missing)
                  + " would be filled inside of the loops that read it; reorder the loops so that "
                  + names(missing)
                  + " comes first.");
        }
        missing.remove(step.variable());
      }
    }
  }

  private LoopNest bound(Directive.Bound d) {
    int at = requireLoop(d.variable());
    requireNew(d.bounded());
    positive(d.size(), "bound");
    if (isPosition(d.variable())) {
      throw new Refusal(
          "How many positions "
              + d.variable()
              + " has is known only where its loop runs, so it cannot be bounded.");
    }
    if (!subject.variables().contains(d.variable())) {
      throw new Refusal(
          d.variable() + " was made by the schedule; bound the variable that it was made from.");
    }
    return replaced(
        at,
        1,
        List.of(d.bounded()),
        new Relation.Bound(d.variable(), d.bounded(), d.size(), d.exact()));
  }

  private LoopNest unroll(Directive.Unroll d) {
    requireLoop(d.variable());
    if (d.times() < 2 || d.times() > 64) {
      throw new Refusal("A loop can be written down 2 to 64 times, not " + d.times() + ".");
    }
    Map<IndexVariable, Integer> more = new LinkedHashMap<>(unrolled);
    more.put(d.variable(), d.times());
    return new LoopNest(subject, order, relations, more, vectorized, parallel, merges, producers);
  }

  private LoopNest vectorize(Directive.Vectorize d) {
    int at = requireLoop(d.variable());
    if (at != order.size() - 1) {
      throw new Refusal(
          "Only the innermost loop runs in vectors, and that is "
              + order.getLast()
              + "; reorder the loops so that "
              + d.variable()
              + " comes last.");
    }
    subject.checkContiguous(d.variable(), derivation().originals(d.variable()));
    Set<IndexVariable> more = new HashSet<>(vectorized);
    more.add(d.variable());
    return new LoopNest(subject, order, relations, unrolled, more, parallel, merges, producers);
  }

  private LoopNest parallelize(Directive.Parallelize d) {
    int at = requireLoop(d.variable());
    if (parallel.isPresent()) {
      throw new Refusal(
          "The loop over "
              + parallel.get().variable()
              + " runs in parallel already; one is enough.");
    }
    if (at != 0) {
      throw new Refusal(
          "Only the outermost loop runs on several threads, and that is "
              + order.getFirst()
              + "; reorder the loops so that "
              + d.variable()
              + " comes first.");
    }
    Set<IndexVariable> covers = new HashSet<>(derivation().originals(d.variable()));
    covers.removeAll(subject.target().indices());
    boolean races = !covers.isEmpty();
    if (d.races() == Directive.Races.NONE && races) {
      throw new Refusal(
          "Iterations of "
              + d.variable()
              + " add to the same places, because "
              + names(covers)
              + " is summed; say reduction"
              + (derivation().originals(d.variable()).size() > 1 ? ", boundary" : "")
              + " or atomic instead of none.");
    }
    return new LoopNest(
        subject, order, relations, unrolled, vectorized, Optional.of(d), merges, producers);
  }

  private LoopNest merge(Directive.Merge d) {
    requireLoop(d.variable());
    Map<IndexVariable, Directive.Merging> more = new LinkedHashMap<>(merges);
    derivation().originals(d.variable()).forEach(v -> more.put(v, d.merging()));
    return new LoopNest(subject, order, relations, unrolled, vectorized, parallel, more, producers);
  }

  // ---- checks ----

  private static IndexExpression<IndexVariable> positive(int number, String what) {
    if (number < 1) {
      throw new Refusal("The " + what + " must be at least 1, not " + number + ".");
    }
    return new IndexExpression.Constant<>(number);
  }

  private int requireLoop(IndexVariable v) {
    int at = order.indexOf(v);
    if (at < 0) {
      throw new Refusal("There is no loop over " + v + "; the loops are " + names(order) + ".");
    }
    return at;
  }

  private void requireNew(IndexVariable... made) {
    Set<IndexVariable> taken = new HashSet<>(subject.variables());
    taken.addAll(order);
    for (Relation r : relations) {
      switch (r) {
        case Relation.Split s -> taken.addAll(List.of(s.parent(), s.outer(), s.inner()));
        case Relation.Fuse f -> taken.addAll(List.of(f.outer(), f.inner(), f.fused()));
        case Relation.Position p -> taken.addAll(List.of(p.parent(), p.position()));
        case Relation.Bound b -> taken.addAll(List.of(b.parent(), b.bounded()));
      }
    }
    for (IndexVariable v : made) {
      if (!taken.add(v)) {
        throw new Refusal("The name " + v + " is taken; choose another for the new loop.");
      }
    }
  }

  /** Whether a variable numbers positions, or pieces of them. */
  private boolean isPosition(IndexVariable v) {
    for (Relation r : relations) {
      if (r instanceof Relation.Position p && p.position().equals(v)) {
        return true;
      }
      if (r instanceof Relation.Split s && (s.outer().equals(v) || s.inner().equals(v))) {
        return isPosition(s.parent());
      }
    }
    return false;
  }

  /** What was said about a loop is said about one that is still there. */
  private void checkTags() {
    if (parallel.isPresent()
        && (order.isEmpty() || !order.getFirst().equals(parallel.get().variable()))) {
      throw new Refusal(
          parallel.get().variable()
              + " runs in parallel and must stay the outermost loop; write parallelize last.");
    }
    for (IndexVariable v : vectorized) {
      if (order.isEmpty() || !order.getLast().equals(v)) {
        throw new Refusal(v + " runs in vectors and must stay innermost; write vectorize last.");
      }
    }
    for (IndexVariable v : unrolled.keySet()) {
      if (!order.contains(v)) {
        throw new Refusal(v + " is unrolled already; write unroll after what changes its loop.");
      }
    }
  }

  /** Loops over positions need what they are positions of, and their parts from large to small. */
  private void checkPositions() {
    Derivation derivation = derivation();
    for (Relation r : relations) {
      if (r instanceof Relation.Split s
          && isPosition(s.parent())
          && lastLoop(s.inner()) < firstLoop(s.outer())) {
        throw new Refusal(
            s.outer()
                + " numbers stretches of positions that "
                + s.inner()
                + " runs through, so its loop must stay outside of "
                + s.inner()
                + "'s.");
      }
      if (r instanceof Relation.Position p) {
        subject.checkReached(p, order, derivation);
      }
    }
  }

  private int firstLoop(IndexVariable v) {
    int first = Integer.MAX_VALUE;
    for (int k = order.size() - 1; k >= 0; k--) {
      if (isMadeFrom(order.get(k), v)) {
        first = k;
      }
    }
    return first;
  }

  private int lastLoop(IndexVariable v) {
    int last = -1;
    for (int k = 0; k < order.size(); k++) {
      if (isMadeFrom(order.get(k), v)) {
        last = k;
      }
    }
    return last;
  }

  private boolean isMadeFrom(IndexVariable v, IndexVariable from) {
    if (v.equals(from)) {
      return true;
    }
    for (Relation r : relations) {
      if (r instanceof Relation.Split s && (s.outer().equals(v) || s.inner().equals(v))) {
        return isMadeFrom(s.parent(), from);
      }
    }
    return false;
  }

  // ---- other nests ----

  private LoopNest with(List<IndexVariable> otherOrder, List<Relation> otherRelations) {
    return new LoopNest(
        subject, otherOrder, otherRelations, unrolled, vectorized, parallel, merges, producers);
  }

  private LoopNest replaced(int at, int count, List<IndexVariable> variables, Relation relation) {
    List<IndexVariable> next = new ArrayList<>(order.subList(0, at));
    next.addAll(variables);
    next.addAll(order.subList(at + count, order.size()));
    List<Relation> more = new ArrayList<>(relations);
    more.add(relation);
    return with(next, more);
  }

  static String names(Iterable<IndexVariable> variables) {
    List<String> names = new ArrayList<>();
    variables.forEach(v -> names.add(v.name()));
    return String.join(", ", names);
  }
}
