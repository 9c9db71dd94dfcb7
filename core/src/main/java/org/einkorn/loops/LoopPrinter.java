package org.einkorn.loops;

import java.util.stream.Collectors;
import org.einkorn.notation.Printer;

/** Prints concrete index notation, one loop or assignment a line. */
public final class LoopPrinter {
  private LoopPrinter() {}

  public static String print(LoopProgram program) {
    StringBuilder out = new StringBuilder();
    program
        .inputs()
        .forEach(
            (name, type) -> out.append("# ").append(name).append(": ").append(type).append('\n'));
    out.append("# ")
        .append(program.target().tensor())
        .append(": ")
        .append(program.targetType())
        .append('\n');
    print(program.body(), 0, out);
    return out.toString();
  }

  public static String print(Statement statement) {
    StringBuilder out = new StringBuilder();
    print(statement, 0, out);
    return out.toString();
  }

  private static void print(Statement statement, int indent, StringBuilder out) {
    String pad = "  ".repeat(indent);
    switch (statement) {
      case Statement.Forall f -> {
        out.append(pad).append("forall ").append(f.variable()).append(f.domain().text());
        out.append('\n');
        print(f.body(), indent + 1, out);
      }
      case Statement.Bind b -> {
        String checked = b.checked() ? " if within " + b.variable() + "'s size" : "";
        out.append(pad).append(b.variable()).append(" := ").append(b.value().text());
        out.append(checked).append('\n');
        print(b.body(), indent + 1, out);
      }
      case Statement.Where w -> {
        print(w.consumer(), indent, out);
        out.append(pad)
            .append("where ")
            .append(w.workspace().name())
            .append(": ")
            .append(w.workspace().type());
        out.append(w.workspace().reading().text()).append('\n');
        print(w.producer(), indent + 1, out);
      }
      case Statement.Sequence s -> {
        if (s.parts().isEmpty()) {
          out.append(pad).append("nothing\n");
        }
        s.parts().forEach(p -> print(p, indent, out));
      }
      case Statement.Assign a ->
          out.append(pad)
              .append(Printer.print(a.target()))
              .append(' ')
              .append(a.operator().map(o -> o.symbol()).stream().collect(Collectors.joining()))
              .append("= ")
              .append(Printer.print(a.value()))
              .append('\n');
    }
  }
}
