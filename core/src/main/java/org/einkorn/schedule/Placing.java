package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.loops.Domain;
import org.einkorn.loops.Renaming;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;

/**
 * Where workspaces are filled: in the outermost loop where everything is bound that they depend on.
 */
record Placing(LoopNest nest) {

  /** The loops of the statement with the loops that fill its workspaces. */
  Statement around(Statement loops) {
    Statement result = loops;
    List<Producer> open = new ArrayList<>(nest.producers().reversed());
    while (!open.isEmpty()) {
      // What reads a workspace stands inside of where that is filled, so it is placed before.
      Producer next =
          open.stream()
              .filter(p -> open.stream().noneMatch(q -> q.loops().reads(p)))
              .findFirst()
              .orElseThrow();
      result = next.around(result, nest.derivation(next.loops()).steps());
      open.remove(next);
    }
    return named(result);
  }

  /** The statement with the names that variables have within the loops of workspaces. */
  private Statement named(Statement statement) {
    return switch (statement) {
      case Statement.Forall f -> following(f, named(f.body()));
      case Statement.Bind b ->
          new Statement.Bind(b.variable(), b.value(), b.checked(), named(b.body()));
      case Statement.Sequence s ->
          new Statement.Sequence(s.parts().stream().map(this::named).toList());
      case Statement.Where w ->
          new Statement.Where(
              w.workspace(),
              named(w.consumer()),
              nest.producers().stream()
                  .filter(p -> p.workspace().equals(w.workspace()))
                  .findFirst()
                  .map(p -> Renaming.of(named(w.producer()), p.renaming()))
                  .orElseGet(() -> named(w.producer())));
      case Statement.Assign a -> a;
    };
  }

  /** The loop around another body, in which the operand that it follows may have other names. */
  private Statement following(Statement.Forall loop, Statement body) {
    Domain domain =
        loop.domain()
            .followed()
            .flatMap(operand -> accessTo(operand, body))
            .map(loop.domain()::following)
            .orElse(loop.domain());
    return new Statement.Forall(loop.variable(), domain, body);
  }

  private Optional<Access> accessTo(Access operand, Statement body) {
    Set<Access> accesses = Statements.accesses(body);
    return accesses.contains(operand)
        ? Optional.of(operand)
        : accesses.stream()
            .filter(a -> Expressions.substitute(a, nest.ownNames()).equals(operand))
            .findFirst();
  }

  /** How variables are bound around the loops of a group. */
  List<Step> outside(LoopGroup group) {
    return nest.producers().stream()
        .filter(p -> p.loops().equals(group))
        .findFirst()
        .map(p -> before(p, readers(p).getFirst()))
        .orElse(List.of());
  }

  private List<LoopGroup> readers(Producer p) {
    return nest.groups().stream().filter(g -> g.reads(p)).toList();
  }

  /** The steps to a reader of a workspace that come before it is filled. */
  private List<Step> before(Producer p, LoopGroup reader) {
    Set<IndexVariable> missing = new LinkedHashSet<>(p.context());
    List<Step> steps = new ArrayList<>();
    for (Step step : nest.stepsTo(reader)) {
      if (missing.isEmpty()) {
        break;
      }
      steps.add(step);
      missing.remove(step.variable());
    }
    return steps;
  }

  /** A workspace is filled before the loops over its variables, and after what it depends on. */
  void check(Producer p) {
    for (LoopGroup reader : readers(p)) {
      Set<IndexVariable> missing = new LinkedHashSet<>(p.context());
      for (Step step : before(p, reader)) {
        if (step.covers().stream().anyMatch(p.variables()::contains)) {
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

  /** A loop that fills a workspace inside of a loop of the group, if there is one. */
  Optional<IndexVariable> inside(LoopGroup group, IndexVariable loop) {
    Set<IndexVariable> originals = nest.derivation(group).originals(loop);
    return nest.producers().stream()
        .filter(p -> !p.loops().equals(group) && !p.loops().order().isEmpty())
        .filter(
            p ->
                outside(p.loops()).stream()
                    .anyMatch(s -> s.covers().stream().anyMatch(originals::contains)))
        .map(p -> p.loops().order().getLast())
        .findFirst();
  }
}
