package org.einkorn.format;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** How the coordinates of levels follow from those of dimensions, and the other way round. */
final class CoordinateMap {
  private final List<Coordinate> levels;

  CoordinateMap(List<Coordinate> levels) {
    this.levels = levels;
  }

  /** The coordinate of a level in terms of the dimensions; empty for a slot. */
  Optional<IndexExpression<Integer>> forward(int level) {
    return forward(levels.get(level));
  }

  private static Optional<IndexExpression<Integer>> forward(Coordinate c) {
    return switch (c) {
      case Coordinate.Dimension d -> Optional.of(new IndexExpression.Value<>(d.number()));
      case Coordinate.Quotient q ->
          forward(q.of()).map(e -> new IndexExpression.Divide<>(e, q.by()));
      case Coordinate.Remainder r ->
          forward(r.of()).map(e -> new IndexExpression.Modulo<>(e, r.by()));
      case Coordinate.Difference d ->
          Optional.of(
              new IndexExpression.Add<>(
                  new IndexExpression.Subtract<>(
                      new IndexExpression.Value<>(d.left()),
                      new IndexExpression.Value<>(d.right())),
                  new IndexExpression.Subtract<>(
                      new IndexExpression.Size<>(d.right()), new IndexExpression.Constant<>(1))));
      case Coordinate.Slot s -> Optional.empty();
    };
  }

  /**
   * How many coordinates a level can have, in terms of the sizes of the dimensions; empty for a
   * slot.
   */
  Optional<IndexExpression<Integer>> size(int level) {
    return size(levels.get(level));
  }

  private static Optional<IndexExpression<Integer>> size(Coordinate c) {
    return switch (c) {
      case Coordinate.Dimension d -> Optional.of(new IndexExpression.Size<>(d.number()));
      case Coordinate.Quotient q ->
          size(q.of())
              .map(
                  e ->
                      new IndexExpression.Divide<>(
                          new IndexExpression.Add<>(e, new IndexExpression.Constant<>(q.by() - 1)),
                          q.by()));
      case Coordinate.Remainder r -> Optional.of(new IndexExpression.Constant<>(r.by()));
      // At least one, so that a tensor without rows or columns has a size too.
      case Coordinate.Difference d ->
          Optional.of(
              new IndexExpression.Add<>(
                  new IndexExpression.Size<>(d.left()), new IndexExpression.Size<>(d.right())));
      case Coordinate.Slot s -> Optional.empty();
    };
  }

  /**
   * The coordinate of a dimension, if the levels determine it: values are of levels, sizes of
   * dimensions.
   */
  Optional<IndexExpression<Integer>> inverse(int dimension) {
    return solve(new Coordinate.Dimension(dimension), new HashSet<>());
  }

  private Optional<IndexExpression<Integer>> solve(Coordinate wanted, Set<Coordinate> open) {
    int direct = levels.indexOf(wanted);
    if (direct >= 0) {
      return Optional.of(new IndexExpression.Value<>(direct));
    }
    if (!isPartOfALevel(wanted) || !open.add(wanted)) {
      return Optional.empty();
    }
    Optional<IndexExpression<Integer>> found = joined(wanted, open);
    if (found.isEmpty() && wanted instanceof Coordinate.Dimension d) {
      found = alongDiagonal(d.number(), open);
    }
    open.remove(wanted);
    return found;
  }

  /** Only what some level is computed from can be found out again. */
  private boolean isPartOfALevel(Coordinate wanted) {
    for (Coordinate level : levels) {
      Coordinate at = level;
      while (at instanceof Coordinate.Quotient || at instanceof Coordinate.Remainder) {
        at = at instanceof Coordinate.Quotient q ? q.of() : ((Coordinate.Remainder) at).of();
        if (at.equals(wanted)) {
          return true;
        }
      }
      if (level instanceof Coordinate.Difference && wanted instanceof Coordinate.Dimension) {
        return true;
      }
    }
    return false;
  }

  /** c = (c / n) · n + c % n. */
  private Optional<IndexExpression<Integer>> joined(Coordinate c, Set<Coordinate> open) {
    for (int n : blockSizes()) {
      Optional<IndexExpression<Integer>> block = solve(new Coordinate.Quotient(c, n), open);
      Optional<IndexExpression<Integer>> within =
          block.isEmpty() ? Optional.empty() : solve(remainder(c, n), open);
      if (within.isPresent()) {
        return Optional.of(
            new IndexExpression.Add<>(
                new IndexExpression.Multiply<>(block.get(), n), within.get()));
      }
    }
    return Optional.empty();
  }

  /** (c % m) % n → c % n where n divides m. */
  private static Coordinate remainder(Coordinate c, int n) {
    return c instanceof Coordinate.Remainder r && r.by() % n == 0
        ? remainder(r.of(), n)
        : new Coordinate.Remainder(c, n);
  }

  private Set<Integer> blockSizes() {
    Set<Integer> sizes = new TreeSet<>();
    for (Coordinate c : levels) {
      Coordinate at = c;
      while (at instanceof Coordinate.Quotient || at instanceof Coordinate.Remainder) {
        sizes.add(at instanceof Coordinate.Quotient q ? q.by() : ((Coordinate.Remainder) at).by());
        at = at instanceof Coordinate.Quotient q ? q.of() : ((Coordinate.Remainder) at).of();
      }
    }
    return sizes;
  }

  /** j = (j - i + size(i) - 1) + i - size(i) + 1, and i the other way round. */
  private Optional<IndexExpression<Integer>> alongDiagonal(int dimension, Set<Coordinate> open) {
    for (int l = 0; l < levels.size(); l++) {
      if (!(levels.get(l) instanceof Coordinate.Difference d)) {
        continue;
      }
      IndexExpression<Integer> offset =
          new IndexExpression.Subtract<>(
              new IndexExpression.Value<>(l),
              new IndexExpression.Subtract<>(
                  new IndexExpression.Size<>(d.right()), new IndexExpression.Constant<>(1)));
      if (d.left() == dimension) {
        Optional<IndexExpression<Integer>> right = solve(new Coordinate.Dimension(d.right()), open);
        if (right.isPresent()) {
          return Optional.of(new IndexExpression.Add<>(offset, right.get()));
        }
      }
      if (d.right() == dimension) {
        Optional<IndexExpression<Integer>> left = solve(new Coordinate.Dimension(d.left()), open);
        if (left.isPresent()) {
          return Optional.of(new IndexExpression.Subtract<>(left.get(), offset));
        }
      }
    }
    return Optional.empty();
  }

  /** A dimension that two levels store the same of. */
  record Redundant(int dimension, int first, int second) {}

  /** The first level without which everything would still be determined, if there is one. */
  Optional<Redundant> redundant() {
    int order =
        levels.stream().flatMap(c -> c.dimensions().stream()).mapToInt(d -> d + 1).max().orElse(0);
    for (int l = levels.size() - 1; l >= 0; l--) {
      if (levels.get(l).dimensions().isEmpty()) {
        continue;
      }
      List<Coordinate> others = new ArrayList<>(levels);
      others.remove(l);
      CoordinateMap rest = new CoordinateMap(others);
      boolean determined = true;
      for (int d = 0; d < order; d++) {
        determined &= rest.inverse(d).isPresent();
      }
      if (determined) {
        int dimension = levels.get(l).dimensions().getFirst();
        for (int other = 0; other < levels.size(); other++) {
          if (other != l && levels.get(other).dimensions().contains(dimension)) {
            return Optional.of(new Redundant(dimension, Math.min(l, other), Math.max(l, other)));
          }
        }
      }
    }
    return Optional.empty();
  }
}
