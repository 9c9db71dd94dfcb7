package org.einkorn.imp;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/** The names of a function's variables, and new ones that none of them has. */
final class LocalNames {
  private final Set<String> taken = new HashSet<>();

  LocalNames(Function function) {
    function.parameters().forEach(p -> taken.add(p.name()));
    Occurrences.bound(function.body()).forEach(v -> taken.add(v.name()));
  }

  /** A variable of that name or, if it is taken, of one with a number behind. */
  Variable fresh(String name, Type type) {
    return taken.add(name) ? new Variable(name, type) : another(name, type);
  }

  /** A variable with a number behind the name, from 2 on. */
  Variable another(String name, Type type) {
    int k = 2;
    while (!taken.add(name + "_" + k)) {
      k++;
    }
    return new Variable(name + "_" + k, type);
  }

  /** A variable for a row of an array, or a part of it: {@code C_row} for one of C_vals. */
  Variable row(Variable array, Type type) {
    return fresh(array.name().replaceFirst("_vals$", "") + "_row", type);
  }

  /** The statement once more, with variables of its own. */
  Stmt withOwn(Stmt s) {
    Map<Variable, Exp> others = new HashMap<>();
    Copying.rename(s, v -> fresh(v.name(), v.type()), others);
    return Copying.replace(s, others);
  }
}
