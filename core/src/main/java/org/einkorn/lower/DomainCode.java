package org.einkorn.lower;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.divide;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifElse;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.lessEqual;
import static org.einkorn.imp.Imp.max;
import static org.einkorn.imp.Imp.min;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.subtract;
import static org.einkorn.imp.Imp.whileLoop;

import java.util.ArrayList;
import java.util.List;
import org.einkorn.format.IndexExpression;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.LevelFormat.Range;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Unroller;
import org.einkorn.lattice.Cursor;
import org.einkorn.loops.Domain;
import org.einkorn.loops.Hints;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/** Writes what the domain of a loop means: bounds of its coordinates and of its cursors. */
final class DomainCode {
  private final SizeCode sizes;
  private final Positions positions;
  private final Names names;
  private final Hints hints;

  /** Stretches of so many positions may have so many parents that searching their end pays. */
  private static final int LONG = 256;

  /** Whether no loop walks through what is between the bounds. */
  private final boolean far;

  DomainCode(SizeCode sizes, Positions positions, Names names, Hints hints) {
    this(sizes, positions, names, hints, false);
  }

  private DomainCode(SizeCode sizes, Positions positions, Names names, Hints hints, boolean far) {
    this.hints = hints;
    this.sizes = sizes;
    this.positions = positions;
    this.names = names;
    this.far = far;
  }

  /** The same for bounds that are wanted for themselves. */
  DomainCode far() {
    return new DomainCode(sizes, positions, names, hints, true);
  }

  /** The bounds of one loop. Asking for bounds adds the code that they need to {@link #setup}. */
  final class Bounds {
    private final Domain domain;
    private final IndexVariable variable;
    private final Scope scope;
    private final List<Stmt> setup = new ArrayList<>();
    private final Range coordinates;

    private Bounds(Domain domain, IndexVariable variable, Scope scope) {
      this.domain = domain;
      this.variable = variable;
      this.scope = scope;
      this.coordinates = coordinatesOf();
    }

    /** What has to run before the loop. */
    Stmt setup() {
      return block(setup);
    }

    /** The coordinates that a loop over all of them visits. */
    Range coordinates() {
      return coordinates;
    }

    private Range coordinatesOf() {
      Exp size = sizes.of(variable);
      return switch (domain) {
        case Domain.All a -> new Range(constant(0), size);
        case Domain.Between b ->
            new Range(
                bound("_from", value(b.from())),
                b.to().size() == 1 && isParameter(b.to().getFirst())
                    ? value(b.to().getFirst())
                    : bound("_to", min(least(b.to()), size)));
        case Domain.Children c ->
            new Range(bound("_from", value(c.from())), bound("_to", min(least(c.to()), size)));
        case Domain.Under u -> underLocated(u, size);
        case Domain.Pieces p -> new Range(constant(0), bound("_count", pieces(p)));
      };
    }

    /** Bounds that are given to the kernel are coordinates already. */
    private boolean isParameter(IndexExpression<IndexVariable> e) {
      return e instanceof IndexExpression.Value<IndexVariable> v && scope.isParameter(v.of());
    }

    private Exp value(IndexExpression<IndexVariable> e) {
      return sizes.arithmetic(e, scope::coordinate);
    }

    private Exp least(List<IndexExpression<IndexVariable>> bounds) {
      return bounds.stream().map(this::value).reduce((a, b) -> min(a, b)).orElseThrow();
    }

    private Exp pieces(Domain.Pieces p) {
      TensorCode code = positions.code(p.operand());
      Exp count;
      if (p.inAll()) {
        Range all = new Range(constant(0), constant(1));
        for (int l = 0; l <= p.level(); l++) {
          all = descend(code, l, all);
        }
        count = all.end();
      } else if (code.format(p.level()).location().isPresent()) {
        count = code.level(p.level()).size();
      } else {
        Range children = positions.children(p.operand(), p.level(), scope);
        count = subtract(children.end(), children.begin());
      }
      Exp size = value(p.size());
      return divide(add(count, subtract(size, constant(1))), size);
    }

    private Exp bound(String suffix, Exp value) {
      return named(variable.name() + suffix, value);
    }

    private Exp named(String name, Exp value) {
      if (value instanceof Variable || value instanceof Exp.Const) {
        return value;
      }
      Variable v = names.fresh(name, Type.INT32);
      setup.add(declare(v, value));
      return v;
    }

    /** The part of a cursor's range that lies within the domain. */
    Range restrict(Cursor cursor, Range range) {
      TensorCode code = positions.code(cursor.access());
      return switch (domain) {
        case Domain.All a -> range;
        case Domain.Pieces p -> range;
        case Domain.Between b -> between(cursor, range);
        case Domain.Children c -> {
          if (!c.operand().equals(cursor.access())) {
            yield other(c.operand(), cursor, range);
          }
          Exp begin = range.begin();
          yield new Range(add(begin, value(c.from())), min(add(begin, least(c.to())), range.end()));
        }
        case Domain.Under u -> {
          if (!u.operand().equals(cursor.access())) {
            yield other(u.operand(), cursor, range);
          }
          Exp from = value(u.from());
          Exp to = least(u.to());
          yield cursor.level() == u.level() || code.type().format().repeats(cursor.level())
              ? new Range(max(range.begin(), from), min(range.end(), to))
              : reaching(cursor.level(), u, range, from, to);
        }
      };
    }

    /** The part of a cursor's range between the loop's coordinates. */
    private Range between(Cursor cursor, Range range) {
      TensorCode code = positions.code(cursor.access());
      LevelFormat.Seeking seeking = code.format(cursor.level()).seeking().orElseThrow();
      return new Range(
          seeking.seek(code.level(cursor.level()), range, coordinates.begin()),
          seeking.seek(code.level(cursor.level()), range, coordinates.end()));
    }

    /**
     * The range of a cursor beside the operand whose positions the loop follows: that one's cursor
     * bounds the loop, or, if its level is located, the coordinates do.
     */
    private Range other(Access operand, Cursor cursor, Range range) {
      return positions.code(operand).format(levelOf(operand)).location().isPresent()
          ? between(cursor, range)
          : range;
    }

    /** The coordinates of a located level under which there are positions of the domain. */
    private Range underLocated(Domain.Under u, Exp size) {
      TensorCode code = positions.code(u.operand());
      int level = levelOf(u.operand());
      if (code.format(level).location().isEmpty()) {
        return new Range(constant(0), size);
      }
      Exp first =
          code.format(level)
              .location()
              .orElseThrow()
              .locate(
                  code.level(level),
                  positions.reached(u.operand(), level, scope).positions().begin(),
                  constant(0));
      Range all = new Range(first, add(first, size));
      Exp from = value(u.from());
      Exp to = least(u.to());
      Range part =
          level == u.level()
              ? new Range(max(all.begin(), from), min(all.end(), to))
              : reaching(level, u, all, from, to);
      return new Range(
          bound("_from", subtract(part.begin(), first)), bound("_to", subtract(part.end(), first)));
    }

    /** The positions of a level under which there are positions {@code from ≤ p < to}. */
    private Range reaching(int level, Domain.Under u, Range range, Exp from, Exp to) {
      Exp first = firstReaching(level, u, range, positionBound(u, "_from", from), false);
      Exp bound = positionBound(u, "_to", to);
      return new Range(
          first,
          far || isLong(u)
              ? firstReaching(level, u, new Range(first, range.end()), bound, true)
              : endReaching(level, u, first, range.end(), bound));
    }

    private static boolean isLong(Domain.Under u) {
      return u.to().stream()
          .allMatch(
              to ->
                  to instanceof IndexExpression.Add<IndexVariable> end
                      && end.left().equals(u.from())
                      && end.right() instanceof IndexExpression.Constant<IndexVariable> size
                      && size.value() >= LONG);
    }

    private Exp positionBound(Domain.Under u, String suffix, Exp value) {
      return named("p" + Cursor.label(u.operand(), u.level()) + suffix, value);
    }

    /** The first level that has the loop's variable; in B(i,i) there are two. */
    private int levelOf(Access operand) {
      TensorCode code = positions.code(operand);
      for (int l = 0; l < code.levels().size(); l++) {
        if (operand.indices().get(code.type().format().dimension(l)).equals(variable)) {
          return l;
        }
      }
      throw new IllegalStateException(variable + " is no variable of " + operand);
    }

    /**
     * Bisects for the first position in a range under which positions of the domain's level end
     * after {@code bound} or, for {@code beginning}, begin at or after it.
     */
    private Exp firstReaching(
        int level, Domain.Under u, Range range, Exp bound, boolean beginning) {
      Variable low = names.fresh("p" + Cursor.label(u.operand(), level) + "_low", Type.INT32);
      Variable high = names.fresh("p" + Cursor.label(u.operand(), level) + "_high", Type.INT32);
      Variable middle = names.fresh("p" + Cursor.label(u.operand(), level) + "_mid", Type.INT32);
      Range below = below(level, u, middle);
      Exp goOn = beginning ? less(below.begin(), bound) : lessEqual(below.end(), bound);
      setup.add(declare(low, range.begin()));
      setup.add(declare(high, range.end()));
      setup.add(
          whileLoop(
              less(low, high),
              block(
                  declare(middle, add(low, divide(subtract(high, low), constant(2)))),
                  ifElse(goOn, assign(low, add(middle, constant(1))), assign(high, middle)))));
      return low;
    }

    /**
     * Walks from the first position to the first under which positions of the domain's level begin
     * at or after {@code bound}: the loop visits all that lie between.
     */
    private Exp endReaching(int level, Domain.Under u, Exp first, Exp last, Exp bound) {
      Variable end = names.fresh("p" + Cursor.label(u.operand(), level) + "_end", Type.INT32);
      setup.add(declare(end, first));
      setup.add(
          whileLoop(
              and(less(end, last), less(below(level, u, end).begin(), bound)), increment(end)));
      return end;
    }

    /** The positions of the domain's level under one of another level. */
    private Range below(int level, Domain.Under u, Variable position) {
      Range below = Positions.single(position);
      for (int l = level + 1; l <= u.level(); l++) {
        below = descend(positions.code(u.operand()), l, below);
      }
      return below;
    }
  }

  /** A loop for a variable that counts from a number up to another, unrolled if that is wanted. */
  Stmt loop(IndexVariable variable, Variable counter, Exp from, Exp to, Stmt body) {
    Stmt.For loop = (Stmt.For) forLoop(counter, from, to, body);
    int times = hints.unrolled().getOrDefault(variable, 1);
    return Unroller.unroll(loop, times, v -> names.fresh(v.name(), v.type()));
  }

  /** The positions of a level under a range of parents. */
  static Range descend(TensorCode code, int level, Range parents) {
    return code.format(level).location().isPresent()
        ? new Range(
            multiply(parents.begin(), code.level(level).size()),
            multiply(parents.end(), code.level(level).size()))
        : code.iteration(level).children(code.level(level), parents);
  }

  Bounds bounds(Domain domain, IndexVariable variable, Scope scope) {
    return new Bounds(domain, variable, scope);
  }
}
