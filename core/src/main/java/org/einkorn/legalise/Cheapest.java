package org.einkorn.legalise;

import org.einkorn.loops.Statement;
import org.einkorn.schedule.CostModel;

/** Keeps the cheapest of the statements offered; the first among equals. */
final class Cheapest {
  private final String target;
  private Statement statement;
  private double cost = Double.POSITIVE_INFINITY;

  Cheapest(String target) {
    this.target = target;
  }

  void offer(Statement candidate, Workspaces workspaces) {
    Statement legal = Concordance.insertConversions(candidate, workspaces);
    double price = new CostModel(workspaces.types(), target).cost(legal);
    if (statement == null || price < cost) {
      cost = price;
      statement = legal;
    }
  }

  Statement statement() {
    return statement;
  }
}
