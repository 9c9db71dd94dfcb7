package org.einkorn.lower;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.select;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.LevelFormat.Range;
import org.einkorn.imp.Exp;
import org.einkorn.notation.Expression.Access;

/**
 * Finds where an operand stands: what loops and searches have reached, continued through the levels
 * that can be located.
 */
final class Positions {
  private static final Scope.Reached ROOT =
      new Scope.Reached(new Range(constant(0), constant(1)), Optional.empty());

  private final Tensors tensors;

  Positions(Tensors tensors) {
    this.tensors = tensors;
  }

  TensorCode code(Access access) {
    return tensors.get(access.tensor());
  }

  /** The positions of the first {@code depth} levels of the access. */
  List<Scope.Reached> path(Access access, int depth, Scope scope) {
    TensorCode code = code(access);
    List<Scope.Reached> reached = new ArrayList<>(scope.reached(access));
    for (int l = reached.size(); l < depth; l++) {
      Scope.Reached parent = l == 0 ? ROOT : reached.get(l - 1);
      LevelFormat.Location location = code.format(l).location().orElseThrow();
      Exp coordinate = scope.coordinate(access.indices().get(code.type().format().dimension(l)));
      Exp position = location.locate(code.level(l), parent.positions().begin(), coordinate);
      reached.add(new Scope.Reached(single(position), parent.present()));
    }
    return reached.subList(0, depth);
  }

  /** Where the access stands after {@code depth} levels. */
  Scope.Reached reached(Access access, int depth, Scope scope) {
    return depth == 0 ? ROOT : path(access, depth, scope).getLast();
  }

  /** The cursors of the children in level {@code level}; none if the parent is absent. */
  Range children(Access access, int level, Scope scope) {
    TensorCode code = code(access);
    Scope.Reached parent = reached(access, level, scope);
    Range range = code.iteration(level).children(code.level(level), parent.positions());
    return parent
        .present()
        .map(
            p ->
                new Range(
                    select(p, range.begin(), constant(0)), select(p, range.end(), constant(0))))
        .orElse(range);
  }

  static Range single(Exp position) {
    return new Range(position, add(position, constant(1)));
  }
}
