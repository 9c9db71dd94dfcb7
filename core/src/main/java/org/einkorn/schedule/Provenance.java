package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.einkorn.format.IndexExpression;
import org.einkorn.notation.IndexVariable;

/** The graph of which variables are made from which; its arrows are relations. */
record Provenance(List<Relation> relations) {
  static final Provenance NONE = new Provenance(List.of());

  Provenance {
    relations = List.copyOf(relations);
  }

  Provenance with(Relation relation) {
    List<Relation> more = new ArrayList<>(relations);
    more.add(relation);
    return new Provenance(more);
  }

  Provenance without(Relation relation) {
    List<Relation> rest = new ArrayList<>(relations);
    rest.remove(relation);
    return new Provenance(rest);
  }

  /** All variables in it. */
  Set<IndexVariable> variables() {
    Set<IndexVariable> all = new LinkedHashSet<>();
    for (Relation r : relations) {
      switch (r) {
        case Relation.Split s -> all.addAll(List.of(s.parent(), s.outer(), s.inner()));
        case Relation.Fuse f -> all.addAll(List.of(f.outer(), f.inner(), f.fused()));
        case Relation.Position p -> all.addAll(List.of(p.parent(), p.position()));
        case Relation.Bound b -> all.addAll(List.of(b.parent(), b.bounded()));
      }
    }
    return all;
  }

  /** Whether a variable numbers positions, or pieces of them. */
  boolean isPosition(IndexVariable v) {
    return positionAbove(v).isPresent();
  }

  /** Whether a variable counts through a part of constant size. */
  boolean isShort(IndexVariable v) {
    return relations.stream()
        .anyMatch(
            r ->
                r instanceof Relation.Split s
                    && s.inner().equals(v)
                    && s.size() instanceof IndexExpression.Constant);
  }

  /** What made a variable, or one that it is a part of, run over positions, if something did. */
  Optional<Relation.Position> positionAbove(IndexVariable v) {
    for (Relation r : relations) {
      if (r instanceof Relation.Split s && (s.outer().equals(v) || s.inner().equals(v))) {
        return positionAbove(s.parent());
      }
    }
    return position(v);
  }

  /** What made a variable run over positions, if something did. */
  Optional<Relation.Position> position(IndexVariable v) {
    return relations.stream()
        .filter(r -> r instanceof Relation.Position p && p.position().equals(v))
        .map(r -> (Relation.Position) r)
        .findFirst();
  }

  /** Whether a variable is all of one of the given ones, or several of them fused. */
  boolean isPlainOrFused(IndexVariable v, Set<IndexVariable> plain) {
    for (Relation r : relations) {
      if (r instanceof Relation.Fuse f && f.fused().equals(v)) {
        return isPlainOrFused(f.outer(), plain) && isPlainOrFused(f.inner(), plain);
      }
      if (r instanceof Relation.Bound b && b.bounded().equals(v)) {
        return isPlainOrFused(b.parent(), plain);
      }
    }
    return plain.contains(v);
  }

  /**
   * Loops over positions need what they are positions of, and their parts from large to small.
   *
   * @param outside the steps around the loops of the group
   */
  void checkPositions(LoopGroup group, List<Step> outside, Derivation derivation) {
    List<IndexVariable> order = group.order();
    for (Relation r : relations) {
      if (r instanceof Relation.Split s
          && isPosition(s.parent())
          && firstLoop(order, s.inner()) < lastLoop(order, s.outer())) {
        throw new Refusal(
            s.outer()
                + " numbers stretches of positions that "
                + s.inner()
                + " runs through, so its loop must stay outside of "
                + s.inner()
                + "'s.");
      }
      if (r instanceof Relation.Position p && areIn(group, p)) {
        group.subject().checkReached(p, order, outside, derivation);
      }
    }
  }

  /** Whether a group has the loops over some positions. */
  boolean areIn(LoopGroup group, Relation.Position p) {
    return firstLoop(group.order(), p.position()) < group.order().size();
  }

  private int firstLoop(List<IndexVariable> order, IndexVariable v) {
    for (int k = 0; k < order.size(); k++) {
      if (isMadeFrom(order.get(k), v)) {
        return k;
      }
    }
    return Integer.MAX_VALUE;
  }

  private int lastLoop(List<IndexVariable> order, IndexVariable v) {
    for (int k = order.size() - 1; k >= 0; k--) {
      if (isMadeFrom(order.get(k), v)) {
        return k;
      }
    }
    return -1;
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

  /** One arrow a line. */
  String text() {
    return relations.stream().map(r -> r.text() + "\n").collect(Collectors.joining());
  }
}
