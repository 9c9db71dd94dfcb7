package org.einkorn.imp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.einkorn.imp.Exp.Variable;

/**
 * A loop over rows whose entries lie one row after the other, so that bounds never decrease:
 *
 * <pre>
 * for (int row = from; row &lt; to; row++) {
 *   before
 *   for (int p = bounds[row]; p &lt; bounds[row + 1]; p++) entry
 *   after
 * }
 * </pre>
 *
 * @param before what a row begins with
 * @param entry without loops
 * @param after without loops
 */
record Rows(
    Variable row,
    Exp from,
    Exp to,
    List<Stmt.Declare> before,
    Variable p,
    Variable bounds,
    Stmt entry,
    Stmt after) {

  /** Of what is done for a row there will be copies; beyond that, they cost more than they gain. */
  private static final int LARGEST = 40;

  /**
   * The statement as such a loop, if it is one.
   *
   * @param onlyRead arrays whose elements never change
   */
  static Optional<Rows> of(Stmt s, Set<Variable> onlyRead) {
    if (!(s instanceof Stmt.For(Variable row, Exp from, Exp to, Stmt body))) {
      return Optional.empty();
    }
    List<Stmt> statements = body instanceof Stmt.Block b ? b.statements() : List.of(body);
    List<Stmt.Declare> before = new ArrayList<>();
    for (int k = 0; k < statements.size(); k++) {
      Stmt part = statements.get(k);
      if (part instanceof Stmt.Declare d && d.variable().type() instanceof Type.Scalar) {
        before.add(d);
        continue;
      }
      Stmt after = Imp.block(statements.subList(k + 1, statements.size()));
      return part instanceof Stmt.For(Variable p, Exp begin, Exp end, Stmt entry)
              && bounds(row, begin, end).filter(onlyRead::contains).isPresent()
              && isStraight(entry)
              && isStraight(after)
              && size(after) + before.stream().mapToInt(Rows::size).sum() <= LARGEST
          ? Optional.of(
              new Rows(row, from, to, before, p, ((Exp.Load) begin).array(), entry, after))
          : Optional.empty();
    }
    return Optional.empty();
  }

  /** Whether it is worth writing several times. */
  static boolean isLittle(Stmt s) {
    return size(s) <= LARGEST;
  }

  /** How much it is to write once more, in expressions. */
  private static int size(Stmt s) {
    return Walk.expressions(s).stream().mapToInt(Rows::size).sum()
        + Walk.parts(s).stream().mapToInt(Rows::size).sum();
  }

  private static int size(Exp e) {
    return 1 + Walk.children(e).stream().mapToInt(Rows::size).sum();
  }

  /** The array that says where the entries of a row begin and where those of the next. */
  static Optional<Variable> bounds(Variable row, Exp begin, Exp end) {
    return begin instanceof Exp.Load(Variable array, Exp first)
            && first.equals(row)
            && isSegment(begin, end)
        ? Optional.of(array)
        : Optional.empty();
  }

  /** Whether an array says at some number that it begins there, and at the next where it ends. */
  static boolean isSegment(Exp begin, Exp end) {
    return begin instanceof Exp.Load(Variable array, Exp first)
        && end instanceof Exp.Load(Variable same, Exp next)
        && array.equals(same)
        && next.equals(RowForm.next(first));
  }

  /** The array that an entry's coordinate is read from, if it has one. */
  Optional<Variable> coordinates() {
    return coordinates(entry);
  }

  private Optional<Variable> coordinates(Stmt s) {
    return Stream.concat(
            Walk.expressions(s).stream().map(this::coordinates),
            Walk.parts(s).stream().map(this::coordinates))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<Variable> coordinates(Exp e) {
    return e instanceof Exp.Load(Variable array, Exp index)
            && index.equals(p)
            && array.type().equals(Type.INT32_ARRAY)
        ? Optional.of(array)
        : Walk.children(e).stream().map(this::coordinates).flatMap(Optional::stream).findFirst();
  }

  /** Whether it goes on at its end, without any loop. */
  static boolean isStraight(Stmt s) {
    return switch (s) {
      case Stmt.For f -> false;
      case Stmt.While w -> false;
      case Stmt.Break b -> false;
      default -> Walk.parts(s).stream().allMatch(Rows::isStraight);
    };
  }
}
