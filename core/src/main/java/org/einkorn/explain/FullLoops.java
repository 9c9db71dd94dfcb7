package org.einkorn.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.einkorn.advice.Quantities;
import org.einkorn.lattice.Cursor;
import org.einkorn.loops.Domain;
import org.einkorn.loops.LoopProgram;
import org.einkorn.notation.IndexVariable;
import org.einkorn.plan.Plan;
import org.einkorn.plan.Planner;
import org.einkorn.schedule.CostModel;

/** The loops that visit every coordinate of their variable, and why they do. */
final class FullLoops {
  /** More coordinates than anybody has nonzeros for, and many: worth a warning. */
  private static final double MANY = 1_000_000;

  private final CostModel model;
  private final Map<IndexVariable, Set<String>> followed = new LinkedHashMap<>();

  FullLoops(LoopProgram loops, CostModel model) {
    this.model = model;
    collect(Planner.plan(loops));
  }

  private void collect(Plan plan) {
    switch (plan) {
      case Plan.Block b -> b.parts().forEach(this::collect);
      case Plan.FullLoop l -> {
        if (l.domain().equals(Domain.ALL)) {
          Set<String> sparse = followed.computeIfAbsent(l.variable(), v -> new LinkedHashSet<>());
          l.cursors().stream().map(Cursor::access).forEach(a -> sparse.add(a.tensor()));
        }
        l.cases().forEach(c -> collect(c.body()));
      }
      case Plan.MergeLoop l -> l.pieces().forEach(p -> p.cases().forEach(c -> collect(c.body())));
      case Plan.GuardedLoop l -> collect(l.body());
      case Plan.ChainLoop l -> collect(l.body());
      case Plan.Unrolled u -> collect(u.body());
      case Plan.Guard g -> collect(g.body());
      case Plan.Seek s -> collect(s.body());
      case Plan.If i -> collect(i.body());
      case Plan.Bind b -> collect(b.body());
      case Plan.Where w -> {
        collect(w.producer());
        collect(w.consumer());
      }
      case Plan.Segment s -> collect(s.body());
      case Plan.Append a -> collect(a.body());
      case Plan.Compute c -> {}
    }
  }

  List<Explanation.Choice> choices() {
    List<Explanation.Choice> choices = new ArrayList<>();
    followed.forEach(
        (v, sparse) ->
            choices.add(
                new Explanation.Choice(
                    "loop over " + v,
                    "every coordinate" + size(v),
                    reason(v, sparse),
                    Optional.empty())));
    return choices;
  }

  private String size(IndexVariable v) {
    OptionalDouble size = model.measuredSize(v);
    return size.isPresent() ? " (" + Quantities.grouped((long) size.getAsDouble()) + ")" : "";
  }

  private static String reason(IndexVariable v, Set<String> sparse) {
    return sparse.isEmpty()
        ? "No sparse level says which coordinates of " + v + " matter."
        : "Where "
            + sparse.stream().collect(Collectors.joining(" and "))
            + (sparse.size() == 1 ? " has" : " have")
            + " nothing, there is still something to compute.";
  }

  /** Announces the loops that step through far more coordinates than there are values. */
  List<String> warnings(OptionalDouble mostStored) {
    List<String> warnings = new ArrayList<>();
    for (IndexVariable v : followed.keySet()) {
      double size = model.measuredSize(v).orElse(0);
      if (size >= MANY && size > 10 * mostStored.orElse(Double.POSITIVE_INFINITY)) {
        warnings.add(
            "The loop over "
                + v
                + " visits each of its "
                + Quantities.grouped((long) size)
                + " coordinates, though no tensor has nearly as many values: "
                + reason(v, followed.get(v))
                + (followed.get(v).isEmpty()
                    ? " A format that compresses " + v + " would help."
                    : ""));
      }
    }
    return warnings;
  }
}
