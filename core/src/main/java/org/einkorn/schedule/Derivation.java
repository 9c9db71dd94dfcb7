package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.einkorn.format.Format;
import org.einkorn.format.IndexExpression;
import org.einkorn.format.IndexExpression.Add;
import org.einkorn.format.IndexExpression.Constant;
import org.einkorn.format.IndexExpression.Divide;
import org.einkorn.format.IndexExpression.Modulo;
import org.einkorn.format.IndexExpression.Multiply;
import org.einkorn.format.IndexExpression.Size;
import org.einkorn.format.IndexExpression.Subtract;
import org.einkorn.format.IndexExpression.Value;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Domain;
import org.einkorn.notation.IndexVariable;

/**
 * Turns loops over the variables that a schedule made into loops over those of the notation.
 *
 * <p>The least significant part of a split variable is a loop over the variable itself, between
 * bounds that the parts further out give: so operands are iterated in that stretch as they would be
 * in all. Only where the parts come in another order is the variable computed from them, and
 * operands are searched for it. Positions likewise: a stretch of them bounds the loops over the
 * variables whose levels they are positions of.
 */
final class Derivation {
  /** The size of what numbers positions: its loops have bounds of their own. */
  private static final IndexExpression<IndexVariable> UNKNOWN = new Constant<>(Integer.MAX_VALUE);

  private final List<Relation> relations;
  private final Map<String, TensorType> types;
  private final List<Step> steps = new ArrayList<>();
  private final Set<IndexVariable> known = new HashSet<>();

  /** The loop that each variable of the schedule became. */
  private final Map<IndexVariable, IndexVariable> loops = new LinkedHashMap<>();

  private Derivation(List<Relation> relations, Map<String, TensorType> types) {
    this.relations = relations;
    this.types = types;
  }

  static Derivation of(
      List<IndexVariable> order, List<Relation> relations, Map<String, TensorType> types) {
    Derivation derivation = new Derivation(relations, types);
    order.forEach(derivation::loop);
    return derivation;
  }

  List<Step> steps() {
    return steps;
  }

  /** The variable of the step that a loop of the schedule became. */
  IndexVariable loopOf(IndexVariable variable) {
    return loops.get(variable);
  }

  private void loop(IndexVariable leaf) {
    IndexVariable top = leaf;
    IndexExpression<IndexVariable> from = null;
    List<IndexExpression<IndexVariable>> to = new ArrayList<>();
    while (true) {
      if (innerOf(top) instanceof Relation.Split s && known.contains(s.outer())) {
        IndexExpression<IndexVariable> start = times(new Value<>(s.outer()), s.size());
        List<IndexExpression<IndexVariable>> ends = new ArrayList<>();
        to.forEach(end -> ends.add(new Add<>(start, end)));
        ends.add(new Add<>(start, s.size()));
        from = from == null ? start : new Add<>(start, from);
        to = ends;
        top = s.parent();
      } else if (boundedBy(top) instanceof Relation.Bound b) {
        top = b.parent();
      } else {
        break;
      }
    }
    if (positionOf(top) instanceof Relation.Position p) {
      positions(p, from, to);
    } else {
      Domain domain = from == null ? pieces(top) : new Domain.Between(from, to);
      steps.add(Step.loop(top, domain, isAscending(top), originals(top)));
      known.add(top);
    }
    loops.put(leaf, steps.getLast().variable());
    propagate();
  }

  /** Loops over the variables of an operand's levels, for a stretch of its positions. */
  private void positions(
      Relation.Position p,
      IndexExpression<IndexVariable> from,
      List<IndexExpression<IndexVariable>> to) {
    Format format = types.get(p.operand().tensor()).format();
    for (int l = p.first(); l <= p.level(); l++) {
      IndexVariable v = p.operand().indices().get(format.dimension(l));
      Domain domain =
          from == null
              ? Domain.ALL
              : p.first() == p.level()
                  ? new Domain.Children(p.operand(), from, to)
                  : new Domain.Under(p.operand(), p.level(), from, to);
      steps.add(Step.loop(v, domain, true, Set.of(v)));
      known.add(v);
    }
    known.add(p.position());
    settle(p.parent());
  }

  /** A variable and those fused into it need no values: the loops run over what they stand for. */
  private void settle(IndexVariable v) {
    known.add(v);
    for (Relation r : relations) {
      if (r instanceof Relation.Fuse f && f.fused().equals(v)) {
        settle(f.outer());
        settle(f.inner());
      } else if (r instanceof Relation.Bound b && b.bounded().equals(v)) {
        settle(b.parent());
      }
    }
  }

  /** All of a variable: of one that numbers pieces of positions, as many as there are. */
  private Domain pieces(IndexVariable v) {
    IndexExpression<IndexVariable> size = new Constant<>(1);
    IndexVariable top = v;
    while (outerOf(top) instanceof Relation.Split s) {
      size = times(size, s.size());
      top = s.parent();
    }
    return positionOf(top) instanceof Relation.Position p && !top.equals(v)
        ? new Domain.Pieces(p.operand(), p.level(), p.first() < p.level(), size)
        : Domain.ALL;
  }

  /** Whether every more significant part of what the variable is a part of is known. */
  private boolean isAscending(IndexVariable v) {
    IndexVariable top = v;
    while (true) {
      if (innerOf(top) instanceof Relation.Split s) {
        if (!known.contains(s.outer())) {
          return false;
        }
        top = s.parent();
      } else if (outerOf(top) instanceof Relation.Split s) {
        top = s.parent();
      } else if (boundedBy(top) instanceof Relation.Bound b) {
        top = b.parent();
      } else {
        return true;
      }
    }
  }

  /** Computes what follows from the variables known so far. */
  private void propagate() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Relation r : relations) {
        changed |=
            switch (r) {
              case Relation.Split s ->
                  known.contains(s.outer())
                      && known.contains(s.inner())
                      && bind(
                          s.parent(),
                          new Add<>(
                              times(new Value<>(s.outer()), s.size()), new Value<>(s.inner())),
                          true);
              case Relation.Fuse f -> {
                IndexExpression<IndexVariable> inner = sizeOf(f.inner());
                boolean any =
                    known.contains(f.fused())
                        && bind(f.outer(), new Divide<>(new Value<>(f.fused()), inner), false);
                yield known.contains(f.fused())
                        && bind(f.inner(), new Modulo<>(new Value<>(f.fused()), inner), false)
                    || any;
              }
              case Relation.Bound b ->
                  known.contains(b.bounded()) && bind(b.parent(), new Value<>(b.bounded()), false);
              case Relation.Position p -> false;
            };
      }
    }
  }

  private boolean bind(
      IndexVariable variable, IndexExpression<IndexVariable> value, boolean checked) {
    if (!known.add(variable)) {
      return false;
    }
    steps.add(Step.bind(variable, value, checked, originals(variable)));
    return true;
  }

  // ---- the graph ----

  private Relation innerOf(IndexVariable v) {
    return find(r -> r instanceof Relation.Split s && s.inner().equals(v));
  }

  private Relation outerOf(IndexVariable v) {
    return find(r -> r instanceof Relation.Split s && s.outer().equals(v));
  }

  private Relation boundedBy(IndexVariable v) {
    return find(r -> r instanceof Relation.Bound b && b.bounded().equals(v));
  }

  private Relation positionOf(IndexVariable v) {
    return find(r -> r instanceof Relation.Position p && p.position().equals(v));
  }

  private Relation find(Predicate<Relation> wanted) {
    return relations.stream().filter(wanted).findFirst().orElse(null);
  }

  /** The variables of the notation that a variable is made from. */
  Set<IndexVariable> originals(IndexVariable v) {
    Set<IndexVariable> all = new LinkedHashSet<>();
    for (Relation r : relations) {
      switch (r) {
        case Relation.Split s -> {
          if (s.outer().equals(v) || s.inner().equals(v)) {
            all.addAll(originals(s.parent()));
          }
        }
        case Relation.Fuse f -> {
          if (f.fused().equals(v)) {
            all.addAll(originals(f.outer()));
            all.addAll(originals(f.inner()));
          }
        }
        case Relation.Position p -> {
          if (p.position().equals(v)) {
            all.addAll(originals(p.parent()));
          }
        }
        case Relation.Bound b -> {
          if (b.bounded().equals(v)) {
            all.addAll(originals(b.parent()));
          }
        }
      }
    }
    return all.isEmpty() ? Set.of(v) : all;
  }

  /** The size of a variable in terms of those of the notation. */
  IndexExpression<IndexVariable> sizeOf(IndexVariable v) {
    for (Relation r : relations) {
      switch (r) {
        case Relation.Split s -> {
          if (s.inner().equals(v)) {
            return s.size();
          }
          if (s.outer().equals(v)) {
            if (sizeOf(s.parent()).equals(UNKNOWN)) {
              return UNKNOWN;
            }
            return new Divide<>(
                new Add<>(sizeOf(s.parent()), new Subtract<>(s.size(), new Constant<>(1))),
                s.size());
          }
        }
        case Relation.Fuse f -> {
          if (f.fused().equals(v)) {
            return times(sizeOf(f.outer()), sizeOf(f.inner()));
          }
        }
        case Relation.Position p -> {
          if (p.position().equals(v)) {
            return UNKNOWN;
          }
        }
        case Relation.Bound b -> {
          if (b.bounded().equals(v)) {
            return b.exact() ? new Constant<>(b.size()) : sizeOf(b.parent());
          }
        }
      }
    }
    return new Size<>(v);
  }

  private static IndexExpression<IndexVariable> times(
      IndexExpression<IndexVariable> a, IndexExpression<IndexVariable> b) {
    if (a instanceof Constant<IndexVariable> c && c.value() == 1) {
      return b;
    }
    return a instanceof Constant<IndexVariable> x && b instanceof Constant<IndexVariable> y
        ? new Constant<>((int) Math.min(Integer.MAX_VALUE, (long) x.value() * y.value()))
        : new Multiply<>(a, b);
  }
}
