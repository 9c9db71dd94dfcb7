package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.List;
import org.einkorn.notation.IndexVariable;

/**
 * Loops one inside the other, in this order, around one assignment: the statement itself, or what
 * fills a workspace that it reads.
 */
public record LoopGroup(Subject subject, List<IndexVariable> order) {
  public LoopGroup {
    order = List.copyOf(order);
  }

  LoopGroup with(List<IndexVariable> otherOrder) {
    return new LoopGroup(subject, otherOrder);
  }

  /** With some loops, from a place on, replaced by others. */
  LoopGroup replaced(int at, int count, List<IndexVariable> variables) {
    List<IndexVariable> next = new ArrayList<>(order.subList(0, at));
    next.addAll(variables);
    next.addAll(order.subList(at + count, order.size()));
    return with(next);
  }

  /** The same reading what a copy was made from. */
  LoopGroup withoutCopy(Subject copy) {
    return subject.reads(copy.target().tensor())
        ? new LoopGroup(subject.withoutCopy(copy), order)
        : this;
  }

  boolean reads(Producer producer) {
    return subject.reads(producer.workspace().name());
  }
}
