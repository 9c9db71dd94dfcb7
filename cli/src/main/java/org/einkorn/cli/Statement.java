package org.einkorn.cli;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.Computation;
import org.einkorn.Einkorn;
import org.einkorn.EinkornException;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Einsum;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.Parser;
import org.einkorn.notation.Printer;

/** The statement on the command line: index notation, or an einsum string over the tensors. */
record Statement(Assignment assignment) {
  /** Reads it; {@code names} are the tensors given, which einsum takes in their order. */
  static Statement parse(String text, List<String> names) {
    return new Statement(
        text.contains("->") && !text.contains("=")
            ? Einsum.parse(text, names)
            : Parser.parse(text));
  }

  Computation computation() {
    return Einkorn.expression(toString());
  }

  String target() {
    return assignment.target().tensor();
  }

  int targetOrder() {
    return assignment.target().order();
  }

  /** The tensors that are read, with the number of their indices. */
  Map<String, Integer> reads() {
    Set<Access> accesses = new LinkedHashSet<>();
    if (assignment.accumulate().isPresent() || !assignment.target().windows().isEmpty()) {
      accesses.add(assignment.target());
    }
    accesses.addAll(Expressions.accesses(assignment.value()));
    Map<String, Integer> reads = new LinkedHashMap<>();
    accesses.forEach(a -> reads.putIfAbsent(a.tensor(), a.order()));
    return reads;
  }

  /** Refuses to go on without a tensor that is read. */
  void checkGiven(Set<String> given) {
    for (String name : reads().keySet()) {
      if (!given.contains(name)) {
        throw new EinkornException(
            "Tensor "
                + name
                + " of '"
                + this
                + "' is not given; add for example "
                + name
                + "="
                + (reads().get(name) == 0
                    ? "2.5"
                    : "FILE or " + name + "='random(" + sizes(name) + ")'")
                + ".");
      }
    }
  }

  private String sizes(String name) {
    return String.join(",", java.util.Collections.nCopies(reads().get(name), "10"));
  }

  @Override
  public String toString() {
    return Printer.print(assignment);
  }
}
