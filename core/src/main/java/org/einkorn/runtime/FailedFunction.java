package org.einkorn.runtime;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.support.FunctionFailure;

/** Tells where a function that somebody gave failed. */
final class FailedFunction {
  private FailedFunction() {}

  /** A sentence with the coordinate that the variables of the bound assignment had. */
  static String sentence(FunctionFailure failure, Assignment assignment, Naming form) {
    Map<String, Integer> coordinates = new LinkedHashMap<>();
    failure.places().forEach(p -> coordinates.put(written(p.variable(), form), p.coordinate()));
    Set<String> names = variables(assignment);
    if (!coordinates.keySet().containsAll(names)) {
      names.addAll(coordinates.keySet()); // blocks, say, that tell where it was just as well
    }
    String place =
        names.stream()
            .filter(coordinates::containsKey)
            .map(v -> v + " = " + coordinates.get(v))
            .collect(Collectors.joining(", "));
    return failure.function()
        + " failed "
        + (place.isEmpty() ? "" : "at " + place + ", ")
        + "while computing '"
        + Printer.print(assignment)
        + "', with "
        + failure.getCause()
        + ".";
  }

  /** A variable that the compiler made has the name of another before an underscore. */
  private static String written(String variable, Naming form) {
    int end = variable.indexOf('_') < 0 ? variable.length() : variable.indexOf('_');
    return form.written(new IndexVariable(variable.substring(0, end))) + variable.substring(end);
  }

  /** Those of the left side first, then the reduced ones from the outside in. */
  private static Set<String> variables(Assignment assignment) {
    Set<String> all = new LinkedHashSet<>();
    assignment.target().indices().forEach(v -> all.add(v.name()));
    collect(assignment.value(), all);
    return all;
  }

  private static void collect(Expression e, Set<String> all) {
    if (e instanceof Reduce r) {
      all.add(r.variable().name());
    }
    Expressions.children(e).forEach(child -> collect(child, all));
  }
}
