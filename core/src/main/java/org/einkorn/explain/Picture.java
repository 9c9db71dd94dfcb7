package org.einkorn.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.loops.LoopPrinter;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.plan.Plan;

/**
 * Draws loops. For each assignment there is an iteration graph: its variables in the order of the
 * loops, and each tensor as a path through the variables of its levels, solid where a level is
 * sparse, hollow where it is dense. Beside them stand the merge lattices of the loops that merge.
 */
public final class Picture {
  private static final List<String> COLOURS =
      List.of(
          "#c0392b", "#2471a3", "#1e8449", "#b9770e", "#7d3c98", "#117a65", "#a04000", "#5d6d7e");
  private static final double LEFT = 20;
  private static final double ROW = 56;
  private static final double NODE = 30;
  private static final double GAP = 28;
  private static final double BESIDE = 60;

  private final Svg svg = new Svg();
  private final Map<String, TensorType> types;
  private final Map<String, String> colours = new LinkedHashMap<>();

  private Picture(LoopProgram loops) {
    this.types = loops.types();
  }

  /** The picture as SVG. */
  public static String draw(LoopProgram loops, Plan plan) {
    Picture picture = new Picture(loops);
    List<Leaf> leaves = new ArrayList<>();
    collect(loops.body(), List.of(), leaves);
    double y = LEFT + 10;
    double right = 0;
    for (Leaf leaf : leaves) {
      Corner end = picture.graph(leaf, y);
      right = Math.max(right, end.x());
      y = end.y() + GAP;
    }
    picture.legend(y);
    LatticeFigure.draw(plan, right + BESIDE, LEFT + 10, picture.svg);
    return picture.svg.toString();
  }

  private void legend(double y) {
    String grey = "stroke=\"#5d6d7e\" stroke-width=\"2\" fill=";
    svg.circle(LEFT + 6, y - 4, 5, grey + "\"#5d6d7e\"");
    svg.text(LEFT + 18, y, "sparse level", "fill=\"#5d6d7e\"");
    double dense = LEFT + 18 + Svg.width("sparse level") + 24;
    svg.circle(dense, y - 4, 5, grey + "\"white\"");
    svg.text(dense + 12, y, "dense level", "fill=\"#5d6d7e\"");
  }

  /** An assignment within its loops. */
  private record Leaf(List<IndexVariable> loops, Statement.Assign assign) {}

  /** Where a drawing ends. */
  private record Corner(double x, double y) {}

  /** What is computed first is drawn first. */
  private static void collect(Statement s, List<IndexVariable> path, List<Leaf> leaves) {
    switch (s) {
      case Statement.Forall f -> collect(f.body(), with(path, f.variable()), leaves);
      case Statement.Bind b -> collect(b.body(), with(path, b.variable()), leaves);
      case Statement.Sequence q -> q.parts().forEach(p -> collect(p, path, leaves));
      case Statement.Where w -> {
        collect(w.producer(), path, leaves);
        collect(w.consumer(), path, leaves);
      }
      case Statement.Assign a -> leaves.add(new Leaf(path, a));
    }
  }

  private static List<IndexVariable> with(List<IndexVariable> path, IndexVariable v) {
    List<IndexVariable> longer = new ArrayList<>(path);
    longer.add(v);
    return longer;
  }

  private Corner graph(Leaf leaf, double top) {
    svg.text(
        LEFT, top, LoopPrinter.print(leaf.assign()).strip(), "font-weight=\"bold\" fill=\"#222\"");
    Set<Access> accesses = new LinkedHashSet<>(List.of(leaf.assign().target()));
    accesses.addAll(Expressions.accesses(leaf.assign().value()));
    accesses.removeIf(a -> a.indices().isEmpty());
    double names = 14 + leaf.loops().stream().mapToDouble(v -> Svg.width(v.name())).max().orElse(0);
    double labels = top + 26;
    double first = labels + 16;
    Map<Access, Double> lanes = new LinkedHashMap<>();
    double x = LEFT + names + 12;
    for (Access a : accesses) {
      double width = Math.max(Svg.width(label(a)), Svg.width(levels(a))) + 22;
      lanes.put(a, x + width / 2);
      x += width;
    }
    double right = Math.max(x, LEFT + names + 24);
    for (int k = 0; k < leaf.loops().size(); k++) {
      double y = first + 22 + k * ROW;
      svg.box(
          LEFT,
          y,
          right - LEFT,
          NODE,
          NODE / 2,
          "fill=\"#f3f4f6\" stroke=\"#9aa0a6\" stroke-width=\"1.2\"");
      svg.text(LEFT + 12, y + NODE / 2 + 4.5, leaf.loops().get(k).name(), "fill=\"#222\"");
    }
    lanes.forEach((a, lane) -> path(a, lane, labels, first + 22 + NODE / 2, leaf.loops()));
    double bottom = first + 22 + leaf.loops().size() * ROW - (ROW - NODE);
    return new Corner(right, leaf.loops().isEmpty() ? labels : bottom);
  }

  private static String label(Access a) {
    return Printer.print(a);
  }

  private String levels(Access a) {
    Format format = types.get(a.tensor()).format();
    return format.toString();
  }

  /** The path of an access: from its label to the loop of each level, in the order of levels. */
  private void path(Access a, double lane, double labels, double first, List<IndexVariable> loops) {
    String colour = colour(a.tensor());
    svg.centred(lane, labels - 4, label(a), "fill=\"" + colour + "\" font-weight=\"bold\"");
    svg.small(lane, labels + 16, levels(a), "fill=\"" + colour + "\"");
    Format format = types.get(a.tensor()).format();
    double from = labels + 22;
    List<Stop> stops = new ArrayList<>();
    for (int l = 0; l < format.order(); l++) {
      int loop = loops.indexOf(a.indices().get(format.dimension(l)));
      double to = first + loop * ROW;
      svg.line(lane, from, lane, to, "stroke=\"" + colour + "\" stroke-width=\"3\"");
      stops.add(new Stop(to, format.level(l).location().isEmpty()));
      from = to;
    }
    for (Stop stop : stops) {
      String fill = stop.sparse() ? colour : "white";
      svg.circle(
          lane,
          stop.y(),
          7,
          "fill=\"" + fill + "\" stroke=\"" + colour + "\" stroke-width=\"2.5\"");
    }
  }

  private record Stop(double y, boolean sparse) {}

  private String colour(String tensor) {
    return Optional.ofNullable(colours.get(tensor))
        .orElseGet(
            () -> {
              String next = COLOURS.get(colours.size() % COLOURS.size());
              colours.put(tensor, next);
              return next;
            });
  }
}
