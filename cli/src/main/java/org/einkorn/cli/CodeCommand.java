package org.einkorn.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.einkorn.Computation;
import org.einkorn.EinkornException;
import org.einkorn.Kernel;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what a statement is compiled to, for tensors that are only described. */
@Command(
    mixinStandardHelpOptions = true,
    sortSynopsis = false,
    header = "Shows what a statement is compiled to.",
    description = {
      "",
      "Tensors are described by formats, as in einkorn eval --help; without one they are dense, and"
          + " the result's is chosen. Values are float64, or what follows the format: -f"
          + " A=csr,int64 (bool, int32, int64, float32, float64).",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  einkorn code \"y(i) = A(i,j) * x(j)\" -f A=csr",
      "  einkorn code \"A(i,j) = B(i,j,k) * c(k)\" -f A=ds -f B=sss -f c=s --show loops"
    })
final class CodeCommand implements Callable<Integer> {
  /** The forms that a statement takes on its way. */
  enum Form {
    notation,
    provenance,
    loops,
    plan,
    imp,
    vectors,
    machine,
    rows;

    /** How long the rows are that are shown in vectors and as machine code. */
    private static final int ROW = 32;

    private String of(Kernel kernel) {
      return switch (this) {
        case notation -> kernel.notation();
        case provenance -> kernel.provenance();
        case loops -> kernel.loops();
        case plan -> kernel.plan();
        case imp -> kernel.code();
        case vectors -> kernel.vectorCode(ROW);
        case machine -> kernel.machineCode(ROW);
        case rows -> kernel.rowCode();
      };
    }

    static String names() {
      return Stream.of(values()).map(Form::name).collect(Collectors.joining(", "));
    }
  }

  /** Reads the name of a form. */
  static final class FormText implements ITypeConverter<Form> {
    @Override
    public Form convert(String text) {
      return text.equals("java") ? Form.imp : Form.valueOf(text);
    }
  }

  private final Terminal terminal;

  @Parameters(index = "0", paramLabel = "STATEMENT", description = "As y(i) = A(i,j) * x(j).")
  private String text;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "NAME=FORMAT[,TYPE][,fill=VALUE]",
      description = "How a tensor is stored, the result too.")
  private List<String> formatTexts = List.of();

  @Mixin private ScheduleOption schedule = new ScheduleOption();

  @Option(
      names = "--show",
      paramLabel = "FORM",
      defaultValue = "imp",
      converter = FormText.class,
      description = {
        "One of:",
        "notation: the statement with its sums written out",
        "provenance: how the variables of a schedule are made from others",
        "loops: the loops, with workspaces",
        "plan: how each loop runs and the result is put together",
        "imp: the code that runs, in a Java-like form (default); also java",
        "vectors: the same for dimensions of 32, with rows in vector registers",
        "machine: the instructions of a chunk of it, also for dimensions of 32, each form after"
            + " the code that it is made of",
        "rows: the same for large tensors, as it is written for different kinds of rows"
      })
  private Form form;

  CodeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Statement statement = Statement.parse(text, List.of());
    Map<String, TypeText> types = types(statement);
    Computation computation = schedule.applyTo(statement.computation());
    List<String> dense = new ArrayList<>();
    for (Map.Entry<String, Integer> read : statement.reads().entrySet()) {
      TypeText type = types.get(read.getKey());
      if (type == null && read.getValue() > 0) {
        dense.add(read.getKey());
      }
      TensorType known =
          type == null
              ? TensorType.of(ElementType.FLOAT64, Formats.dense(read.getValue()))
              : Input.about(read.getKey(), () -> type.at(read.getValue()));
      computation = computation.withType(read.getKey(), known);
    }
    TypeText target = types.get(statement.target());
    if (target != null) {
      if (target.element().isPresent()) {
        computation = computation.result(target.element().get());
      }
      if (target.format().isPresent()) {
        Format format =
            Input.about(statement.target(), () -> target.at(statement.targetOrder()).format());
        computation = computation.result(format.toString());
      }
    }
    Kernel kernel = computation.compile();
    if (!dense.isEmpty()) {
      terminal.note(
          String.join(", ", dense) + (dense.size() == 1 ? " is" : " are") + " dense (no -f).");
    }
    if ((target == null || target.format().isEmpty()) && statement.targetOrder() > 0) {
      terminal.note(
          statement.target() + " is stored as " + kernel.resultType().format() + " (chosen).");
    }
    if (form == Form.provenance && kernel.provenance().isEmpty()) {
      terminal.note("All loops run over variables of the statement.");
      return 0;
    }
    String shown = form.of(kernel).stripTrailing();
    if (shown.isEmpty()) {
      terminal.note(
          switch (form) {
            case rows ->
                "There is no innermost loop over the entries of each row that runs in chunks.";
            case machine ->
                "The loops cannot be divided into chunks, and only chunks run as machine code.";
            default -> "There are no rows or sums along dense memory to compute in vectors.";
          });
      return 0;
    }
    terminal.out().println(shown);
    return 0;
  }

  private Map<String, TypeText> types(Statement statement) {
    Map<String, TypeText> types = new LinkedHashMap<>();
    for (String formatText : formatTexts) {
      int equals = formatText.indexOf('=');
      if (equals <= 0) {
        throw new EinkornException(
            "'-f " + formatText + "' gives no format; write for example -f A=csr.");
      }
      String name = formatText.substring(0, equals).strip();
      if (!name.equals(statement.target()) && !statement.reads().containsKey(name)) {
        throw new EinkornException(
            "There is no tensor " + name + " in '" + statement + "' to give a format to.");
      }
      TypeText type = TypeText.parse(formatText.substring(equals + 1).strip());
      Place.rejectAuto(type.format(), name);
      if (type.fill().isPresent() && !statement.reads().containsKey(name)) {
        throw new EinkornException(
            "The value of "
                + name
                + " where nothing is stored follows from the statement; leave out fill= for it.");
      }
      if (types.put(name, type) != null) {
        throw new EinkornException("The format of " + name + " is given twice.");
      }
    }
    return types;
  }
}
