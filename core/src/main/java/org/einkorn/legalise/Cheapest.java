package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Statement;
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
    double price = keepIfCheaper(legal, workspaces);
    // Where the result is sparse, a table pays only if vectors are long, which has to be known.
    if (workspaces.type(target).format().isLocated() || !measured.tensors().isEmpty()) {
      Workspaces more = workspaces.copy();
      Optional<Statement> looked = Lookups.insert(legal, more);
      if (looked.isPresent()) {
        price = Math.min(price, keepIfCheaper(looked.get(), more));
      }
    }
    return price;
  }

  private double keepIfCheaper(Statement legal, Workspaces workspaces) {
    double price = price(legal, workspaces);
    keepIfCheaper(legal, workspaces, price);
    if (measured.tensors().isEmpty()) {
      return price; // An array as large as a dimension is for those whose size is known.
    }
    Statement best = legal;
    for (String name : Layouts.scatterable(legal)) {
      Statement scattered = Layouts.scattered(best, name);
      Workspaces own = workspaces.copy();
      own.addAll(scattered);
      double other = price(scattered, own);
      keepIfCheaper(scattered, own, other);
      if (other < price) {
        price = other;
        best = scattered;
      }
    }
    return price;
  }

  private double price(Statement legal, Workspaces workspaces) {
    return new CostModel(workspaces.types(), target, measured).cost(legal);
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

  /** The types of the tensors that the statement uses. */
  Map<String, TensorType> types() {
    return types;
  }

  /** Everything that was offered, in that order. */
  List<Candidate> offered() {
    return offered;
  }
}
