package org.einkorn.schedule;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.einkorn.notation.IndexVariable;

/** What directives about single loops make of a nest. */
record Running(LoopNest nest) {
  /** How many copies of a loop's body code may have, in all loops together. */
  private static final int MOST_COPIES = 256;

  LoopNest unroll(Directive.Unroll d) {
    new LoopNames(nest).requireLoop(d.variable());
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

  LoopNest vectorize(Directive.Vectorize d) {
    LoopGroup group = new LoopNames(nest).requireLoop(d.variable());
    List<IndexVariable> order = group.order();
    if (!order.subList(order.indexOf(d.variable()) + 1, order.size()).stream()
        .allMatch(nest.graph()::isShort)) {
      throw new Refusal(
          "Only the innermost loop runs in vectors, and that is "
              + order.getLast()
              + "; reorder the loops so that "
              + d.variable()
              + " comes last.");
    }
    new Placing(nest)
        .inside(group, d.variable())
        .ifPresent(
            inner -> {
              throw new Refusal(
                  "Only the innermost loop runs in vectors, but inside of "
                      + d.variable()
                      + "'s there is one over "
                      + inner
                      + "; vectorize that, or precompute what it gives before.");
            });
    group.subject().checkContiguous(d.variable(), nest.derivation(group).originals(d.variable()));
    return nest.with(nest.tags().vectorize(d.variable()));
  }

  LoopNest parallelize(Directive.Parallelize d) {
    LoopGroup group = new LoopNames(nest).requireLoop(d.variable());
    if (nest.parallel().isPresent()) {
      throw new Refusal(
          "The loop over "
              + nest.parallel().get().variable()
              + " runs in parallel already; one is enough.");
    }
    if (!group.equals(nest.main())) {
      throw new Refusal(
          "Only the outermost loop of the statement itself runs on several threads"
              + (nest.main().order().isEmpty()
                  ? ", which has none"
                  : ", and that is " + nest.main().order().getFirst())
              + "; "
              + d.variable()
              + " only fills "
              + group.subject().target().tensor()
              + ", which that reads.");
    }
    if (group.order().indexOf(d.variable()) != 0) {
      throw new Refusal(
          "Only the outermost loop runs on several threads, and that is "
              + group.order().getFirst()
              + "; reorder the loops so that "
              + d.variable()
              + " comes first.");
    }
    Set<IndexVariable> summed = new HashSet<>(nest.derivation(group).originals(d.variable()));
    summed.removeAll(group.subject().target().indices());
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

  LoopNest merge(Directive.Merge d) {
    LoopGroup group = new LoopNames(nest).requireLoop(d.variable());
    Map<IndexVariable, IndexVariable> names = nest.renaming(group);
    Set<IndexVariable> variables =
        nest.derivation(group).originals(d.variable()).stream()
            .map(v -> names.getOrDefault(v, v))
            .collect(Collectors.toSet());
    return nest.with(nest.tags().merge(variables, d.merging()));
  }
}
