package org.einkorn.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.einkorn.Computation;
import org.einkorn.Tensor;
import org.einkorn.explain.Explanation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says how a statement is computed on actual tensors, and why so. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    sortSynopsis = false,
    header = "Explains how a statement is computed: loops, choices, and what they cost.",
    description = {
      "",
      "Statement, sources and formats are as in einkorn eval --help. Costs are estimates from the"
          + " sizes of the tensors; with --analyze the statement runs too, and what that shows"
          + " stands beside them.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  einkorn explain \"C(i,j) = A(i,k) * A(k,j)\" A=examples/karate.mtx",
      "  einkorn explain \"y(i) = A(i,j) * x(j)\" A=matrix.mtx 'x=ones(4884)' --analyze",
      "  einkorn explain \"C(i,j) = A(i,j) + B(i,j)\" A=a.mtx B=b.mtx --svg plan.svg"
    })
final class ExplainCommand implements Callable<Integer> {
  private final Terminal terminal;

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
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description = "How the result is stored; without one, a format is chosen.")
  private String format;

  @Option(
      names = "--dim",
      paramLabel = "VARIABLE=SIZE",
      description = "The size of a variable where no tensor gives it.")
  private List<String> dimensionTexts = List.of();

  @Option(names = "--analyze", description = "Run it, and show what happened beside the estimates.")
  private boolean analyze;

  @Option(names = "--json", description = "Write it for programs.")
  private boolean json;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Draw the loops, the tensors' paths through them, and how merged loops merge.")
  private String svg;

  ExplainCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Map<String, Input> inputs = Input.parse(inputTexts);
    Statement statement = Statement.parse(text, List.copyOf(inputs.keySet()));
    Map<String, Integer> sizes = Dimensions.parse(dimensionTexts);
    Computation computation = statement.computation();
    for (Map.Entry<String, Integer> size : sizes.entrySet()) {
      computation = computation.size(size.getKey(), size.getValue());
    }
    if (format != null) {
      computation = computation.result(format);
    }
    statement.checkGiven(inputs.keySet());

    Stopwatch watch = new Stopwatch();
    Operands operands = Operands.read(statement, inputs, sizes, terminal);
    watch.phase("read");
    Map<String, Tensor> tensors = operands.store();
    watch.phase("convert");
    Computation complete = computation.with(tensors);
    Explanation explanation = analyze ? analyzed(complete, watch) : complete.explain();
    terminal.out().print(json ? explanation.toJson() : explanation.toString());
    Optional.ofNullable(svg)
        .map(Path::of)
        .ifPresent(file -> Pictures.write(complete.compile().picture(), file));
    return 0;
  }

  private static Explanation analyzed(Computation computation, Stopwatch watch) {
    Explanation explanation = computation.analyze();
    List<Explanation.Phase> before = new ArrayList<>();
    watch.seconds().forEach((name, seconds) -> before.add(new Explanation.Phase(name, seconds)));
    return explanation.with(explanation.analysis().orElseThrow().after(before));
  }
}
