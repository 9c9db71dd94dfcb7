package org.einkorn.schedule;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;

/** Writes a directive as {@link ScheduleParser} reads it. */
final class DirectivePrinter {
  private DirectivePrinter() {}

  static String print(Directive directive) {
    return switch (directive) {
      case Directive.Split d -> call("split", d.variable(), d.outer(), d.inner(), d.size());
      case Directive.Divide d -> call("divide", d.variable(), d.outer(), d.inner(), d.parts());
      case Directive.Fuse d -> call("fuse", d.outer(), d.inner(), d.fused());
      case Directive.Reorder d -> call("reorder", d.variables().toArray());
      case Directive.Pos d -> call("pos", d.variable(), d.position(), Printer.print(d.operand()));
      case Directive.Coord d -> call("coord", d.position(), d.coordinate());
      case Directive.Precompute d ->
          "precompute("
              + String.join(
                  ", ", Printer.print(d.expression()), list(d.variables()), list(d.inner()))
              + ")";
      case Directive.Bound d ->
          call("bound", d.variable(), d.bounded(), d.size(), d.exact() ? "exact" : "max");
      case Directive.Unroll d -> call("unroll", d.variable(), d.times());
      case Directive.Vectorize d -> call("vectorize", d.variable());
      case Directive.Parallelize d ->
          d.races() == Directive.Races.CHOSEN
              ? call("parallelize", d.variable(), "threads")
              : call("parallelize", d.variable(), "threads", word(d.races()));
      case Directive.Merge d -> call("merge", d.variable(), word(d.merging()));
      case Directive.Assemble d -> call("assemble", word(d.assembly()));
      case Directive.Workspace d -> call("workspace", list(d.variables()), word(d.layout()));
    };
  }

  /** How a choice is written: {@code two-finger}. */
  static String word(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String call(String name, Object... arguments) {
    return Stream.of(arguments)
        .map(Object::toString)
        .collect(Collectors.joining(",", name + "(", ")"));
  }

  private static String list(List<IndexVariable> variables) {
    return variables.size() == 1
        ? variables.getFirst().name()
        : variables.stream().map(IndexVariable::name).collect(Collectors.joining(",", "[", "]"));
  }
}
