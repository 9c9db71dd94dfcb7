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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says how a statement is computed on actual tensors, and why so. */
@Command(
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

  @Mixin private Question question;

  @Mixin private ResultFormatOption format = new ResultFormatOption();

  @Mixin private ScheduleOption schedule = new ScheduleOption();

  @Mixin private ThreadsOption threads = new ThreadsOption();

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
    threads.apply();
    Question.Parsed asked = question.parse();
    Computation scheduled = schedule.applyTo(asked.computation());
    Computation computation = format.of(asked.statement()).map(scheduled::result).orElse(scheduled);

    Stopwatch watch = new Stopwatch();
    Operands operands = asked.read(terminal);
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
