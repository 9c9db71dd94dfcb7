package org.einkorn.imp;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;

/**
 * Adds up along a dimension of a known size in vectors, in the order of {@link PartialSums}:
 *
 * <pre>
 * double&lt;8&gt; t_2 = double&lt;8&gt;(0.0);
 * int j = 0;
 * while (j &lt; 64) {
 *   t_2 += x[j : 8] * y[j : 8];
 *   j += 8;
 * }
 * t += t_2[0] + t_2[1] + (t_2[2] + t_2[3]) + (t_2[4] + t_2[5] + (t_2[6] + t_2[7]));
 * </pre>
 */
final class VectorSums {
  private final LocalNames names;
  private final Set<Variable> parameters;
  private final Map<Variable, Integer> sizes;
  private final ToIntFunction<ElementType> lanes;

  private VectorSums(
      Function function, Map<Variable, Integer> sizes, ToIntFunction<ElementType> lanes) {
    this.names = new LocalNames(function);
    this.parameters = new LinkedHashSet<>(function.parameters());
    this.sizes = sizes;
    this.lanes = lanes;
  }

  /** The parameters that say along how much is added up. */
  static Set<Variable> sizes(Function function) {
    Set<Variable> sizes = new LinkedHashSet<>();
    collect(function.body(), new LinkedHashSet<>(function.parameters()), sizes);
    return sizes;
  }

  private static void collect(Stmt s, Set<Variable> parameters, Set<Variable> sizes) {
    PartialSums.Sum.of(s)
        .filter(sum -> suits(sum, parameters))
        .ifPresent(sum -> sizes.add(sum.to()));
    Walk.parts(s).forEach(part -> collect(part, parameters, sizes));
  }

  private static boolean suits(PartialSums.Sum sum, Set<Variable> parameters) {
    return Imp.isInteger(sum.from(), 0)
        && parameters.contains(sum.to())
        && new RowValue(sum.sum().type().element(), sum.v()).isElementwise(sum.addend());
  }

  /** The function for these sizes, and for no others. */
  static Function with(
      Function function, Map<Variable, Integer> sizes, ToIntFunction<ElementType> lanes) {
    Stmt body = new VectorSums(function, sizes, lanes).inVectors(function.body());
    return function.with(body);
  }

  private Stmt inVectors(Stmt s) {
    Optional<PartialSums.Sum> sum = PartialSums.Sum.of(s).filter(x -> suits(x, parameters));
    if (sum.isPresent()) {
      int size = sizes.get(sum.get().to());
      int width = Math.min(PartialSums.SUMS, lanes.applyAsInt(sum.get().sum().type().element()));
      if (size >= PartialSums.SUMS && width > 1) {
        return inVectors(sum.get(), size, width);
      }
    }
    return Walk.map(s, e -> e, this::inVectors);
  }

  private Stmt inVectors(PartialSums.Sum s, int size, int width) {
    RowValue row = new RowValue(s.sum().type().element(), s.v());
    int end = size / PartialSums.SUMS * PartialSums.SUMS;
    List<Stmt> statements = new ArrayList<>();
    List<Stmt> turn = new ArrayList<>();
    List<Exp> sums = new ArrayList<>();
    for (int k = 0; k < PartialSums.SUMS; k += width) {
      Type type = new Type.Vector(s.sum().type().element(), width);
      Variable vector = names.another(s.sum().name(), type);
      statements.add(Imp.declare(vector, new Exp.Broadcast(s.zero(), width)));
      Exp addend = row.vector(s.addend(), Imp.add(s.v(), Imp.constant(k)), width);
      turn.add(Imp.assign(vector, new Exp.Binary(Exp.BinaryOp.ADD, vector, addend)));
      for (int lane = 0; lane < width; lane++) {
        sums.add(new Exp.Lane(vector, lane));
      }
    }
    turn.add(Imp.assign(s.v(), Imp.add(s.v(), Imp.constant(PartialSums.SUMS))));
    statements.add(Imp.declare(s.v(), Imp.constant(0)));
    statements.add(Imp.whileLoop(Imp.less(s.v(), Imp.constant(end)), Imp.block(turn)));
    statements.add(s.addAll(sums));
    for (int k = end; k < size; k++) {
      Exp addend = Copying.replace(s.addend(), Map.of(s.v(), Imp.constant(k)));
      statements.add(Imp.assign(s.sum(), Imp.add(s.sum(), addend)));
    }
    return Copying.replace(Imp.block(statements), Map.of(s.to(), Imp.constant(size)));
  }
}
