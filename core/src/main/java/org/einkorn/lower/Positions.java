package org.einkorn.lower;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.select;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.LevelFormat.Range;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Type;
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

  /**
   * The cursors of the children in level {@code level}, none if the parent is absent; where
   * children are only searched, the parent's position.
   */
  Range children(Access access, int level, Scope scope) {
    TensorCode code = code(access);
    Scope.Reached parent = reached(access, level, scope);
    Range range =
        code.format(level)
            .iteration()
            .map(i -> i.children(code.level(level), parent.positions()))
            .orElse(parent.positions());
    return parent
        .present()
        .map(
            p ->
                new Range(
                    select(p, range.begin(), constant(0)), select(p, range.end(), constant(0))))
        .orElse(range);
  }

  /**
   * Whether the positions of every level follow one another in the order of coordinates, so that
   * ranges of parents have ranges of children.
   */
  boolean isInOrder(Access access) {
    TensorCode code = code(access);
    Exp.Variable any = new Exp.Variable("any", Type.INT32);
    for (int l = 0; l < code.levels().size(); l++) {
      LevelFormat level = code.format(l);
      boolean inOrder =
          level.location().isPresent()
              || level.iteration().isPresent()
                  && level.properties().ordered()
                  && !level.properties().padded()
                  && code.iteration(l).position(code.level(l), any).equals(any);
      if (!inOrder) {
        return false;
      }
    }
    return true;
  }

  /** The positions of a level under the coordinates of the first level in a range. */
  Range under(Access access, int level, Exp from, Exp to) {
    TensorCode code = code(access);
    Range range = new Range(entrance(access, from), entrance(access, to));
    for (int l = 1; l <= level; l++) {
      range = DomainCode.descend(code, l, range);
    }
    return range;
  }

  private Exp entrance(Access access, Exp coordinate) {
    TensorCode code = code(access);
    LevelFormat first = code.format(0);
    return first.location().isPresent()
        ? first.location().get().locate(code.level(0), constant(0), coordinate)
        : first
            .seeking()
            .orElseThrow()
            .seek(code.level(0), children(access, 0, Scope.of(Map.of())), coordinate);
  }

  static Range single(Exp position) {
    return new Range(position, add(position, constant(1)));
  }
}
