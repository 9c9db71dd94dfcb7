package org.einkorn.programs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.einkorn.EinkornException;
import org.einkorn.format.TensorType;
import org.einkorn.legalise.Scheduler;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Reductions;
import org.einkorn.schedule.Directive;
import org.einkorn.schedule.LoopGroup;
import org.einkorn.schedule.LoopNest;

/** Draws directives that apply to a statement, whatever they are. */
final class RandomSchedule {
  private static final int ATTEMPTS = 12;

  private final RandomGenerator random;
  private int made;

  private RandomSchedule(RandomGenerator random) {
    this.random = random;
  }

  /** Nothing if the statement has no single nest of loops. */
  static Optional<List<Directive>> of(
      RandomGenerator random,
      Assignment assignment,
      Map<String, TensorType> types,
      TensorType resultType,
      Map<IndexVariable, Integer> sizes) {
    Scheduler scheduler;
    try {
      scheduler = Scheduler.of(Reductions.bind(assignment), types, resultType);
    } catch (EinkornException e) {
      return Optional.empty();
    }
    RandomSchedule draw = new RandomSchedule(random);
    List<Directive> directives = new ArrayList<>();
    LoopNest nest = scheduler.base();
    for (int k = 0; k < ATTEMPTS; k++) {
      List<LoopGroup> groups = nest.groups().stream().filter(g -> !g.order().isEmpty()).toList();
      if (groups.isEmpty()) {
        break;
      }
      Directive directive = draw.directive(nest, draw.pick(groups), sizes);
      if (nest.apply(directive) instanceof LoopNest.Outcome.Applied a) {
        List<Directive> more = new ArrayList<>(directives);
        more.add(directive);
        try {
          scheduler.nest(more);
        } catch (EinkornException e) {
          continue; // positions of an operand that the order of loops makes the compiler copy
        }
        directives = more;
        nest = a.nest();
      }
    }
    return Optional.of(directives);
  }

  private Directive directive(LoopNest nest, LoopGroup group, Map<IndexVariable, Integer> sizes) {
    List<IndexVariable> order = group.order();
    IndexVariable v = order.get(random.nextInt(order.size()));
    return switch (random.nextInt(24)) {
      case 0, 1, 2 -> new Directive.Split(v, fresh(v), fresh(v), 1 + random.nextInt(4));
      case 3 -> new Directive.Divide(v, fresh(v), fresh(v), 1 + random.nextInt(4));
      case 4 -> {
        int at = order.indexOf(v);
        IndexVariable next = order.get(Math.min(at + 1, order.size() - 1));
        yield new Directive.Fuse(v, next, fresh(v));
      }
      case 5, 6 -> new Directive.Reorder(shuffled(order));
      case 7, 8 -> new Directive.Pos(v, fresh(v), operand(group));
      case 9 -> new Directive.Coord(v, fresh(v));
      case 11, 12 -> precompute(group);
      case 13 -> new Directive.Unroll(v, 2 + random.nextInt(3));
      case 14 -> new Directive.Merge(v, pick(Directive.Merging.values()));
      case 19, 20, 21, 22 -> workspace(group);
      case 23 -> new Directive.Assemble(pick(Directive.Assembly.values()));
      case 10 ->
          new Directive.Bound(
              v,
              fresh(v),
              Math.max(1, size(v, nest, sizes)),
              size(v, nest, sizes) > 0 && random.nextBoolean());
      // One loop over all levels of an operand takes several steps that few draws would make.
      case 16, 17 ->
          new Directive.Fuse(order.getFirst(), order.get(order.size() > 1 ? 1 : 0), fresh(v));
      case 18 -> new Directive.Pos(order.getFirst(), fresh(v), operand(group));
      default -> new Directive.Parallelize(order.getFirst(), Directive.Races.CHOSEN);
    };
  }

  private static int size(IndexVariable v, LoopNest nest, Map<IndexVariable, Integer> sizes) {
    return sizes.getOrDefault(nest.ownNames().getOrDefault(v, v), 0);
  }

  /** A part of what the loops compute now, over some of the variables that it has. */
  private Directive precompute(LoopGroup group) {
    Expression part = group.subject().body();
    while (!Expressions.children(part).isEmpty() && random.nextInt(3) > 0) {
      List<Expression> children = Expressions.children(part);
      part = children.get(random.nextInt(children.size()));
    }
    List<IndexVariable> variables = new ArrayList<>();
    List<IndexVariable> own = new ArrayList<>();
    for (IndexVariable v : Expressions.variables(part)) {
      if (random.nextBoolean()) {
        variables.add(v);
        own.add(fresh(v));
      }
    }
    return new Directive.Precompute(part, variables, own);
  }

  /** Most workspaces are over one variable of the result, or over two. */
  private Directive workspace(LoopGroup group) {
    Set<IndexVariable> used = new LinkedHashSet<>(group.subject().target().indices());
    used.addAll(Expressions.variables(group.subject().body()));
    List<IndexVariable> all = shuffled(List.copyOf(used));
    int count = random.nextInt(4) == 0 ? 2 : 1;
    return new Directive.Workspace(
        all.subList(0, Math.min(all.size(), count)), pick(Directive.Layout.values()));
  }

  private <T> T pick(T[] choices) {
    return choices[random.nextInt(choices.length)];
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private Access operand(LoopGroup group) {
    List<Access> operands = Expressions.accesses(group.subject().body());
    return operands.isEmpty() ? new Access("none", List.of()) : pick(operands);
  }

  private IndexVariable fresh(IndexVariable v) {
    return new IndexVariable(v.name().substring(0, 1) + "x" + made++);
  }

  private List<IndexVariable> shuffled(List<IndexVariable> order) {
    List<IndexVariable> some = new ArrayList<>(order);
    for (int k = some.size(); k > 1; k--) {
      Collections.swap(some, k - 1, random.nextInt(k));
    }
    return some;
  }
}
