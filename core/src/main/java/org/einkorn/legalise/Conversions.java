package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.notation.Expression.Access;
import org.einkorn.schedule.Measurements;
import org.einkorn.schedule.OperandCopy;

/**
 * Takes copies of large operands out of loops.
 *
 * @param program reads operands that are converted before it runs
 */
public record Conversions(LoopProgram program, List<ConvertedOperand> operands) {
  public Conversions {
    operands = List.copyOf(operands);
  }

  /**
   * Those copies that are made before all loops, of operands with at least so many entries.
   *
   * @param measured what is known of operands
   */
  public static Conversions of(LoopProgram program, Measurements measured, double fewest) {
    List<ConvertedOperand> converted = new ArrayList<>();
    Statement body =
        without(
            program.body(),
            where ->
                OperandCopy.of(where, program.inputs(), measured, fewest)
                    .map(copy -> operand(where.workspace().name(), copy)),
            converted);
    return converted.isEmpty()
        ? new Conversions(program, converted)
        : new Conversions(reading(program, body, converted), converted);
  }

  /** The operand that a workspace would have a copy of, if it has one. */
  private interface Copying {
    Optional<ConvertedOperand> of(Statement.Where where);
  }

  private static Statement without(
      Statement statement, Copying copying, List<ConvertedOperand> converted) {
    if (!(statement instanceof Statement.Where w)) {
      return statement;
    }
    Statement consumer = without(w.consumer(), copying, converted);
    Optional<ConvertedOperand> operand = copying.of(w);
    operand.ifPresent(converted::add);
    return operand.isPresent()
        ? consumer
        : new Statement.Where(w.workspace(), consumer, w.producer());
  }

  private static ConvertedOperand operand(String name, OperandCopy copy) {
    TensorType type = copy.type();
    boolean listsRows =
        copy.order().size() > 2 || ConvertedOperand.listsRows(copy.rows(), copy.stored());
    Format format = listsRows ? Formats.csf(copy.order().size()) : Formats.csr();
    return new ConvertedOperand(
        name, copy.operand(), copy.order(), new TensorType(type.element(), format, type.fill()));
  }

  /** The same loops reading converted operands. */
  private static LoopProgram reading(
      LoopProgram program, Statement body, List<ConvertedOperand> converted) {
    Set<String> read =
        Statements.accesses(body).stream().map(Access::tensor).collect(Collectors.toSet());
    Map<String, TensorType> inputs = new LinkedHashMap<>(program.inputs());
    inputs.keySet().retainAll(read);
    converted.forEach(c -> inputs.put(c.name(), c.type()));
    return new LoopProgram(
        program.target(),
        program.targetType(),
        inputs,
        body,
        program.derivedSizes(),
        program.hints());
  }
}
