package org.einkorn.imp;

import java.util.List;
import java.util.Map;
import org.einkorn.imp.Exp.Variable;

/**
 * A kernel: runs {@code body} over the parameters and gives the final values of the results. A
 * result is a parameter or a variable declared at the top level of the body.
 *
 * @param segments parameters that list coordinates in segments, with the one that says where these
 *     begin: coordinates ascend within a segment, and none is there twice
 */
public record Function(
    String name,
    List<Variable> parameters,
    List<Variable> results,
    Stmt body,
    Map<Variable, Variable> segments) {
  /** Takes nothing, does nothing and gives nothing. */
  public static final Function NOTHING =
      new Function("nothing", List.of(), List.of(), Stmt.NOTHING);

  public Function {
    parameters = List.copyOf(parameters);
    results = List.copyOf(results);
    segments = Map.copyOf(segments);
  }

  /** Nothing is known of the parameters. */
  public Function(String name, List<Variable> parameters, List<Variable> results, Stmt body) {
    this(name, parameters, results, body, Map.of());
  }

  /** The same with another body. */
  public Function with(Stmt other) {
    return new Function(name, parameters, results, other, segments);
  }

  /** The same with other results. */
  public Function giving(List<Variable> others) {
    return new Function(name, parameters, others, body, segments);
  }
}
