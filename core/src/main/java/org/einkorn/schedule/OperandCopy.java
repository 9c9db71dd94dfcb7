package org.einkorn.schedule;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Domain;
import org.einkorn.loops.Statement;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/**
 * A copy of a whole operand that loops need in another order of its dimensions. Who has the tensor
 * at hand can make it before the loops run: to sort all entries at once is several times as fast as
 * to insert them one after the other, and the copy can be kept for the next run.
 *
 * @param order the operand's variables in the order of the copy's dimensions
 * @param stored about how many entries it has, and how many coordinates the first of its dimensions
 */
public record OperandCopy(
    Access operand, List<IndexVariable> order, TensorType type, double stored, double rows) {
  /** With fewer entries than that, about, a table is filled as soon. */
  public static final double FEWEST = 1 << 14;

  /**
   * For a workspace that takes nothing but a copy of an operand which is known to be large.
   *
   * @param types those of operands, at least
   * @param fewest how many entries are many
   */
  public static Optional<OperandCopy> of(
      Statement.Where where, Map<String, TensorType> types, Measurements measured, double fewest) {
    if (!(innermost(where.producer()) instanceof Statement.Assign assign)
        || assign.operator().isPresent()
        || !(assign.value() instanceof Access operand)
        || !where.workspace().isCollected()) {
      return Optional.empty();
    }
    TensorType type = types.get(operand.tensor());
    Optional<TensorStatistics> known = measured.of(operand.tensor());
    List<IndexVariable> order = assign.target().indices();
    if (type == null
        || known.isEmpty()
        || known.get().stored() < fewest
        || order.size() < 2
        || order.size() != operand.order()
        || !isPermutation(order, operand.indices())
        || !isConvertible(type.format())) {
      return Optional.empty();
    }
    int first = operand.indices().indexOf(order.getFirst());
    double rows = known.get().sizes().get(type.format().dimensions().indexOf(first));
    return Optional.of(new OperandCopy(operand, order, type, known.get().stored(), rows));
  }

  private static boolean isPermutation(List<IndexVariable> some, List<IndexVariable> others) {
    Set<IndexVariable> all = new HashSet<>(some);
    return all.size() == some.size() && all.equals(new HashSet<>(others));
  }

  /** What plain loops over all coordinates do. */
  private static Statement innermost(Statement s) {
    return s instanceof Statement.Forall f && f.domain().equals(Domain.ALL)
        ? innermost(f.body())
        : s;
  }

  /** Whether a copy has the same entries, whoever makes it. */
  private static boolean isConvertible(Format format) {
    return format.isPlain() && format.followsLoops() && !format.padsValues();
  }
}
