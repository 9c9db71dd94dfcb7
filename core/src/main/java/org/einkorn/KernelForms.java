package org.einkorn;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.explain.Explainer;
import org.einkorn.explain.Picture;
import org.einkorn.format.TensorType;
import org.einkorn.imp.CoreLoop;
import org.einkorn.imp.Printer;
import org.einkorn.imp.RowForm;
import org.einkorn.imp.Stmt;
import org.einkorn.loops.LoopPrinter;
import org.einkorn.lower.ChunkCode;
import org.einkorn.lower.Projection;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Reductions;
import org.einkorn.plan.PlanPrinter;
import org.einkorn.runtime.Compiler;
import org.einkorn.runtime.Kernels;
import org.einkorn.schedule.Guidance;
import org.einkorn.schedule.LoopNest;
import org.einkorn.schedule.Measurements;

/**
 * All forms of a kernel's statement as text, under the statement's own names. Only printing needs
 * them, so they are made when somebody asks.
 */
final class KernelForms {
  private final Assignment assignment;
  private final Map<String, TensorType> types;
  private final TensorType resultType;
  private final Schedule schedule;
  private final Measurements measured;
  private Compiler.Compilation compilation;

  KernelForms(
      Assignment assignment,
      Map<String, TensorType> types,
      TensorType resultType,
      Schedule schedule,
      Measurements measured) {
    this.assignment = assignment;
    this.types = types;
    this.resultType = resultType;
    this.schedule = schedule;
    this.measured = measured;
  }

  private synchronized Compiler.Compilation compilation() {
    if (compilation == null) {
      Kernels.Computed computed = Kernels.computed(assignment, resultType);
      Assignment statement = computed.assignment();
      TensorType written = Kernels.written(computed.type());
      Compiler.Chosen chosen =
          schedule.isEmpty()
              ? Compiler.loops(statement, types, written, Guidance.of(statement.value(), measured))
              : Compiler.loops(
                  statement, types, written, computed.type().format(), schedule.directives());
      compilation = Compiler.lower(chosen, written, Projection.FUSED);
    }
    return compilation;
  }

  /** Whether the result is written in another format and brought into its own at the end. */
  boolean isPackedAfterwards() {
    return assignment.target().windows().isEmpty()
        && !Kernels.written(resultType).equals(resultType);
  }

  /** What a schedule made of the loops, if there is one. */
  Optional<Explainer.Scheduled> scheduled() {
    return compilation()
        .schedule()
        .map(nest -> new Explainer.Scheduled(compilation().loops(), nest));
  }

  String notation() {
    return org.einkorn.notation.Printer.print(Reductions.bind(assignment));
  }

  String loops() {
    return converted() + LoopPrinter.print(compilation().loops());
  }

  String plan() {
    String packing =
        isPackedAfterwards()
            ? "then pack "
                + Kernels.written(resultType).format()
                + " as "
                + resultType.format()
                + "\n"
            : "";
    return converted() + PlanPrinter.print(compilation().plan()) + packing;
  }

  private String converted() {
    return compilation().converted().stream()
        .map(operand -> operand + "\n")
        .collect(Collectors.joining());
  }

  String picture() {
    return Picture.draw(compilation().loops(), compilation().plan());
  }

  String vectorCode(int length) {
    return Compiler.inVectors(compilation(), length).map(Printer::print).orElse("");
  }

  String machineCode(int length) {
    List<CoreLoop> cores = Compiler.coresForMachine(compilation());
    Set<String> shown = new HashSet<>();
    Stream<String> forms =
        cores.isEmpty()
            ? Compiler.forMachine(compilation(), length).stream()
                .map(f -> commented(Printer.print(f)) + MachineCode.listing(f) + "\n")
            : cores.stream().map(core -> machineCode(core, shown));
    return forms.collect(Collectors.joining("\n"));
  }

  /** The loop as machine code, and around it what is code of the JVM. */
  private static String machineCode(CoreLoop core, Set<String> shown) {
    StringBuilder all = new StringBuilder(commented(Printer.print(core.before()))).append('\n');
    all.append(commented(Printer.print(core.loop())));
    all.append(MachineCode.listing(core.loop(), core.alike(), shown)).append("\n\n");
    core.rests().forEach(rest -> all.append(commented(Printer.print(rest))).append('\n'));
    return all.append(commented(Printer.print(core.after()))).toString();
  }

  private static String commented(String text) {
    return text.lines().map(line -> "// " + line + "\n").collect(Collectors.joining());
  }

  String rowCode() {
    if (Compiler.divide(compilation()).isEmpty()) {
      return "";
    }
    boolean inAnyOrder = Compiler.addsUpInAnyOrder(compilation());
    Map<String, String> suits = new LinkedHashMap<>(); // each code for what it suits first
    for (RowForm form : RowForm.values()) {
      if (form.keepsOrder() || inAnyOrder) {
        Compiler.inForm(compilation(), form)
            .ifPresent(code -> suits.putIfAbsent(Printer.print(code), form.suits()));
      }
    }
    StringBuilder all = new StringBuilder();
    suits.forEach((code, rows) -> all.append("// for " + rows + "\n" + code + "\n"));
    return all.toString();
  }

  String code() {
    Optional<ChunkCode> chunks =
        schedule.isEmpty() ? Optional.empty() : Compiler.divide(compilation());
    return chunks
        .map(
            c ->
                Stream.of(
                        Optional.of(c.before()),
                        c.rows(),
                        Optional.of(c.workspaces()),
                        Optional.of(c.chunk()),
                        c.combine())
                    .flatMap(Optional::stream)
                    .filter(f -> !f.body().equals(Stmt.NOTHING))
                    .map(Printer::print)
                    .collect(Collectors.joining("\n")))
        .orElseGet(() -> Printer.print(compilation().code().function()));
  }

  String provenance() {
    return compilation().schedule().map(LoopNest::provenance).orElse("");
  }
}
