package org.einkorn.plan;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.einkorn.lattice.Cursor;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;

/** Prints a plan, one decision a line. */
public final class PlanPrinter {
  private final StringBuilder out = new StringBuilder();

  private PlanPrinter() {}

  public static String print(Plan plan) {
    PlanPrinter printer = new PlanPrinter();
    printer.print(plan, 0);
    return printer.out.toString();
  }

  private void line(int indent, String text) {
    out.append("  ".repeat(indent)).append(text).append('\n');
  }

  private void print(Plan plan, int indent) {
    switch (plan) {
      case Plan.Block b -> b.parts().forEach(p -> print(p, indent));
      case Plan.FullLoop l -> {
        line(
            indent,
            "for every "
                + l.variable()
                + l.domain().text()
                + (l.cursors().isEmpty() ? "" : ", following " + names(l.cursors())));
        cases(l.cases(), indent + 1);
      }
      case Plan.MergeLoop l -> {
        for (Plan.Piece piece : l.pieces()) {
          line(
              indent,
              "for "
                  + l.variable()
                  + l.domain().text()
                  + " in "
                  + names(piece.cursors())
                  + (piece.cursors().size() > 1 ? ", merged" : ""));
          cases(piece.cases(), indent + 1);
        }
      }
      case Plan.GuardedLoop l -> {
        line(
            indent,
            "for "
                + l.variable()
                + l.domain().text()
                + " in "
                + l.where()
                + ", guarded, following "
                + names(l.cursors()));
        print(l.body(), indent + 1);
      }
      case Plan.ChainLoop l -> {
        String variables =
            l.variables().stream().map(IndexVariable::name).collect(Collectors.joining(","));
        line(
            indent,
            "for (" + variables + ")" + l.domain().text() + " in the positions of " + l.first());
        print(l.body(), indent + 1);
      }
      case Plan.Unrolled u -> {
        line(indent, "for each of the " + u.count() + " " + u.variable() + ", written out");
        print(u.body(), indent + 1);
      }
      case Plan.Seek s -> {
        line(
            indent,
            "search "
                + s.variable()
                + " in "
                + s.cursor()
                + (s.required() ? ", if it is there" : ", or absent"));
        print(s.body(), indent + 1);
      }
      case Plan.Guard g -> {
        line(indent, "if " + g.where());
        print(g.body(), indent + 1);
      }
      case Plan.If i -> {
        line(indent, "if " + Printer.print(i.condition()));
        print(i.body(), indent + 1);
      }
      case Plan.Bind b -> {
        line(indent, b.variable() + " := " + b.value().text() + (b.checked() ? ", if within" : ""));
        print(b.body(), indent + 1);
      }
      case Plan.Where w -> {
        String until = w.until().map(value -> ", until it is " + value).orElse("");
        line(indent, "fill " + w.workspace().name() + ": " + w.workspace().type() + until);
        print(w.producer(), indent + 1);
        line(indent, "then" + w.workspace().reading().text());
        print(w.consumer(), indent + 1);
      }
      case Plan.Segment s -> {
        line(indent, "segment of level " + (s.level() + 1));
        print(s.body(), indent + 1);
      }
      case Plan.Append a -> {
        line(
            indent,
            "append to level "
                + a.levels().stream().map(l -> "" + (l + 1)).collect(Collectors.joining(" and ")));
        print(a.body(), indent + 1);
      }
      case Plan.Compute c ->
          line(
              indent,
              Printer.print(c.target())
                  + " "
                  + c.operator().map(o -> o.symbol()).orElse("")
                  + "= "
                  + Printer.print(c.value()));
    }
  }

  private void cases(List<Plan.Case> cases, int indent) {
    if (cases.size() == 1) {
      print(cases.getFirst().body(), indent);
      return;
    }
    for (Plan.Case c : cases) {
      line(indent, c.present().isEmpty() ? "else" : "where " + names(c.present()));
      print(c.body(), indent + 1);
    }
  }

  private static String names(Collection<Cursor> cursors) {
    return cursors.stream().map(Cursor::toString).collect(Collectors.joining(", "));
  }
}
