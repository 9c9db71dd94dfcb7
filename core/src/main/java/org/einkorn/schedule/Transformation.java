package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.einkorn.format.Format;
import org.einkorn.format.IndexExpression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;

/** What each directive makes of a nest. */
record Transformation(LoopNest nest) {
  private static final int LARGEST_PART = 1 << 30;

  LoopNest apply(Directive directive) {
    return switch (directive) {
      case Directive.Split d ->
          split(d.variable(), d.outer(), d.inner(), part(d.size(), "size of a split"));
      case Directive.Divide d -> divide(d);
      case Directive.Fuse d -> fuse(d);
      case Directive.Reorder d -> reorder(d);
      case Directive.Pos d -> pos(d);
      case Directive.Coord d -> coord(d);
      case Directive.Bound d -> bound(d);
      case Directive.Unroll d -> new Running(nest).unroll(d);
      case Directive.Vectorize d -> new Running(nest).vectorize(d);
      case Directive.Parallelize d -> new Running(nest).parallelize(d);
      case Directive.Merge d -> new Running(nest).merge(d);
      case Directive.Precompute d -> precompute(d);
      case Directive.Workspace d -> nest.with(nest.placement().with(d));
      case Directive.Assemble d -> assemble(d);
    };
  }

  private LoopNames names() {
    return new LoopNames(nest);
  }

  // ---- other loops ----

  private LoopNest split(
      IndexVariable v,
      IndexVariable outer,
      IndexVariable inner,
      IndexExpression<IndexVariable> size) {
    LoopGroup group = names().requireLoop(v);
    names().requireNew(List.of(outer, inner));
    return nest.replaced(
        group,
        group.order().indexOf(v),
        1,
        List.of(outer, inner),
        new Relation.Split(v, outer, inner, size));
  }

  private LoopNest divide(Directive.Divide d) {
    LoopGroup group = names().requireLoop(d.variable());
    if (nest.graph().isPosition(d.variable())) {
      throw new Refusal(
          "How many positions "
              + d.variable()
              + " has is known only where its loop runs, so it cannot be divided; split it.");
    }
    IndexExpression<IndexVariable> parts = part(d.parts(), "number of parts");
    IndexExpression<IndexVariable> size =
        new IndexExpression.Divide<>(
            new IndexExpression.Add<>(
                nest.derivation(group).sizeOf(d.variable()),
                new IndexExpression.Constant<>(d.parts() - 1)),
            parts);
    return split(d.variable(), d.outer(), d.inner(), size);
  }

  private LoopNest fuse(Directive.Fuse d) {
    LoopGroup group = names().requireTogether(List.of(d.outer(), d.inner()));
    int at = group.order().indexOf(d.outer());
    if (group.order().indexOf(d.inner()) != at + 1) {
      throw new Refusal(
          "Only a loop right inside another can be fused with it, but the loops are "
              + Refusal.names(group.order())
              + "; reorder them first.");
    }
    for (IndexVariable v : List.of(d.outer(), d.inner())) {
      if (nest.graph().isPosition(v)) {
        throw new Refusal(v + " runs over positions already; fuse loops before pos.");
      }
    }
    names().requireNew(List.of(d.fused()));
    return nest.replaced(
        group, at, 2, List.of(d.fused()), new Relation.Fuse(d.outer(), d.inner(), d.fused()));
  }

  private LoopNest reorder(Directive.Reorder d) {
    if (new HashSet<>(d.variables()).size() < d.variables().size()) {
      throw new Refusal(
          "reorder names a loop twice: " + Refusal.names(d.variables()) + "; name each once.");
    }
    if (d.variables().isEmpty()) {
      return nest;
    }
    LoopGroup group = names().requireTogether(d.variables());
    List<IndexVariable> next = new ArrayList<>(group.order());
    int named = 0;
    for (int k = 0; k < next.size(); k++) {
      if (d.variables().contains(next.get(k))) {
        next.set(k, d.variables().get(named++));
      }
    }
    return nest.with(group, group.with(next), nest.graph());
  }

  private LoopNest pos(Directive.Pos d) {
    LoopGroup group = names().requireLoop(d.variable());
    names().requireNew(List.of(d.position()));
    if (!nest.graph().isPlainOrFused(d.variable(), group.subject().variables())) {
      throw new Refusal(
          d.variable() + " is a part of a variable; pos takes a whole one, before it is split.");
    }
    Access operand = Expressions.substitute(d.operand(), nest.ownNames());
    return nest.replaced(
        group,
        group.order().indexOf(d.variable()),
        1,
        List.of(d.position()),
        group
            .subject()
            .position(
                new Directive.Pos(d.variable(), d.position(), operand),
                nest.derivation(group).originals(d.variable())));
  }

  private LoopNest coord(Directive.Coord d) {
    LoopGroup group = names().requireLoop(d.position());
    Relation.Position made =
        nest.graph()
            .position(d.position())
            .orElseThrow(
                () ->
                    new Refusal(
                        d.position()
                            + " does not run over positions; coord takes a variable that pos"
                            + " made."));
    List<IndexVariable> next = new ArrayList<>(group.order());
    int at = next.indexOf(d.position());
    Provenance rest = nest.graph().without(made);
    next.set(at, d.coordinate());
    if (d.coordinate().equals(made.parent())) {
      return nest.with(group, group.with(next), rest);
    }
    names().requireNew(List.of(d.coordinate()));
    return nest.with(
        group, group.with(next), rest.with(Relation.sameAs(made.parent(), d.coordinate())));
  }

  private LoopNest bound(Directive.Bound d) {
    LoopGroup group = names().requireLoop(d.variable());
    names().requireNew(List.of(d.bounded()));
    positive(d.size(), "bound");
    if (nest.graph().isPosition(d.variable())) {
      throw new Refusal(
          "How many positions "
              + d.variable()
              + " has is known only where its loop runs, so it cannot be bounded; bound the"
              + " variable before pos.");
    }
    IndexVariable written = nest.ownNames().getOrDefault(d.variable(), d.variable());
    if (!group.subject().variables().contains(written)) {
      throw new Refusal(
          d.variable() + " was made by the schedule; bound the variable that it was made from.");
    }
    return nest.replaced(
        group,
        group.order().indexOf(d.variable()),
        1,
        List.of(d.bounded()),
        new Relation.Bound(d.variable(), d.bounded(), d.size(), d.exact()));
  }

  private LoopNest precompute(Directive.Precompute d) {
    names().requireNew(d.inner());
    d.variables().forEach(names()::requireLoop);
    Precomputation made = Precomputation.of(d, nest);
    for (Relation r : nest.graph().relations()) {
      if (r instanceof Relation.Position p && nest.graph().areIn(made.before(), p)) {
        made.after().subject().checkStillNeeded(p);
      }
    }
    return nest.with(made);
  }

  private LoopNest assemble(Directive.Assemble d) {
    Placement placement = nest.placement().with(d);
    String target = nest.main().subject().target().tensor();
    Format format = nest.types().get(target).format();
    if (d.assembly() == Directive.Assembly.INSERT && !format.isLocated()) {
      throw new Refusal(
          target
              + " as "
              + placement.result()
              + " has no places for entries that do not come in order; choose a dense result, or"
              + " append.");
    }
    return nest.with(placement);
  }

  // ---- checks ----

  /** Code adds parts to what they are parts of, and both must fit into an int. */
  private static IndexExpression<IndexVariable> part(int number, String what) {
    if (number > LARGEST_PART) {
      throw new Refusal(
          "The " + what + " must be at most " + LARGEST_PART + ", not " + number + ".");
    }
    return positive(number, what);
  }

  private static IndexExpression<IndexVariable> positive(int number, String what) {
    if (number < 1) {
      throw new Refusal("The " + what + " must be at least 1, not " + number + ".");
    }
    return new IndexExpression.Constant<>(number);
  }
}
