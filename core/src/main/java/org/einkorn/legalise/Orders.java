package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.Collection;
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
    List<Access> seeds = new ArrayList<>();
    seeds.add(target);
    seeds.addAll(accesses);
    for (Access seed : seeds) {
      orders.add(following(seed, variables, seeds, types));
    }
    for (Access first : seeds) {
      for (Access second : seeds) {
        if (orders.size() < 100) {
          List<Access> preference = new ArrayList<>(List.of(first, second));
          preference.addAll(seeds);
          orders.add(following(first, variables, preference, types));
        }
      }
    }
    return orders;
  }

  /**
   * The variables in their order, each as soon as all levels outside of its own are bound: a level
   * that must be iterated after another is the only reason to leave that order.
   */
  static List<IndexVariable> base(
      Set<IndexVariable> variables, Collection<Access> accesses, Map<String, TensorType> types) {
    List<IndexVariable> order = new ArrayList<>();
    List<IndexVariable> open = new ArrayList<>(variables);
    while (!open.isEmpty()) {
      IndexVariable next =
          open.stream()
              .filter(v -> accesses.stream().allMatch(a -> isReady(v, a, order, types)))
              .findFirst()
              .orElse(open.getFirst());
      open.remove(next);
      order.add(next);
    }
    return order;
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

  /**
   * Takes variables one at a time: always one whose outer levels are all bound in every access, as
   * far as there is one, preferring the order of the accesses named first.
   */
  private static List<IndexVariable> following(
      Access seed,
      Set<IndexVariable> variables,
      List<Access> preference,
      Map<String, TensorType> types) {
    List<IndexVariable> wanted = new ArrayList<>(stored(seed, types));
    preference.forEach(a -> wanted.addAll(stored(a, types)));
    wanted.addAll(variables);
    List<IndexVariable> order = new ArrayList<>();
    while (order.size() < variables.size()) {
      List<IndexVariable> open =
          wanted.stream()
              .filter(v -> variables.contains(v) && !order.contains(v))
              .distinct()
              .toList();
      order.add(
          open.stream()
              .filter(v -> preference.stream().skip(1).allMatch(a -> isReady(v, a, order, types)))
              .findFirst()
              .orElse(open.getFirst()));
    }
    return order;
  }

  private static boolean isReady(
      IndexVariable v, Access access, List<IndexVariable> bound, Map<String, TensorType> types) {
    if (!access.indices().contains(v)) {
      return true;
    }
    Format format = types.get(access.tensor()).format();
    for (int l = 0; l < format.order(); l++) {
      IndexVariable here = access.indices().get(format.dimension(l));
      if (here.equals(v)) {
        return true;
      }
      boolean laterSparse =
          format.levels().subList(l, format.order()).stream().anyMatch(x -> x.location().isEmpty());
      if (!bound.contains(here) && laterSparse) {
        return false;
      }
    }
    return true;
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
