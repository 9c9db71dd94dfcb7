package org.einkorn.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.einkorn.lattice.Cursor;
import org.einkorn.notation.IndexVariable;
import org.einkorn.plan.Plan;

/**
 * Draws the merge lattices of loops that merge several operands: the operands that are left, most
 * of them at the top, with a line to what remains when one is exhausted.
 */
final class LatticeFigure {
  private static final double ROW = 62;
  private static final double BOX = 30;
  private static final double GAP = 24;

  private LatticeFigure() {}

  /** A loop that merges, and the sets of operands that it tells apart. */
  private record Merge(IndexVariable variable, Set<Set<Cursor>> points) {}

  static void draw(Plan plan, double left, double top, Svg svg) {
    Set<Merge> merges = new LinkedHashSet<>();
    collect(plan, merges);
    double y = top;
    for (Merge merge : merges) {
      y = draw(merge, left, y, svg) + 40;
    }
  }

  private static void collect(Plan plan, Set<Merge> merges) {
    switch (plan) {
      case Plan.Block b -> b.parts().forEach(p -> collect(p, merges));
      case Plan.FullLoop l -> {
        List<Set<Cursor>> points = l.cases().stream().map(Plan.Case::present).toList();
        add(l.variable(), points, merges);
        l.cases().forEach(c -> collect(c.body(), merges));
      }
      case Plan.MergeLoop l -> {
        List<Set<Cursor>> points = new ArrayList<>();
        l.pieces().forEach(p -> points.add(new LinkedHashSet<>(p.cursors())));
        add(l.variable(), points, merges);
        l.pieces().forEach(p -> p.cases().forEach(c -> collect(c.body(), merges)));
      }
      case Plan.GuardedLoop l -> collect(l.body(), merges);
      case Plan.ChainLoop l -> collect(l.body(), merges);
      case Plan.Unrolled u -> collect(u.body(), merges);
      case Plan.Guard g -> collect(g.body(), merges);
      case Plan.Seek s -> collect(s.body(), merges);
      case Plan.If i -> collect(i.body(), merges);
      case Plan.Bind b -> collect(b.body(), merges);
      case Plan.Where w -> {
        collect(w.producer(), merges);
        collect(w.consumer(), merges);
      }
      case Plan.Segment s -> collect(s.body(), merges);
      case Plan.Append a -> collect(a.body(), merges);
      case Plan.Compute c -> {}
    }
  }

  private static void add(IndexVariable v, List<Set<Cursor>> points, Set<Merge> merges) {
    if (points.stream().anyMatch(p -> p.size() > 1) || points.size() > 1) {
      merges.add(new Merge(v, new LinkedHashSet<>(points)));
    }
  }

  private static double draw(Merge merge, double left, double top, Svg svg) {
    svg.text(left, top, "loop over " + merge.variable() + " merges", "font-weight=\"bold\"");
    Map<Integer, List<Set<Cursor>>> bySize = new TreeMap<>((a, b) -> b - a);
    merge.points().forEach(p -> bySize.computeIfAbsent(p.size(), s -> new ArrayList<>()).add(p));
    bySize.computeIfAbsent(0, s -> new ArrayList<>(List.of(Set.of())));
    double widest = bySize.values().stream().mapToDouble(LatticeFigure::width).max().orElse(0);
    Map<Set<Cursor>, double[]> centres = new LinkedHashMap<>();
    double y = top + 20 + BOX / 2;
    for (List<Set<Cursor>> row : bySize.values()) {
      double x = left + (widest - width(row)) / 2;
      for (Set<Cursor> point : row) {
        double w = boxWidth(point);
        centres.put(point, new double[] {x + w / 2, y});
        x += w + GAP;
      }
      y += ROW;
    }
    lines(centres, svg);
    centres.forEach(
        (point, at) -> {
          double w = boxWidth(point);
          boolean end = point.isEmpty() && !merge.points().contains(point);
          svg.box(
              at[0] - w / 2,
              at[1] - BOX / 2,
              w,
              BOX,
              8,
              "fill=\"" + (end ? "white" : "#eaf2f8") + "\" stroke=\"#5d6d7e\"");
          svg.centred(at[0], at[1], name(point, end), "fill=\"#222\"");
        });
    return y - ROW + BOX / 2;
  }

  /** From each point to the largest ones below it. */
  private static void lines(Map<Set<Cursor>, double[]> centres, Svg svg) {
    for (Set<Cursor> above : centres.keySet()) {
      for (Set<Cursor> below : centres.keySet()) {
        boolean covers =
            isBelow(below, above)
                && centres.keySet().stream().noneMatch(p -> isBelow(below, p) && isBelow(p, above));
        if (covers) {
          double[] a = centres.get(above);
          double[] b = centres.get(below);
          svg.line(a[0], a[1] + BOX / 2, b[0], b[1] - BOX / 2, "stroke=\"#5d6d7e\"");
        }
      }
    }
  }

  private static boolean isBelow(Set<Cursor> below, Set<Cursor> above) {
    return above.size() > below.size() && above.containsAll(below);
  }

  private static String name(Set<Cursor> point, boolean end) {
    return point.isEmpty()
        ? end ? "done" : "none"
        : point.stream().map(Cursor::toString).collect(Collectors.joining(", "));
  }

  private static double boxWidth(Set<Cursor> point) {
    return Svg.width(name(point, false)) + 24;
  }

  private static double width(List<Set<Cursor>> row) {
    return row.stream().mapToDouble(LatticeFigure::boxWidth).sum() + GAP * (row.size() - 1);
  }
}
