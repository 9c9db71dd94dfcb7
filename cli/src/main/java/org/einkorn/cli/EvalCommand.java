package org.einkorn.cli;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.einkorn.Computation;
import org.einkorn.EinkornException;
import org.einkorn.Kernel;
import org.einkorn.Tensor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reads tensors, compiles a statement, runs it, writes the result. */
@Command(
    mixinStandardHelpOptions = true,
    sortSynopsis = false,
    header = "Evaluates a statement of index notation.",
    description = {
      "",
      "A SOURCE is a file (.mtx, .tns, .ek, or these with .gz), a number, a list as [1,2,3] or"
          + " [[1,0],[0,1]], or a generator: zeros(3,4), ones(3,4), eye(3), random(3,4),"
          + " sparse(1000,1000,0.01). Random ones are the same in every run; seed=7 as the last"
          + " argument gives others.",
      "",
      "A FORMAT is dense, csr, csc, dcsr, dcsc, coo, csf, dia, ell, hash, bitmap, bcsr(4,4),"
          + " csb(64); or a letter for each dimension: d dense, s compressed, where ds:1,0 stores"
          + " dimension 1 first; or a map: '(i,j) -> (compressed(j-i), dense(i))'. With auto the"
          + " nonzeros decide. Without one a matrix file is csr, a tensor file csf, lists and"
          + " generators are dense (sparse and eye as files), and the result's format is chosen and"
          + " said.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  einkorn eval \"y(i) = A(i,j) * x(j)\" A=matrix.mtx:csr 'x=ones(4884)' -o y.tns",
      "  einkorn eval \"C(i,j) = A(i,k) * B(k,j)\" A=a.mtx:csr B=b.mtx:csc -o c.mtx:dcsr",
      "  einkorn eval \"a = B(i,j,k) * B(i,j,k)\" B=tensor.tns.gz",
      "  einkorn eval \"y(i) = max(j, A(i,j)) - s\" 'A=[[1,2],[3,4]]' s=2.5",
      "  einkorn eval \"ij,jk->ik\" A=a.mtx B=b.mtx"
    })
final class EvalCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private Question question;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE[:FORMAT]",
      description = "Where the result goes; - prints all of it as .tns. Without -o it is shown.")
  private String outputText;

  @Mixin private ResultFormatOption resultFormat = new ResultFormatOption();

  @Mixin private ScheduleOption schedule = new ScheduleOption();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Option(names = "--time", description = "Say how long each phase took.")
  private boolean time;

  EvalCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Stopwatch watch = new Stopwatch();
    threads.apply();
    Question.Parsed asked = question.parse();
    Statement statement = asked.statement();
    Computation computation = schedule.applyTo(asked.computation());
    Optional<Output> output = Optional.ofNullable(outputText).map(text -> Output.parse(text, "-o"));
    output.ifPresent(o -> o.check(statement.targetOrder()));
    Optional<String> format = format(statement, output);
    Operands operands = asked.read(terminal);
    Map<String, Tensor> tensors = operands.store();
    watch.phase("read");

    if (format.isPresent()) {
      computation = computation.result(format.get());
    }
    Tensor result;
    try (ProgressLine progress = ProgressLine.computing(terminal, statement.target())) {
      Kernel kernel = computation.with(tensors).onProgress(progress).compile();
      watch.phase("compile");
      result = kernel.run(tensors);
      watch.phase("compute");
    }

    if (format.isEmpty() && result.order() > 0) {
      terminal.note(describe(statement.target(), result));
    }
    if (output.isPresent()) {
      output.get().write(result, terminal.out());
    } else {
      ResultText.print(result, terminal.out());
    }
    watch.phase("write");
    if (time) {
      terminal.out().flush();
      terminal.note(watch.toString());
    }
    return 0;
  }

  private Optional<String> format(Statement statement, Optional<Output> output) {
    Optional<String> named = resultFormat.of(statement);
    Optional<String> behindFile = output.flatMap(o -> o.place().format());
    if (named.isPresent() && behindFile.isPresent() && !named.equals(behindFile)) {
      throw new EinkornException(
          "The result has one format, but -f says "
              + named.get()
              + " and -o "
              + behindFile.get()
              + "; leave one out.");
    }
    return named.or(() -> behindFile);
  }

  private static String describe(String name, Tensor tensor) {
    String size =
        Arrays.stream(tensor.dimensions())
            .mapToObj(String::valueOf)
            .collect(Collectors.joining(" x "));
    return name
        + " has size "
        + size
        + " and is stored as "
        + tensor.format()
        + " ("
        + tensor.stored()
        + " "
        + tensor.elementType()
        + (tensor.stored() == 1 ? " value)." : " values).");
  }
}
