package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/** Orders of loops worth considering. */
final class Orders {
  /**
   * Up to so many variables every order is considered; beyond, those that follow some tensor's
   * storage.
   */
  private static final int EXHAUSTIVE = 4;

  /** As many as four variables have. */
  private static final int MOST = 24;

  private Orders() {}

  static Collection<List<IndexVariable>> of(
      Set<IndexVariable> variables,
      Access target,
      Collection<Access> accesses,
      Map<String, TensorType> types) {
    return variables.size() <= EXHAUSTIVE
        ? permutations(variables)
        : following(variables, target, accesses, types);
  }

  /** The orders that follow some tensor's storage, perhaps after another's. */
  static Collection<List<IndexVariable>> following(
      Set<IndexVariable> variables,
      Access target,
      Collection<Access> accesses,
      Map<String, TensorType> types) {
    Set<List<IndexVariable>> orders = new LinkedHashSet<>();
    Set<Access> seeds = new LinkedHashSet<>();
    seeds.add(target);
    seeds.addAll(accesses);
    List<List<IndexVariable>> stored = seeds.stream().map(a -> stored(a, types)).toList();
    Map<IndexVariable, Set<IndexVariable>> outer = outer(accesses, variables, types);
    for (List<IndexVariable> first : stored) {
      orders.add(ordered(variables, wanted(List.of(first), stored, variables), outer));
    }
    outer = outer(seeds, variables, types);
    for (List<IndexVariable> first : stored) {
      for (List<IndexVariable> second : stored) {
        if (orders.size() < MOST) {
          orders.add(ordered(variables, wanted(List.of(first, second), stored, variables), outer));
        }
      }
    }
    return orders;
  }

  /** The order that follows the accesses, the first of them most. */
  static List<IndexVariable> following(
      Set<IndexVariable> variables, Collection<Access> accesses, Map<String, TensorType> types) {
    List<List<IndexVariable>> stored = accesses.stream().map(a -> stored(a, types)).toList();
    return ordered(
        variables, wanted(List.of(), stored, variables), outer(accesses, variables, types));
  }

  /** The variables in the order in which they are wanted, each as often as somebody wants it. */
  private static List<IndexVariable> wanted(
      List<List<IndexVariable>> first,
      List<List<IndexVariable>> stored,
      Set<IndexVariable> variables) {
    List<IndexVariable> wanted = new ArrayList<>();
    first.forEach(wanted::addAll);
    stored.forEach(wanted::addAll);
    wanted.addAll(variables);
    return wanted;
  }

  /**
   * The variables in their order, each as soon as all levels outside of its own are bound: a level
   * that must be iterated after another is the only reason to leave that order.
   */
  static List<IndexVariable> base(
      Set<IndexVariable> variables, Collection<Access> accesses, Map<String, TensorType> types) {
    return ordered(variables, variables, outer(accesses, variables, types));
  }

  /**
   * Takes variables one at a time: always one whose outer levels are all bound, as far as there is
   * one, preferring what is wanted first.
   */
  private static List<IndexVariable> ordered(
      Set<IndexVariable> variables,
      Collection<IndexVariable> wanted,
      Map<IndexVariable, Set<IndexVariable>> outer) {
    Set<IndexVariable> open = new LinkedHashSet<>(wanted);
    open.retainAll(variables);
    List<IndexVariable> order = new ArrayList<>();
    while (!open.isEmpty()) {
      IndexVariable next = open.iterator().next();
      for (IndexVariable v : open) {
        if (order.containsAll(outer.getOrDefault(v, Set.of()))) {
          next = v;
          break;
        }
      }
      open.remove(next);
      order.add(next);
    }
    return order;
  }

  /**
   * For each variable those of {@code variables} that have to be bound before, because some tensor
   * stores it so.
   */
  private static Map<IndexVariable, Set<IndexVariable>> outer(
      Collection<Access> accesses, Set<IndexVariable> variables, Map<String, TensorType> types) {
    Map<IndexVariable, Set<IndexVariable>> outer = new HashMap<>();
    for (Access access : accesses) {
      if (access.indices().isEmpty()) {
        continue; // perhaps a scalar that nothing is known of yet
      }
      Set<IndexVariable> above = new LinkedHashSet<>();
      Format format = types.get(access.tensor()).format();
      for (int l = 0; l < access.indices().size(); l++) {
        IndexVariable v = access.indices().get(format.dimension(l));
        if (above.contains(v)) {
          continue;
        }
        outer.computeIfAbsent(v, _ -> new LinkedHashSet<>()).addAll(above);
        if (variables.contains(v) && isSparseFrom(format, l)) {
          above.add(v);
        }
      }
    }
    return outer;
  }

  private static boolean isSparseFrom(Format format, int level) {
    for (int l = level; l < format.depth(); l++) {
      if (format.level(l).location().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  static List<List<IndexVariable>> permutations(Collection<IndexVariable> variables) {
    List<List<IndexVariable>> all = new ArrayList<>();
    permute(new ArrayList<>(), new LinkedHashSet<>(variables), all);
    return all;
  }

  private static void permute(
      List<IndexVariable> done, Set<IndexVariable> left, List<List<IndexVariable>> all) {
    if (left.isEmpty()) {
      all.add(List.copyOf(done));
      return;
    }
    for (IndexVariable v : List.copyOf(left)) {
      left.remove(v);
      done.add(v);
      permute(done, left, all);
      done.removeLast();
      left.add(v);
    }
  }

  /** The variables of an access in the order of its levels, each once. */
  static List<IndexVariable> stored(Access access, Map<String, TensorType> types) {
    if (access.indices().isEmpty()) {
      return new ArrayList<>();
    }
    Format format = types.get(access.tensor()).format();
    Set<IndexVariable> variables = new LinkedHashSet<>();
    format.dimensions().forEach(d -> variables.add(access.indices().get(d)));
    return new ArrayList<>(variables);
  }
}
