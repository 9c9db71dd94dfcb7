package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.einkorn.element.Constant;
import org.einkorn.format.Format;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.Levels;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;

/**
 * Chooses a format for a result that was given none. A dimension is compressed where absent
 * operands leave nothing of the result; the outermost one stays dense if a sparse operand stores it
 * densely too, as the rows of a CSR matrix.
 */
public final class ResultFormat {
  private final Map<String, TensorType> types;

  private ResultFormat(Map<String, TensorType> types) {
    this.types = types;
  }

  /**
   * A format for the target of a value whose reductions are bound.
   *
   * @param fill the value of the result where nothing is stored
   */
  public static Format choose(
      Access target, Expression value, Map<String, TensorType> types, Constant fill) {
    ResultFormat choice = new ResultFormat(types);
    List<Integer> order = choice.order(target, value);
    List<LevelFormat> levels = new ArrayList<>();
    for (int d : order) {
      IndexVariable v = target.indices().get(d);
      boolean repeated = target.indices().indexOf(v) != target.indices().lastIndexOf(v);
      boolean skips = repeated || choice.outside(v).of(value).filter(fill::sameValue).isPresent();
      boolean dense = !skips || levels.isEmpty() && choice.hasLocatedLevel(value, v);
      levels.add(dense ? Levels.DENSE : Levels.COMPRESSED);
    }
    return Format.plain(levels, order);
  }

  /** What is left where every sparse operand that uses the variable is absent. */
  private Absence outside(IndexVariable v) {
    return new Absence(types, a -> a.indices().contains(v) && isSparse(a));
  }

  /**
   * The order in which the first sparse operand with all the variables stores them; else the
   * natural one.
   */
  private List<Integer> order(Access target, Expression value) {
    for (Access a : Expressions.accesses(value)) {
      if (isSparse(a)
          && a.windows().isEmpty()
          && types.get(a.tensor()).format().isPlain()
          && a.indices().containsAll(target.indices())
          && !target.indices().isEmpty()) {
        List<Integer> order = new ArrayList<>();
        for (int d : types.get(a.tensor()).format().dimensions()) {
          int at = target.indices().indexOf(a.indices().get(d));
          if (at >= 0 && !order.contains(at)) {
            order.add(at);
          }
        }
        if (order.size() == target.indices().size()) {
          return order;
        }
      }
    }
    return IntStream.range(0, target.indices().size()).boxed().toList();
  }

  private boolean isSparse(Access a) {
    Format format = types.get(a.tensor()).format();
    return !format.isPlain() || format.levels().stream().anyMatch(l -> l.location().isEmpty());
  }

  private boolean hasLocatedLevel(Expression value, IndexVariable v) {
    for (Access a : Expressions.accesses(value)) {
      Format format = types.get(a.tensor()).format();
      for (int d = 0; d < a.order(); d++) {
        if (a.plain(d).filter(v::equals).isPresent() && isLocated(format, d)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether the outermost level that stores this dimension, or blocks of it, can be located. */
  private static boolean isLocated(Format format, int dimension) {
    for (int l = 0; l < format.depth(); l++) {
      if (format.coordinates().get(l).dimensions().equals(List.of(dimension))) {
        return format.level(l).location().isPresent();
      }
    }
    return false;
  }
}
