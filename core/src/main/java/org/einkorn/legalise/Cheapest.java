package org.einkorn.legalise;

import java.util.List;
import java.util.Map;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Statement;
import org.einkorn.schedule.CostModel;

/** Keeps the cheapest of the statements offered; the first among equals. */
final class Cheapest {
  private final String target;
  private Statement statement;
  private Map<String, TensorType> types;
  private double cost = Double.POSITIVE_INFINITY;

  Cheapest(String target) {
    this.target = target;
  }

  void offer(Statement candidate, Workspaces workspaces) {
    offer(candidate, List.of(), workspaces);
  }

  /**
   * Offers a statement that reads copies of operands; conversions may read them too, so the copies
   * come first.
   */
  void offer(Statement candidate, List<Statement.Where> copies, Workspaces workspaces) {
    Statement legal =
        LevelViews.around(Concordance.insertConversions(candidate, workspaces), copies);
    keepIfCheaper(legal, workspaces);
    Workspaces more = workspaces.copy();
    Lookups.insert(legal, target, more).ifPresent(s -> keepIfCheaper(s, more));
  }

  private void keepIfCheaper(Statement legal, Workspaces workspaces) {
    double price = new CostModel(workspaces.types(), target).cost(legal);
    if (statement == null || price < cost) {
      cost = price;
      statement = legal;
      types = workspaces.types();
    }
  }

  Statement statement() {
    return statement;
  }

  /** The types of the tensors that the statement uses. */
  Map<String, TensorType> types() {
    return types;
  }
}
