package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Simplification;
import org.einkorn.loops.Statement;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.schedule.Guidance;

/**
 * Loops for a value some of whose operands need a view: loops that run over none of them, or over
 * the levels of one; with the others copied into tables first, or searched.
 */
final class ViewedOperands {
  private final Access target;
  private final Expression value;
  private final LevelViews views;
  private final Map<String, TensorType> types;
  private final Guidance guidance;

  ViewedOperands(
      Access target,
      Expression value,
      LevelViews views,
      Map<String, TensorType> types,
      Guidance guidance) {
    this.target = target;
    this.value = value;
    this.views = views;
    this.types = types;
    this.guidance = guidance;
  }

  Cheapest cheapest() {
    Cheapest cheapest = new Cheapest(target.tensor(), guidance.measured());
    List<Optional<Access>> drivers = new ArrayList<>(List.of(Optional.empty()));
    views.drivers(value).forEach(d -> drivers.add(Optional.of(d)));
    for (LevelViews.Others others : LevelViews.Others.values()) {
      for (Optional<Access> driver : drivers) {
        if (others == LevelViews.Others.COPIED || views.areSearchable(driver)) {
          offer(driver, others, cheapest);
        }
      }
    }
    return cheapest;
  }

  private void offer(Optional<Access> driver, LevelViews.Others others, Cheapest cheapest) {
    Map<String, TensorType> known = new LinkedHashMap<>(types);
    List<Statement.Where> copies = new ArrayList<>();
    Expression replaced = views.replace(value, driver, others, known, copies);
    Workspaces workspaces = new Workspaces(known);
    if (driver.isEmpty()) {
      Statement plain = Legaliser.cheapest(target, replaced, known, guidance).statement();
      workspaces.addAll(plain);
      cheapest.offer(plain, copies, workspaces);
      return;
    }
    LevelView view = views.view(driver.get());
    Optional<Term> term = views.overParts(Term.of(replaced), view.levels());
    if (term.isPresent() && vanishesWithout(view.levels(), target, term.get(), known)) {
      cheapest.offer(new Nest(workspaces).drive(target, term.get(), view), copies, workspaces);
    }
  }

  /** Whether the term leaves the target as it is wherever the operand is absent. */
  static boolean vanishesWithout(
      Access operand, Access target, Term term, Map<String, TensorType> known) {
    if (Intermediates.containsReduction(term.body())) {
      return false;
    }
    Statement assign = new Statement.Assign(target, term.operator(), term.body());
    Statement left = new Simplification(known::get).without(Set.of(operand), assign);
    return left instanceof Statement.Sequence s && s.parts().isEmpty();
  }
}
