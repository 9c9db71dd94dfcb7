package org.einkorn.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
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
        return noOption(word);
      }
      return line.getParent() == null
          ? "There is no command '"
              + word
              + "', only "
              + String.join(", ", line.getSubcommands().keySet())
          : "The argument '" + word + "' is one too many";
    }
    if (e instanceof MissingParameterException missing) {
      Optional<String> option =
          line.getUnmatchedArguments().stream().filter(word -> word.startsWith("-")).findFirst();
      if (option.isPresent()) {
        return noOption(option.get());
      }
      List<ArgSpec> arguments = missing.getMissing();
      if (!arguments.isEmpty() && arguments.getFirst().isPositional()) {
        return "The argument " + arguments.getFirst().paramLabel() + " is missing";
      }
    }
    if (e.getArgSpec() != null && e.getArgSpec().type() == CodeCommand.Form.class) {
      return "There is no form '" + e.getValue() + "' to show, only " + CodeCommand.Form.names();
    }
    String message = e.getMessage();
    return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
  }

  private static String noOption(String word) {
    return "There is no option " + word;
  }

  /** Standard output took only a part of what was written; {@code code} is for the rest. */
  static int unwritten(IOException e, int code, PrintStream err) {
    // Whoever closes a pipe, as head does, has read enough.
    return code != 0 || "Broken pipe".equals(e.getMessage())
        ? code
        : say("The output could not be written: " + e.getMessage() + ".", REFUSED, err);
  }

  /** Anything that was thrown while a command ran. */
  static int report(Throwable e, boolean trace, PrintStream err) {
    if (trace) {
      e.printStackTrace(err);
    }
    long available = Runtime.getRuntime().maxMemory();
    return switch (e) {
      case EinkornException refusal -> say(refusal.getMessage(), REFUSED, err);
      case OutOfMemoryError full ->
          say(
              "Memory ran out: the JVM may use "
                  + Numbers.bytes((double) available)
                  + ". Choose sparser formats, or give it more: JAVA_OPTS=-Xmx"
                  + Math.ceilDiv(2 * available, 1L << 30)
                  + "g ./einkorn …",
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
