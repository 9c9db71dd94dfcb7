package org.einkorn.imp;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Load;
import org.einkorn.imp.Exp.Unary;
import org.einkorn.imp.Exp.Variable;

/**
 * Values that are computed for each element of a row: from elements of the same number in other
 * rows, and from what is the same for all.
 */
final class RowValue {
  private final ElementType element;
  private final Variable j;
  private final Predicate<Variable> isOwn;
  private final Predicate<Load> isAllowed;

  /** Values over rows that nothing changes meanwhile. */
  RowValue(ElementType element, Variable j) {
    this(element, j, v -> false, load -> true);
  }

  /**
   * @param j the number of the element
   * @param isOwn whether a variable holds something of the element, beside j
   * @param isAllowed whether something may be loaded
   */
  RowValue(ElementType element, Variable j, Predicate<Variable> isOwn, Predicate<Load> isAllowed) {
    this.element = element;
    this.j = j;
    this.isOwn = isOwn;
    this.isAllowed = isAllowed;
  }

  /** Where a row begins whose element j has this index. */
  static Optional<Exp> begin(Exp index, Variable j) {
    if (index.equals(j)) {
      return Optional.of(Imp.constant(0));
    }
    if (index instanceof Binary(BinaryOp op, Exp left, Exp right) && op == BinaryOp.ADD) {
      if (!reads(left, j)) {
        return begin(right, j).map(rest -> Imp.add(left, rest));
      }
      if (!reads(right, j)) {
        return begin(left, j).map(rest -> Imp.add(rest, right));
      }
    }
    return Optional.empty();
  }

  static boolean reads(Exp e, Variable variable) {
    return Walk.readsAny(e, variable::equals);
  }

  /** Whether it is another for each element. */
  boolean depends(Exp e) {
    return Walk.readsAny(e, v -> v.equals(j) || isOwn.test(v));
  }

  /** Whether a value can be computed for several elements at once. */
  boolean isElementwise(Exp e) {
    if (!(e.type() instanceof Type.Scalar(ElementType type))
        || type != element
        || type == ElementType.BOOL
        || !isCallFree(e)) {
      return false;
    }
    if (!depends(e)) {
      return loadsAreAllowed(e);
    }
    return switch (e) {
      case Variable v -> isOwn.test(v);
      case Load load ->
          isAllowed.test(load)
              && begin(load.index(), j).filter(b -> !depends(b) && loadsAreAllowed(b)).isPresent();
      case Unary(Exp.UnaryOp op, Exp operand) -> op == Exp.UnaryOp.NEGATE && isElementwise(operand);
      case Binary(BinaryOp op, Exp left, Exp right) ->
          op.accepts(new Type.Vector(element, 2)) && isElementwise(left) && isElementwise(right);
      default -> false;
    };
  }

  private boolean loadsAreAllowed(Exp e) {
    return (!(e instanceof Load load) || isAllowed.test(load))
        && Walk.children(e).stream().allMatch(this::loadsAreAllowed);
  }

  /** Functions of a user's own are left alone: how often they are called can be seen. */
  static boolean isCallFree(Exp e) {
    return !(e instanceof Exp.Invoke)
        && !(e instanceof Exp.Allocate)
        && !(e instanceof Exp.Call call && !call.function().isPure())
        && Walk.children(e).stream().allMatch(RowValue::isCallFree);
  }

  /** The value for so many elements from a number on. */
  Exp vector(Exp e, Exp first, int lanes) {
    return vector(
        e,
        lanes,
        v -> v,
        load -> new Exp.LoadVector(load.array(), Imp.add(begin(load), first), lanes));
  }

  /** Where the row begins that an element is loaded from. */
  Exp begin(Load load) {
    return begin(load.index(), j).orElseThrow();
  }

  /**
   * The value for several elements.
   *
   * @param own what stands for a variable of the element
   * @param row what stands for an element of a row
   */
  Exp vector(Exp e, int lanes, Function<Variable, Exp> own, Function<Load, Exp> row) {
    if (!depends(e)) {
      return lanes == 1 ? e : new Exp.Broadcast(e, lanes);
    }
    return switch (e) {
      case Variable v -> own.apply(v);
      case Load load -> row.apply(load);
      case Unary(Exp.UnaryOp op, Exp operand) -> new Unary(op, vector(operand, lanes, own, row));
      case Binary(BinaryOp op, Exp left, Exp right) ->
          new Binary(op, vector(left, lanes, own, row), vector(right, lanes, own, row));
      default -> throw new IllegalStateException("not computed element by element: " + e);
    };
  }
}
