package org.einkorn.imp;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;

/**
 * The segment that belongs to each entry of a row, if nothing is done for an entry where that is
 * empty:
 *
 * <pre>
 * for (int p = rows[i]; p &lt; rows[i + 1]; p++) {
 *   int k = crd[p];
 *   for (int q = pos[k]; q &lt; pos[k + 1]; q++) …
 * }
 * </pre>
 *
 * @param rows says where the entries of each turn begin
 * @param entry stands for the number of any entry
 * @param begin of the segment of that entry: {@code pos[crd[entry]]}
 */
record EntrySegment(Variable rows, Variable entry, Exp.Load begin) {
  /**
   * That of a loop over a turn's entries.
   *
   * @param turn the number of the turn
   * @param onlyRead arrays whose elements never change
   */
  static Optional<EntrySegment> of(
      Stmt.For loop, Variable turn, Variable entry, Set<Variable> onlyRead) {
    Optional<Variable> rows = Rows.bounds(turn, loop.from(), loop.to()).filter(onlyRead::contains);
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    Map<Variable, Exp> known = new HashMap<>(Map.of(loop.variable(), entry));
    return begin(loop.body(), known)
        .filter(begin -> begin.array().type().equals(Type.INT32_ARRAY))
        .filter(begin -> isOf(begin, entry, onlyRead))
        .map(begin -> new EntrySegment(rows.get(), entry, begin))
        .filter(segment -> segment.isNeededBy(loop, turn));
  }

  /** Whether another loop over a turn's entries does nothing for those whose segment is empty. */
  boolean isNeededBy(Stmt.For loop, Variable turn) {
    return Rows.bounds(turn, loop.from(), loop.to()).filter(rows::equals).isPresent()
        && isNeeded(loop.body(), new HashMap<>(Map.of(loop.variable(), entry)));
  }

  /** Where it ends. */
  Exp end() {
    return Imp.load(begin.array(), RowForm.next(begin.index()));
  }

  /** The same of another entry. */
  EntrySegment of(Variable other) {
    Exp.Load there = (Exp.Load) Copying.replace(begin, Map.of(entry, other));
    return new EntrySegment(rows, other, there);
  }

  /** Where the first segment begins that a statement goes along. */
  private static Optional<Exp.Load> begin(Stmt s, Map<Variable, Exp> known) {
    return switch (s) {
      case Stmt.Declare(Variable v, Exp value) -> {
        known.put(v, Copying.replace(value, known));
        yield Optional.empty();
      }
      case Stmt.For f
          when Copying.replace(f.from(), known) instanceof Exp.Load begin
              && Rows.isSegment(begin, Copying.replace(f.to(), known)) ->
          Optional.of(begin);
      default ->
          Walk.parts(s).stream()
              .map(part -> begin(part, known))
              .flatMap(Optional::stream)
              .findFirst();
    };
  }

  /** Whether it depends on nothing but the entry. */
  private static boolean isOf(Exp e, Variable entry, Set<Variable> onlyRead) {
    return Effects.isRepeatable(e)
        && !Walk.readsAny(e, v -> !v.equals(entry) && !onlyRead.contains(v));
  }

  /** Whether a statement does nothing if the segment is empty. */
  private boolean isNeeded(Stmt s, Map<Variable, Exp> known) {
    return switch (s) {
      case Stmt.Declare(Variable v, Exp value) -> {
        known.put(v, Copying.replace(value, known));
        yield Effects.isRepeatable(value);
      }
      case Stmt.Block b -> b.statements().stream().allMatch(part -> isNeeded(part, known));
      case Stmt.For f ->
          Effects.isRepeatable(f.from())
              && Effects.isRepeatable(f.to())
              && (isAlong(f.from(), f.to(), known) || isNeeded(f.body(), known));
      case Stmt.If(Exp condition, Stmt whenTrue, Stmt whenFalse) ->
          Effects.isRepeatable(condition)
              && (isNotEmpty(condition, known) || isNeeded(whenTrue, known))
              && isNeeded(whenFalse, known);
      default -> false;
    };
  }

  private boolean isAlong(Exp from, Exp to, Map<Variable, Exp> known) {
    return Copying.replace(from, known).equals(begin) && Copying.replace(to, known).equals(end());
  }

  private boolean isNotEmpty(Exp condition, Map<Variable, Exp> known) {
    return condition instanceof Binary(BinaryOp op, Exp left, Exp right)
        && op == BinaryOp.LESS
        && isAlong(left, right, known);
  }
}
