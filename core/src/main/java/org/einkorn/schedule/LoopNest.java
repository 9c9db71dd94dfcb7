package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
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
  private final Provenance provenance;
  private final Tags tags;
  private final List<Producer> producers;
  private final Placement placement;

  private LoopNest(
      Subject subject,
      List<IndexVariable> order,
      Provenance provenance,
      Tags tags,
      List<Producer> producers,
      Placement placement) {
    this.subject = subject;
    this.order = List.copyOf(order);
    this.provenance = provenance;
    this.tags = tags;
    this.producers = List.copyOf(producers);
    this.placement = placement;
  }

  /** The nest before any directive: plain loops in the given order. */
  public static LoopNest base(Subject subject, List<IndexVariable> order) {
    return new LoopNest(subject, order, Provenance.NONE, Tags.NONE, List.of(), Placement.NONE);
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
      next.provenance.checkPositions(next.order, next.subject, next.derivation());
      next.tags.check(next.order, next.provenance);
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
    return provenance.relations();
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
        .filter(p -> Set.copyOf(p.own()).equals(Set.copyOf(own)))
        .map(p -> p.workspace().name())
        .findFirst();
  }

  public Subject subject() {
    return subject;
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

  Derivation derivation() {
    return Derivation.of(order, provenance.relations(), subject.types());
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
    return parallel()
        .flatMap(
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
    return tags.hints(derivation());
  }

  /**
   * The sizes of variables that the notation does not have, and of those whose size is promised.
   */
  public Map<IndexVariable, IndexExpression<IndexVariable>> sizes() {
    return new NestSizes(provenance, derivation()).all();
  }

  /**
   * Checks what was promised about sizes, and that nothing counts beyond an int.
   *
   * @param stored how many values a tensor stores
   */
  public void check(Map<IndexVariable, Integer> given, ToLongFunction<String> stored) {
    new NestSizes(provenance, derivation()).check(given, stored);
  }

  /** The provenance graph, one arrow a line. */
  public String provenance() {
    return provenance.text();
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
              "The workspace depends on "
                  + Refusal.names(missing)
                  + " and would be filled inside of the loops that read it; reorder the loops so"
                  + " that "
                  + Refusal.names(missing)
                  + " comes first.");
        }
        missing.remove(step.variable());
      }
    }
  }

  // ---- other nests ----

  LoopNest with(List<IndexVariable> otherOrder, Provenance otherProvenance) {
    return new LoopNest(subject, otherOrder, otherProvenance, tags, producers, placement);
  }

  LoopNest with(Tags otherTags) {
    return new LoopNest(subject, order, provenance, otherTags, producers, placement);
  }

  LoopNest with(Placement other) {
    return new LoopNest(subject, order, provenance, tags, producers, other);
  }

  /** What is left when a part is computed into a workspace before. */
  LoopNest with(Producer producer) {
    List<IndexVariable> left = new ArrayList<>(order);
    left.removeAll(producer.moved());
    List<Producer> more = new ArrayList<>(producers);
    more.add(producer);
    return new LoopNest(producer.rest(), left, provenance, tags, more, placement);
  }

  LoopNest replaced(int at, int count, List<IndexVariable> variables, Relation relation) {
    List<IndexVariable> next = new ArrayList<>(order.subList(0, at));
    next.addAll(variables);
    next.addAll(order.subList(at + count, order.size()));
    return with(next, provenance.with(relation));
  }
}
