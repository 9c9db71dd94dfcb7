package org.einkorn.lower;

import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.length;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.einkorn.element.Constant;
import org.einkorn.format.LevelFormat;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Stmt;
import org.einkorn.notation.Expression.Access;
import org.einkorn.plan.Plan;
import org.einkorn.plan.SharedPattern;

/**
 * A result with the pattern of an operand, whose arrays it takes as they are: only the values are
 * its own, and they lie where the operand's are.
 */
final class SharedResult implements ResultCode {
  private final SharedPattern pattern;
  private final TensorCode code;
  private final Positions positions;
  private final Names names;
  private final Constant background;
  private final Projection projection;
  private final ResultMemory memory;

  /** Values that nothing is assigned to are {@code background}. */
  SharedResult(
      SharedPattern pattern,
      TensorCode code,
      Positions positions,
      Names names,
      Constant background,
      Projection projection,
      ResultMemory memory) {
    this.pattern = pattern;
    this.code = code;
    this.positions = positions;
    this.names = names;
    this.background = background;
    this.projection = projection;
    this.memory = memory;
  }

  private TensorCode operand() {
    return positions.code(pattern.operand());
  }

  private LevelFormat.Location location(int level) {
    return code.format(level).location().orElseThrow();
  }

  @Override
  public Stmt start() {
    Exp count = projection.writesPattern() ? count() : length(ResultCode.assembledValues(code));
    boolean written = pattern.depth() == code.levels().size() || !projection.writesValues();
    return block(
        memory.values(code, count),
        memory.needs(background, code) && (memory.spare().isPresent() || !written)
            ? ResultCode.fill(code, background, names, constant(0), length(code.values()))
            : Stmt.NOTHING);
  }

  private Exp count() {
    Exp count =
        operand()
            .iteration(pattern.counted())
            .total(operand().level(pattern.counted()))
            .orElseThrow();
    for (int l = pattern.depth(); l < code.levels().size(); l++) {
      count = location(l).count(code.level(l), count);
    }
    return count;
  }

  @Override
  public Stmt append(Plan.Append append, Stmt body, Scope scope) {
    return body;
  }

  @Override
  public Stmt segment(Plan.Segment segment, Stmt body, Scope scope) {
    return body;
  }

  @Override
  public Stmt withRoom(List<Plan> bodies, Exp rounds, boolean exact, Supplier<Stmt> loops) {
    return loops.get();
  }

  @Override
  public boolean mayFail() {
    return false;
  }

  @Override
  public boolean canBeWrittenInPlace() {
    return false;
  }

  @Override
  public Exp valuePosition(Access target, Scope scope) {
    Exp position = positions.reached(pattern.operand(), pattern.depth(), scope).positions().begin();
    for (int l = pattern.depth(); l < code.levels().size(); l++) {
      Exp coordinate = scope.coordinate(target.indices().get(code.type().format().dimension(l)));
      position = location(l).locate(code.level(l), position, coordinate);
    }
    return position;
  }

  @Override
  public Stmt finish() {
    return Stmt.NOTHING;
  }

  @Override
  public List<Variable> results() {
    List<Variable> results = new ArrayList<>();
    if (projection.writesPattern()) {
      for (int l = 0; l < pattern.depth(); l++) {
        results.addAll(operand().level(l).arrays());
      }
    }
    results.add(code.values());
    return results;
  }
}
