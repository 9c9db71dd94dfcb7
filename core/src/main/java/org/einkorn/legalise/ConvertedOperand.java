package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.List;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.schedule.TensorStatistics;

/**
 * An operand that is brought into the order of the loops before they run.
 *
 * @param name under which they read it
 * @param operand what it is a copy of
 * @param order the operand's variables in the order in which the copy has its dimensions, and
 *     stores them
 */
public record ConvertedOperand(
    String name, Access operand, List<IndexVariable> order, TensorType type) {
  public ConvertedOperand {
    order = List.copyOf(order);
  }

  /** For each of its dimensions that of the operand. */
  public List<Integer> dimensions() {
    return order.stream().map(operand.indices()::indexOf).toList();
  }

  /** Rows are listed, not counted, if there are so many times as many as entries. */
  private static final double MANY_ROWS = 8;

  /** So many are counted anyway, which takes some megabytes. */
  private static final double FEW_ROWS = 1 << 20;

  /** Whether rows are listed rather than counted. */
  static boolean listsRows(double rows, double entries) {
    return rows > MANY_ROWS * entries;
  }

  /** Whether a tensor like this can be converted: it may have more rows than was expected. */
  public boolean suits(List<Integer> sizes, int entries) {
    double rows = sizes.get(dimensions().getFirst());
    return type.format().level(0).location().isEmpty()
        || rows <= FEW_ROWS
        || !listsRows(rows, entries);
  }

  /** How large it is, at most, if the operand is so large. */
  public TensorStatistics statistics(TensorStatistics operands, Format stored) {
    List<Double> sizes = new ArrayList<>();
    List<Double> positions = new ArrayList<>();
    double parents = 1;
    for (int l = 0; l < order.size(); l++) {
      double size = operands.sizes().get(stored.dimensions().indexOf(dimensions().get(l)));
      boolean isFull = type.format().level(l).location().isPresent();
      parents = isFull ? parents * size : Math.min(parents * size, operands.stored());
      sizes.add(size);
      positions.add(parents);
    }
    return new TensorStatistics(sizes, positions);
  }

  /** As what is done: {@code first convert A(i,k) to csr, as w(i,k)}. */
  @Override
  public String toString() {
    return "first convert "
        + Printer.print(operand)
        + " to "
        + type.format()
        + ", as "
        + Printer.print(new Access(name, order));
  }

  /** What the operand's own format is then. */
  public TensorType converted() {
    return new TensorType(type.element(), type.format().storing(dimensions()), type.fill());
  }
}
