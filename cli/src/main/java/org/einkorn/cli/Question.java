package org.einkorn.cli;

import java.util.List;
import java.util.Map;
import org.einkorn.Computation;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What to compute, and on which tensors: what several commands are asked. */
final class Question {
  @Parameters(
      index = "0",
      paramLabel = "STATEMENT",
      description = "As y(i) = A(i,j) * x(j); or an einsum string.")
  private String text;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "NAME=SOURCE[:FORMAT]",
      description = "The tensors that the statement reads.")
  private List<String> inputTexts = List.of();

  @Option(
      names = "--dim",
      paramLabel = "VARIABLE=SIZE",
      description = "The size of a variable where no tensor gives it.")
  private List<String> dimensionTexts = List.of();

  /** What was asked, as far as it can be understood without reading anything. */
  record Parsed(
      Statement statement,
      Map<String, Input> inputs,
      Map<String, Integer> sizes,
      Computation computation) {
    /** Reads what the statement needs, if it was given. */
    Operands read(Terminal terminal) {
      statement.checkGiven(inputs.keySet());
      return Operands.read(statement, inputs, sizes, terminal);
    }
  }

  Parsed parse() {
    Map<String, Input> inputs = Input.parse(inputTexts);
    Statement statement = Statement.parse(text, List.copyOf(inputs.keySet()));
    Map<String, Integer> sizes = Dimensions.parse(dimensionTexts);
    Computation computation = statement.computation();
    for (Map.Entry<String, Integer> size : sizes.entrySet()) {
      computation = computation.size(size.getKey(), size.getValue());
    }
    return new Parsed(statement, inputs, sizes, computation);
  }
}
