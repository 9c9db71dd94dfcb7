package org.einkorn.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line. */
@Command(
    name = "einkorn",
    header = "Compiles and runs tensor algebra over dense and sparse tensors.",
    description = {
      "",
      "A statement in index notation says what to compute; a variable that is not on the left is"
          + " summed. Tensors are stored in any format."
    },
    footer = {
      "",
      "Examples:",
      "  einkorn eval \"a = A(i,j) * A(j,k) * A(k,i)\" A=examples/karate.mtx",
      "  einkorn eval \"y(i) = A(i,j) * x(j)\" A=matrix.mtx:csr 'x=ones(4884)' -o y.tns",
      "  einkorn explain \"C(i,j) = A(i,k) * A(k,j)\" A=examples/karate.mtx",
      "  einkorn code \"A(i,j) = B(i,j,k) * c(k)\" -f A=ds -f B=sss -f c=s --show loops",
      "",
      "einkorn COMMAND --help says more about a command.",
      "einkorn bench measures Einkorn against other libraries.",
      "The JVM takes its options from JAVA_OPTS, as in JAVA_OPTS=-Xmx8g."
    },
    sortSynopsis = false,
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
public final class Main implements Runnable {
  /** What makes each command, in the order in which they are listed. */
  static final Map<String, Function<Terminal, Object>> COMMANDS = commands();

  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Option(
      names = "--trace",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of an error, for a bug report.")
  private boolean trace;

  private Main(Terminal terminal) {
    this.terminal = terminal;
  }

  public static void main(String[] args) {
    // The launcher knows whether standard error is a terminal; the JVM cannot tell.
    int code =
        run(
            args,
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err),
            Boolean.getBoolean("einkorn.terminal"));
    if (code != 0) {
      System.exit(code); // Leaving by the end of main is faster: exit looks for loggers.
    }
  }

  private static PrintStream print(OutputStream out, boolean flush) {
    return new PrintStream(new BufferedOutputStream(out), flush, StandardCharsets.UTF_8);
  }

  /** Runs one command line and returns its exit code: 0 done, 2 refused, 1 a fault of Einkorn's. */
  public static int run(String[] args, OutputStream out, OutputStream err) {
    return run(args, out, err, false);
  }

  private static int run(String[] args, OutputStream out, OutputStream err, boolean interactive) {
    ResultStream results = new ResultStream(out);
    Terminal terminal = new Terminal(print(results, false), print(err, true), interactive);
    int code = run(args, terminal);
    return results.failure().map(e -> Failures.unwritten(e, code, terminal.err())).orElse(code);
  }

  /** The command that the first word names, alone: to describe all takes longer than to run one. */
  private static Map<String, Function<Terminal, Object>> asked(String[] args) {
    return args.length > 0 && COMMANDS.containsKey(args[0])
        ? Map.of(args[0], COMMANDS.get(args[0]))
        : COMMANDS;
  }

  /** Whether the first word should be a command and is none: then what follows says nothing. */
  private static boolean isUnknown(String[] args) {
    return args.length > 0 && !args[0].startsWith("-") && !COMMANDS.containsKey(args[0]);
  }

  private static int run(String[] args, Terminal terminal) {
    Main main = new Main(terminal);
    CommandLine line = new CommandLine(main);
    asked(args)
        .forEach(
            (name, command) -> {
              CommandLine described = new CommandLine(command.apply(terminal));
              described.getCommandSpec().versionProvider(new Version());
              line.addSubcommand(name, described);
            });
    line.setExpandAtFiles(false)
        .setUsageHelpWidth(100)
        .setUsageHelpLongOptionsMaxWidth(36)
        .setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    line.setParameterExceptionHandler((e, words) -> Failures.usage(e, terminal.err()));
    line.setExecutionExceptionHandler(
        (e, command, parsed) -> Failures.report(e, main.trace, terminal.err()));
    try {
      return line.execute(isUnknown(args) ? new String[] {args[0]} : args);
    } catch (Error e) {
      return Failures.report(e, main.trace, terminal.err());
    } finally {
      terminal.out().flush();
      terminal.err().flush();
    }
  }

  private static Map<String, Function<Terminal, Object>> commands() {
    Map<String, Function<Terminal, Object>> commands = new LinkedHashMap<>();
    commands.put("eval", EvalCommand::new);
    commands.put("explain", ExplainCommand::new);
    commands.put("code", CodeCommand::new);
    commands.put("info", InfoCommand::new);
    commands.put("convert", ConvertCommand::new);
    commands.put("bfs", BreadthFirstCommand::new);
    commands.put("shortest-paths", ShortestPathsCommand::new);
    commands.put("pagerank", PageRankCommand::new);
    commands.put("components", ComponentsCommand::new);
    commands.put("triangles", TrianglesCommand::new);
    commands.put("truss", TrussCommand::new);
    commands.put("solve", SolveCommand::new);
    commands.put("cp", CpCommand::new);
    commands.put("tucker", TuckerCommand::new);
    return commands;
  }

  @Override
  public void run() {
    spec.commandLine().usage(terminal.out());
  }

  /** Reads the version from the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"einkorn " + (version == null ? "(development)" : version)};
    }
  }
}
