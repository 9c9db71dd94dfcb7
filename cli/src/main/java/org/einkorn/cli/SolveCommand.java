package org.einkorn.cli;

import java.util.concurrent.Callable;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.einkorn.library.ConjugateGradient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Solves a system of equations. */
@Command(
    mixinStandardHelpOptions = true,
    sortSynopsis = false,
    header = "Solves A(i,j) * x(j) = b(i) for x by conjugate gradients.",
    description = {"", "The matrix must be symmetric and positive definite.", ""},
    footer = {"", "Example:", "  einkorn solve matrix.mtx --rhs 'ones(4884)' --jacobi -o x.tns"})
final class SolveCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      index = "0",
      paramLabel = "MATRIX",
      description = "A file, or whatever einkorn eval takes.")
  private String matrixText;

  @Option(
      names = "--rhs",
      required = true,
      paramLabel = "VECTOR",
      description = "The right side b: a file, a list, a generator.")
  private String rightText;

  @Option(
      names = "--jacobi",
      description = "Weigh the equations by the diagonal; helps where it varies much.")
  private boolean jacobi;

  @Mixin private RoundsOption rounds = new RoundsOption();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE[:FORMAT]",
      description = "Where the solution goes. Without -o it is shown.")
  private String outputText;

  @Mixin private ThreadsOption threads = new ThreadsOption();

  SolveCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    threads.apply();
    Saved output = Saved.parse(outputText, "-o", 1);
    Tensor matrix = Given.square("matrix", matrixText, terminal);
    Tensor right = Given.vector("--rhs", rightText, terminal, matrix.dimension(0));
    ConjugateGradient solver = ConjugateGradient.of(matrix).jacobi(jacobi);
    double tolerance = rounds.tolerance(solver.tolerance());
    ConjugateGradient.Result result;
    try (RoundsLine line = new RoundsLine(terminal, "relative residual")) {
      result =
          solver
              .maxRounds(rounds.rounds(solver.maxRounds()))
              .tolerance(tolerance)
              .onRound(line)
              .solve(right);
    }
    String end =
        "After "
            + Numbers.counted(result.rounds(), "round", "rounds")
            + " the relative residual is "
            + Numbers.brief(result.residual());
    if (!result.converged()) {
      throw new EinkornException(
          end
              + ", not "
              + Numbers.brief(tolerance)
              + "; allow more rounds with --rounds, or more residual with --tolerance"
              + (jacobi ? "." : ", or try --jacobi."));
    }
    terminal.note(end + ".");
    if (output.isWanted()) {
      output.write(result.solution(), terminal);
    } else {
      ResultText.print(result.solution(), terminal.out());
    }
    return 0;
  }
}
