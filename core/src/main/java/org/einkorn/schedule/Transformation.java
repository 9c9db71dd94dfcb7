package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.einkorn.format.Format;
import org.einkorn.format.IndexExpression;
import org.einkorn.notation.IndexVariable;

/** What each directive makes of a nest. */
record Transformation(LoopNest nest) {
  private static final int LARGEST_PART = 1 << 30;

  /** How many copies of a loop's body code may have, in all loops together. */
  private static final int MOST_COPIES = 256;

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
      case Directive.Unroll d -> unroll(d);
      case Directive.Vectorize d -> vectorize(d);
      case Directive.Parallelize d -> parallelize(d);
      case Directive.Merge d -> merge(d);
      case Directive.Precompute d -> precompute(d);
      case Directive.Workspace d -> nest.with(nest.placement().with(d));
      case Directive.Assemble d -> assemble(d);
    };
  }

  // ---- other loops ----

  private LoopNest split(
      IndexVariable v,
      IndexVariable outer,
      IndexVariable inner,
      IndexExpression<IndexVariable> size) {
    int at = requireLoop(v);
    requireNew(List.of(outer, inner));
    return nest.replaced(at, 1, List.of(outer, inner), new Relation.Split(v, outer, inner, size));
  }

  private LoopNest divide(Directive.Divide d) {
    requireLoop(d.variable());
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
                nest.derivation().sizeOf(d.variable()),
                new IndexExpression.Constant<>(d.parts() - 1)),
            parts);
    return split(d.variable(), d.outer(), d.inner(), size);
  }

  private LoopNest fuse(Directive.Fuse d) {
    int at = requireLoop(d.outer());
    int next = requireLoop(d.inner());
    if (next != at + 1) {
      throw new Refusal(
          "Only a loop right inside another can be fused with it, but the loops are "
              + Refusal.names(nest.order())
              + "; reorder them first.");
    }
    for (IndexVariable v : List.of(d.outer(), d.inner())) {
      if (nest.graph().isPosition(v)) {
        throw new Refusal(v + " runs over positions already; fuse loops before pos.");
      }
    }
    requireNew(List.of(d.fused()));
    return nest.replaced(
        at, 2, List.of(d.fused()), new Relation.Fuse(d.outer(), d.inner(), d.fused()));
  }

  private LoopNest reorder(Directive.Reorder d) {
    if (new HashSet<>(d.variables()).size() < d.variables().size()) {
      throw new Refusal(
          "reorder names a loop twice: " + Refusal.names(d.variables()) + "; name each once.");
    }
    d.variables().forEach(this::requireLoop);
    List<IndexVariable> next = new ArrayList<>(nest.order());
    int named = 0;
    for (int k = 0; k < next.size(); k++) {
      if (d.variables().contains(next.get(k))) {
        next.set(k, d.variables().get(named++));
      }
    }
    return nest.with(next, nest.graph());
  }

  private LoopNest pos(Directive.Pos d) {
    int at = requireLoop(d.variable());
    requireNew(List.of(d.position()));
    if (!nest.graph().isPlainOrFused(d.variable(), nest.subject().variables())) {
      throw new Refusal(
          d.variable() + " is a part of a variable; pos takes a whole one, before it is split.");
    }
    return nest.replaced(
        at,
        1,
        List.of(d.position()),
        nest.subject().position(d, nest.derivation().originals(d.variable())));
  }

  private LoopNest coord(Directive.Coord d) {
    int at = requireLoop(d.position());
    Relation.Position made =
        nest.graph()
            .position(d.position())
            .orElseThrow(
                () ->
                    new Refusal(
                        d.position()
                            + " does not run over positions; coord takes a variable that pos"
                            + " made."));
    List<IndexVariable> next = new ArrayList<>(nest.order());
    next.set(at, made.parent());
    Provenance rest = nest.graph().without(made);
    if (d.coordinate().equals(made.parent())) {
      return nest.with(next, rest);
    }
    requireNew(List.of(d.coordinate()));
    next.set(at, d.coordinate());
    // Another name for the same coordinates: at most as many as there can be.
    return nest.with(
        next,
        rest.with(new Relation.Bound(made.parent(), d.coordinate(), Integer.MAX_VALUE, false)));
  }

  private LoopNest bound(Directive.Bound d) {
    int at = requireLoop(d.variable());
    requireNew(List.of(d.bounded()));
    positive(d.size(), "bound");
    if (nest.graph().isPosition(d.variable())) {
      throw new Refusal(
          "How many positions "
              + d.variable()
              + " has is known only where its loop runs, so it cannot be bounded; bound the"
              + " variable before pos.");
    }
    if (!nest.subject().variables().contains(d.variable())) {
      throw new Refusal(
          d.variable() + " was made by the schedule; bound the variable that it was made from.");
    }
    return nest.replaced(
        at,
        1,
        List.of(d.bounded()),
        new Relation.Bound(d.variable(), d.bounded(), d.size(), d.exact()));
  }

  private LoopNest precompute(Directive.Precompute d) {
    requireNew(d.inner());
    d.variables().forEach(this::requireLoop);
    Producer producer = Producer.of(d, nest.subject(), nest.order(), nest.producers());
    for (IndexVariable v : producer.moved()) {
      if (!nest.order().contains(v)) {
        throw new Refusal(
            v
                + " is summed in the workspace's loops then, but its loop was changed; write"
                + " precompute before that.");
      }
    }
    for (Relation r : nest.graph().relations()) {
      if (r instanceof Relation.Position p) {
        producer.rest().checkStillNeeded(p);
      }
    }
    return nest.with(producer);
  }

  // ---- how single loops run ----

  private LoopNest unroll(Directive.Unroll d) {
    requireLoop(d.variable());
    if (d.times() < 2 || d.times() > 64) {
      throw new Refusal("A loop can be written down 2 to 64 times, not " + d.times() + ".");
    }
    long copies = nest.tags().copies() * d.times();
    if (copies > MOST_COPIES) {
      throw new Refusal(
          "What the loops do would be written down "
              + copies
              + " times with those that are unrolled already; "
              + MOST_COPIES
              + " times is the most.");
    }
    return nest.with(nest.tags().unroll(d.variable(), d.times()));
  }

  private LoopNest vectorize(Directive.Vectorize d) {
    int at = requireLoop(d.variable());
    List<IndexVariable> inside = nest.order().subList(at + 1, nest.order().size());
    if (!inside.stream().allMatch(nest.graph()::isShort)) {
      throw new Refusal(
          "Only the innermost loop runs in vectors, and that is "
              + nest.order().getLast()
              + "; reorder the loops so that "
              + d.variable()
              + " comes last.");
    }
    nest.subject().checkContiguous(d.variable(), nest.derivation().originals(d.variable()));
    return nest.with(nest.tags().vectorize(d.variable()));
  }

  private LoopNest parallelize(Directive.Parallelize d) {
    int at = requireLoop(d.variable());
    if (nest.parallel().isPresent()) {
      throw new Refusal(
          "The loop over "
              + nest.parallel().get().variable()
              + " runs in parallel already; one is enough.");
    }
    if (at != 0) {
      throw new Refusal(
          "Only the outermost loop runs on several threads, and that is "
              + nest.order().getFirst()
              + "; reorder the loops so that "
              + d.variable()
              + " comes first.");
    }
    Set<IndexVariable> summed = new HashSet<>(nest.derivation().originals(d.variable()));
    summed.removeAll(nest.subject().target().indices());
    boolean pieces = nest.graph().isPosition(d.variable());
    if (d.races() == Directive.Races.NONE && !summed.isEmpty()) {
      throw new Refusal(
          "Iterations of "
              + d.variable()
              + " add to the same places, because "
              + Refusal.names(summed)
              + " is summed; say "
              + (pieces ? "boundary, reduction" : "reduction")
              + " or atomic instead of none.");
    }
    if (d.races() == Directive.Races.BOUNDARY && !pieces) {
      throw new Refusal(
          "boundary joins rows that pieces of positions cut, but "
              + d.variable()
              + " runs over coordinates; leave boundary out, or fuse loops and split the positions"
              + " of an operand.");
    }
    return nest.with(nest.tags().parallelize(d));
  }

  private LoopNest merge(Directive.Merge d) {
    requireLoop(d.variable());
    return nest.with(nest.tags().merge(nest.derivation().originals(d.variable()), d.merging()));
  }

  private LoopNest assemble(Directive.Assemble d) {
    Placement placement = nest.placement().with(d);
    String target = nest.subject().target().tensor();
    Format format = nest.subject().types().get(target).format();
    if (d.assembly() == Directive.Assembly.INSERT && !format.isLocated()) {
      throw new Refusal(
          target
              + " as "
              + format
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

  private int requireLoop(IndexVariable v) {
    int at = nest.order().indexOf(v);
    if (at < 0 && nest.subject().sumsInside(v)) {
      throw new Refusal(
          v
              + " is summed within a term, by loops of its own that a schedule does not name; make"
              + " that sum a statement of its own.");
    }
    if (at < 0) {
      throw new Refusal(
          "There is no loop over "
              + v
              + (nest.order().isEmpty()
                  ? "; there are no loops left."
                  : "; the loops are " + Refusal.names(nest.order()) + "."));
    }
    return at;
  }

  private void requireNew(List<IndexVariable> made) {
    Set<IndexVariable> taken = new HashSet<>(nest.subject().variables());
    taken.addAll(nest.order());
    taken.addAll(nest.graph().variables());
    for (IndexVariable v : made) {
      if (!taken.add(v)) {
        throw new Refusal("The name " + v + " is taken; choose another for the new loop.");
      }
    }
  }
}
