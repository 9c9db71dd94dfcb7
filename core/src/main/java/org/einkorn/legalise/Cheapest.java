package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Statement;
import org.einkorn.notation.Expression;
import org.einkorn.notation.IndexVariable;
import org.einkorn.schedule.CostModel;
import org.einkorn.schedule.Measurements;

/** Keeps the cheapest of the statements offered; the first among equals. */
final class Cheapest {
  private final String target;
  private final Measurements measured;
  private final List<Candidate> offered = new ArrayList<>();
  private Statement statement;
  private Map<String, TensorType> types;
  private double cost = Double.POSITIVE_INFINITY;
  private int leftOut;

  Cheapest(String target, Measurements measured) {
    this.target = target;
    this.measured = measured;
  }

  /** Offers a statement; returns what it costs. */
  double offer(Statement candidate, Workspaces workspaces) {
    return offer(candidate, List.of(), workspaces);
  }

  /**
   * Offers a statement that reads copies of operands; conversions may read them too, so the copies
   * come first. Returns what it costs.
   */
  double offer(Statement candidate, List<Statement.Where> copies, Workspaces workspaces) {
    Statement legal =
        LevelViews.around(Concordance.insertConversions(candidate, workspaces), copies);
    return offer(legal, workspaces, price(legal, workspaces));
  }

  /**
   * Offers loops in an order that compute each reduction within them where all that it uses is
   * known; returns what is to be known for other ways to compute these.
   */
  Outline offer(
      List<IndexVariable> order,
      Statement candidate,
      Map<Expression, Set<String>> sums,
      Workspaces workspaces) {
    Statement legal = Concordance.insertConversions(candidate, workspaces);
    Outline outline = new Outline(order, legal, sums, model(workspaces));
    offer(legal, workspaces, outline.wholeCost());
    return outline;
  }

  private double offer(Statement legal, Workspaces workspaces, double own) {
    double price = offerLayouts(legal, workspaces, own);
    // Where the result is sparse, a table pays only if vectors are long, which has to be known.
    if (workspaces.type(target).format().isLocated() || !measured.tensors().isEmpty()) {
      Workspaces more = workspaces.copy();
      Optional<Statement> looked = Lookups.insert(legal, more);
      if (looked.isPresent()) {
        price = Math.min(price, offerLayouts(looked.get(), more, price(looked.get(), more)));
      }
    }
    return price;
  }

  /** Offers it as it is, and with workspaces that have a place for each coordinate. */
  private double offerLayouts(Statement legal, Workspaces workspaces, double own) {
    keepIfCheaper(legal, workspaces, own);
    if (measured.tensors().isEmpty()) {
      return own; // An array as large as a dimension is for those whose size is known.
    }
    double price = own;
    Statement best = legal;
    for (String name : Layouts.scatterable(legal)) {
      Statement scattered = Layouts.scattered(best, name);
      Workspaces others = workspaces.copy();
      others.addAll(scattered);
      double other = price(scattered, others);
      keepIfCheaper(scattered, others, other);
      if (other < price) {
        price = other;
        best = scattered;
      }
    }
    return price;
  }

  private double price(Statement legal, Workspaces workspaces) {
    return model(workspaces).cost(legal);
  }

  private CostModel model(Workspaces workspaces) {
    return new CostModel(workspaces.types(), target, measured);
  }

  private void keepIfCheaper(Statement legal, Workspaces workspaces, double price) {
    offered.add(new Candidate(legal, price));
    if (statement == null || price < cost) {
      cost = price;
      statement = legal;
      types = workspaces.types();
    }
  }

  Statement statement() {
    return statement;
  }

  double cost() {
    return cost;
  }

  /** Notes that so many statements were not offered, because others promise more. */
  void leaveOut(int statements) {
    leftOut += statements;
  }

  /** How many statements were offered or left out. */
  int weighed() {
    return offered.size() + leftOut;
  }

  /** The types of the tensors that the statement uses. */
  Map<String, TensorType> types() {
    return types;
  }

  /** Everything that was offered, in that order. */
  List<Candidate> offered() {
    return offered;
  }
}
