package org.einkorn.legalise;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.loops.Statement;
import org.einkorn.notation.Expression;
import org.einkorn.notation.IndexVariable;
import org.einkorn.schedule.Account;
import org.einkorn.schedule.CostModel;

/**
 * What loops in an order cost by themselves, about, whatever way the reductions within them are
 * computed. It is found out for loops that compute each where all that it uses is known; copies of
 * operands that these need are part of it.
 */
final class Outline {
  private final List<IndexVariable> order;
  private final Map<Expression, Set<String>> sums;
  private final Account account;
  private final double cost;

  /**
   * For such loops.
   *
   * @param sums the scalars that each of these reductions takes
   */
  Outline(
      List<IndexVariable> order,
      Statement loops,
      Map<Expression, Set<String>> sums,
      CostModel model) {
    Set<String> scalars = new HashSet<>();
    sums.values().forEach(scalars::addAll);
    this.order = order;
    this.sums = sums;
    this.account = new Account(order, scalars);
    this.cost = model.keeping(account).cost(loops);
  }

  List<IndexVariable> order() {
    return order;
  }

  /** What everything costs but the reductions within the loops. */
  double cost() {
    return cost;
  }

  /** What these loops cost with all that is in them. */
  double wholeCost() {
    return cost + account.filling();
  }

  /** What a reduction costs in all, if it is computed where all that it uses is known. */
  double within(Expression reduction) {
    return account.filling(sums.get(reduction));
  }

  /** How often all of these variables become known. */
  double iterations(List<IndexVariable> variables) {
    int loops = 0;
    while (!order.subList(0, loops).containsAll(variables)) {
      loops++;
    }
    return account.iterations(loops);
  }
}
