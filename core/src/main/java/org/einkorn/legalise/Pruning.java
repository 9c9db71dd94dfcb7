package org.einkorn.legalise;

import java.util.Optional;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression.Access;

/**
 * Leaves out what an operand stores only because its format has a place for it: where a copied
 * value is the fill value, nothing is copied.
 */
public final class Pruning {
  private final String operand;
  private final Workspace value;

  private Pruning(String operand, Workspace value) {
    this.operand = operand;
    this.value = value;
  }

  /** The program, which copies the operand somewhere, without those of its values. */
  public static LoopProgram withoutFill(LoopProgram program, String operand) {
    TensorType type = program.inputs().get(operand);
    TensorType scalar = new TensorType(type.element(), Format.of(), type.fill());
    String name = new Workspaces(program.types()).scalarAccess().tensor();
    Workspace value = new Workspace(name, scalar, Workspace.Reading.UNLESS_FILL);
    return new LoopProgram(
        program.target(),
        program.targetType(),
        program.inputs(),
        new Pruning(operand, value).rewrite(program.body()),
        program.derivedSizes());
  }

  private Statement rewrite(Statement statement) {
    return switch (statement) {
      case Statement.Forall f -> f.with(rewrite(f.body()));
      case Statement.Bind b ->
          new Statement.Bind(b.variable(), b.value(), b.checked(), rewrite(b.body()));
      case Statement.Sequence s ->
          new Statement.Sequence(s.parts().stream().map(this::rewrite).toList());
      case Statement.Where w ->
          new Statement.Where(w.workspace(), rewrite(w.consumer()), rewrite(w.producer()));
      case Statement.Assign a -> {
        if (!(a.value() instanceof Access read && read.tensor().equals(operand))) {
          yield a;
        }
        Access scalar = new Access(value.name(), java.util.List.of());
        yield new Statement.Where(
            value,
            new Statement.Assign(a.target(), a.operator(), scalar),
            new Statement.Assign(scalar, Optional.empty(), read));
      }
    };
  }
}
