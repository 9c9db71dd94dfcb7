package org.einkorn.imp;

import java.util.List;
import org.einkorn.imp.Exp.Variable;

/**
 * A kernel: runs {@code body} over the parameters and gives the final values of the results. A
 * result is a parameter or a variable declared at the top level of the body.
 */
public record Function(String name, List<Variable> parameters, List<Variable> results, Stmt body) {
  /** Takes nothing, does nothing and gives nothing. */
  public static final Function NOTHING =
      new Function("nothing", List.of(), List.of(), Stmt.NOTHING);

  public Function {
    parameters = List.copyOf(parameters);
    results = List.copyOf(results);
  }
}
