package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.einkorn.format.IndexExpression;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Chunks;
import org.einkorn.loops.Hints;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.notation.IndexVariable;

/**
 * The loops of a statement as a schedule sees them: variables in order, those of the statement and
 * those of what fills its workspaces; how variables that the notation does not have are made from
 * others; and how single loops run. Each directive makes another nest, or is refused with the
 * reason.
 */
public final class LoopNest {
  private final LoopGroup main;
  private final List<Producer> producers;
  private final Provenance provenance;
  private final Tags tags;
  private final Placement placement;

  private LoopNest(
      LoopGroup main,
      List<Producer> producers,
      Provenance provenance,
      Tags tags,
      Placement placement) {
    this.main = main;
    this.producers = List.copyOf(producers);
    this.provenance = provenance;
    this.tags = tags;
    this.placement = placement;
  }

  /**
   * The nest before any directive: plain loops.
   *
   * @param sums the loops of sums within terms, which the statement reads as workspaces
   * @param result how the result is stored, for a reader
   */
  public static LoopNest base(LoopGroup main, List<Producer> sums, String result) {
    return new LoopNest(main, sums, Provenance.NONE, Tags.NONE, Placement.none(result));
  }

  /** What a directive gives. */
  public sealed interface Outcome {
    record Applied(LoopNest nest) implements Outcome {}

    /** A sentence for the one who wrote the directive: why it cannot be, and what could. */
    record Refused(String reason) implements Outcome {}
  }

  public Outcome apply(Directive directive) {
    try {
      LoopNest next = new Transformation(this).apply(directive);
      next.check();
      return new Outcome.Applied(next);
    } catch (Refusal e) {
      return new Outcome.Refused(e.getMessage());
    }
  }

  private void check() {
    Placing placing = new Placing(this);
    for (LoopGroup group : groups()) {
      provenance.checkPositions(group, placing.outside(group), derivation(group));
    }
    tags.check(this);
    producers.forEach(placing::check);
  }

  // ---- what came of it ----

  /** The loops of the statement itself, then those that fill workspaces. */
  public List<LoopGroup> groups() {
    List<LoopGroup> all = new ArrayList<>(List.of(main));
    producers.forEach(p -> all.add(p.loops()));
    return all;
  }

  /** The loops of the statement itself. */
  public LoopGroup main() {
    return main;
  }

  public List<Relation> relations() {
    return provenance.relations();
  }

  /** The positions that loops of a group run over. */
  public List<Relation.Position> positions(LoopGroup group) {
    return relations().stream()
        .filter(r -> r instanceof Relation.Position p && provenance.areIn(group, p))
        .map(r -> (Relation.Position) r)
        .toList();
  }

  public Optional<Directive.Parallelize> parallel() {
    return tags.parallel();
  }

  /** How workspaces are to be kept, those of precompute and all others. */
  public List<Directive.Workspace> layouts() {
    return placement.layouts();
  }

  /** How the result is to be put together, if the schedule says it. */
  public Optional<Directive.Assembly> assembly() {
    return placement.assembly().map(Directive.Assemble::assembly);
  }

  /** The workspace that precompute made with these variables of its own, if it did. */
  public Optional<String> workspaceWith(List<IndexVariable> own) {
    return producers.stream()
        .filter(p -> !own.isEmpty() && Set.copyOf(p.own()).equals(Set.copyOf(own)))
        .map(p -> p.workspace().name())
        .findFirst();
  }

  /** For each name that a variable has within a workspace's loops: the variable. */
  public Map<IndexVariable, IndexVariable> ownNames() {
    Map<IndexVariable, IndexVariable> names = new LinkedHashMap<>();
    producers.forEach(p -> p.renaming().forEach((v, own) -> names.put(own, v)));
    return names;
  }

  /** The types of all tensors and of the workspaces that loops here fill. */
  public Map<String, TensorType> types() {
    Map<String, TensorType> all = new LinkedHashMap<>(main.subject().types());
    producers.forEach(p -> all.put(p.workspace().name(), p.workspace().type()));
    return all;
  }

  Provenance graph() {
    return provenance;
  }

  Placement placement() {
    return placement;
  }

  Tags tags() {
    return tags;
  }

  List<Producer> producers() {
    return producers;
  }

  Derivation derivation(LoopGroup group) {
    return Derivation.of(group.order(), provenance.relations(), types());
  }

  /** The loops of the statement with the loops that fill its workspaces. */
  public Statement withProducers(Statement loops) {
    return new Placing(this).around(loops);
  }

  /** How the loops of the statement itself bind variables. */
  public List<Step> steps() {
    return derivation(main).steps();
  }

  /** How variables are bound where the assignment of a group stands. */
  public List<Step> stepsTo(LoopGroup group) {
    List<Step> all = new ArrayList<>(new Placing(this).outside(group));
    all.addAll(derivation(group).steps());
    return all;
  }

  /** The variables of its loops that the notation does not have. */
  public Set<IndexVariable> parts() {
    return groups().stream()
        .flatMap(g -> derivation(g).steps().stream())
        .filter(Step::isAuxiliary)
        .map(Step::variable)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** A program of this nest in chunks, if its outermost loop is to run in parallel and can be. */
  public Optional<Chunks> chunks(LoopProgram program) {
    return parallel()
        .flatMap(
            p -> {
              Derivation derivation = derivation(main);
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
    Map<IndexVariable, IndexVariable> loops = new LinkedHashMap<>();
    for (LoopGroup group : groups()) {
      Map<IndexVariable, IndexVariable> names = renaming(group);
      Derivation derivation = derivation(group);
      for (IndexVariable v : group.order()) {
        IndexVariable loop = derivation.loopOf(v);
        loops.put(v, names.getOrDefault(loop, loop));
      }
    }
    return tags.hints(loops);
  }

  /** The name that each variable gets within the loops of a group. */
  Map<IndexVariable, IndexVariable> renaming(LoopGroup group) {
    return producers.stream()
        .filter(p -> p.loops().equals(group))
        .findFirst()
        .map(Producer::renaming)
        .orElse(Map.of());
  }

  /**
   * The sizes of variables that the notation does not have, and of those whose size is promised.
   */
  public Map<IndexVariable, IndexExpression<IndexVariable>> sizes() {
    return nestSizes().all();
  }

  /**
   * Checks what was promised about sizes, and that nothing counts beyond an int.
   *
   * @param stored how many values a tensor stores
   */
  public void check(Map<IndexVariable, Integer> given, ToLongFunction<String> stored) {
    nestSizes().check(given, stored);
  }

  private NestSizes nestSizes() {
    return new NestSizes(provenance, derivation(main), ownNames());
  }

  /** The provenance graph, one arrow a line. */
  public String provenance() {
    return provenance.text();
  }

  // ---- other nests ----

  /** Other loops in the place of a group. */
  LoopNest with(LoopGroup group, LoopGroup other, Provenance otherProvenance) {
    return new LoopNest(
        main.equals(group) ? other : main,
        producers.stream().map(p -> p.loops().equals(group) ? p.with(other) : p).toList(),
        otherProvenance,
        tags,
        placement);
  }

  LoopNest with(Tags otherTags) {
    return new LoopNest(main, producers, provenance, otherTags, placement);
  }

  LoopNest with(Placement other) {
    return new LoopNest(main, producers, provenance, tags, other);
  }

  /** What is left when a part is computed into a workspace before. */
  LoopNest with(Precomputation made) {
    Provenance named = provenance;
    for (Map.Entry<IndexVariable, IndexVariable> name : made.producer().renaming().entrySet()) {
      named = named.with(Relation.sameAs(name.getKey(), name.getValue()));
    }
    LoopNest next = with(made.before(), made.after(), named);
    List<Producer> more = new ArrayList<>(next.producers);
    more.add(made.producer());
    return new LoopNest(next.main, more, named, tags, placement).withoutCopies();
  }

  /** Without sums that nothing is left of but reading a workspace: that can be read directly. */
  private LoopNest withoutCopies() {
    for (Producer p : producers) {
      Subject sum = p.loops().subject();
      if (sum.target().indices().isEmpty() && sum.isCopy()) {
        List<Producer> others = new ArrayList<>();
        for (Producer q : producers) {
          if (q != p) {
            others.add(q.with(q.loops().withoutCopy(sum)));
          }
        }
        return new LoopNest(main.withoutCopy(sum), others, provenance, tags, placement);
      }
    }
    return this;
  }

  LoopNest replaced(
      LoopGroup group, int at, int count, List<IndexVariable> variables, Relation relation) {
    return with(group, group.replaced(at, count, variables), provenance.with(relation));
  }

  /** The group that has a loop over a variable. */
  Optional<LoopGroup> groupOf(IndexVariable v) {
    return groups().stream().filter(g -> g.order().contains(v)).findFirst();
  }

  /** All names that variables have. */
  Set<IndexVariable> variables() {
    Set<IndexVariable> all = new LinkedHashSet<>(provenance.variables());
    for (LoopGroup group : groups()) {
      all.addAll(group.subject().variables());
      all.addAll(group.order());
    }
    return all;
  }
}
