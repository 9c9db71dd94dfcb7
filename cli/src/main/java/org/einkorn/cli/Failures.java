package org.einkorn.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.einkorn.EinkornException;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns whatever went wrong into one sentence and an exit code. */
final class Failures {
  private static final int REFUSED = 2;
  private static final int FAULT = 1;

  private Failures() {}

  /** A command line that makes no sense. */
  static int usage(ParameterException e, PrintStream err) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    err.println("einkorn: " + usageSentence(e) + "; see " + command + " --help.");
    return REFUSED;
  }

  private static String usageSentence(ParameterException e) {
    CommandLine line = e.getCommandLine();
    if (e instanceof UnmatchedArgumentException unmatched) {
      String word = unmatched.getUnmatched().getFirst();
      if (word.startsWith("-")) {
        return "There is no option " + word;
      }
      return line.getParent() == null
          ? "There is no command '"
              + word
              + "', only "
              + String.join(", ", line.getSubcommands().keySet())
          : "The argument '" + word + "' is one too many";
    }
    if (e instanceof MissingParameterException missing) {
      List<ArgSpec> arguments = missing.getMissing();
      if (!arguments.isEmpty() && arguments.getFirst().isPositional()) {
        return "The argument " + arguments.getFirst().paramLabel() + " is missing";
      }
    }
    String message = e.getMessage();
    return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
  }

  /** Anything that was thrown while a command ran. */
  static int report(Throwable e, boolean trace, PrintStream err) {
    if (trace) {
      e.printStackTrace(err);
    }
    return switch (e) {
      case EinkornException refusal -> say(refusal.getMessage(), REFUSED, err);
      case OutOfMemoryError full ->
          say(
              String.format(
                  Locale.ROOT,
                  "Memory ran out: the JVM may use %s. Give it more, as in JAVA_OPTS=-Xmx8g"
                      + " ./einkorn …, or choose sparser formats.",
                  Numbers.bytes(Runtime.getRuntime().maxMemory())),
              REFUSED,
              err);
      default ->
          say(
              "Something went wrong inside Einkorn ("
                  + e
                  + "); please report it"
                  + (trace ? "." : ", with what the same command says when --trace is added."),
              FAULT,
              err);
    };
  }

  private static int say(String sentence, int code, PrintStream err) {
    err.println("einkorn: " + sentence);
    return code;
  }
}
