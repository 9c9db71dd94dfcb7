package org.einkorn.imp;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.bitAnd;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.breakTo;
import static org.einkorn.imp.Imp.cast;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifElse;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.labelled;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.lessEqual;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.max;
import static org.einkorn.imp.Imp.min;
import static org.einkorn.imp.Imp.shiftLeft;
import static org.einkorn.imp.Imp.shiftRight;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.subtract;
import static org.einkorn.imp.Imp.trailingZeros;
import static org.einkorn.imp.Imp.update;
import static org.einkorn.imp.Imp.whileLoop;

import java.util.List;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;

/**
 * Writes out how touched coordinates are ordered, for backends that call nothing: a few by
 * insertion, many along their bits, as {@code Support.sortTouched} does it.
 *
 * <pre>
 * sortTouched(crd, n, bits, size);
 * →
 * if (n &lt;= 32) {
 *   for (int at = 0; at &lt; n; at++) {
 *     int c = crd[at];
 *     int hole = at;
 *     placed: while (0 &lt; hole) {
 *       int before = crd[hole - 1];
 *       crd[hole] = before;               written over if it was the last
 *       if (before &lt; c) break placed;
 *       hole--;
 *     }
 *     crd[hole] = c;
 *   }
 * } else if (n &lt; size &gt;&gt;&gt; 16) {
 *   sortTouched(crd, n, bits, size);    they lie too far apart
 * } else { … }
 * </pre>
 */
final class Orderings {
  /** So many at most are inserted one by one. */
  private static final int FEW = 32;

  private static final String PLACED = "placed";

  private final LocalNames names;

  Orderings(LocalNames names) {
    this.names = names;
  }

  /** The statement without such a call where coordinates are few or dense. */
  Stmt written(Stmt s) {
    if (s instanceof Stmt.Run(Exp.Call call) && call.function() == RuntimeFunction.SORT_TOUCHED) {
      List<Exp> arguments = call.arguments();
      return written(
          s,
          (Variable) arguments.get(0),
          arguments.get(1),
          (Variable) arguments.get(2),
          arguments.get(3));
    }
    return Walk.map(s, e -> e, this::written);
  }

  private Stmt written(Stmt call, Variable list, Exp n, Variable bits, Exp size) {
    return ifElse(
        lessEqual(n, constant(FEW)),
        inserted(list, n),
        ifElse(less(n, shiftRight(size, constant(16))), call, walked(list, n, bits, size)));
  }

  private Variable fresh(String name) {
    return names.fresh(name, Type.INT32);
  }

  private Stmt inserted(Variable list, Exp n) {
    Variable at = fresh("at");
    Variable coordinate = fresh("touched");
    Variable hole = fresh("hole");
    Variable before = fresh("before");
    return forLoop(
        at,
        constant(0),
        n,
        block(
            declare(coordinate, load(list, at)),
            declare(hole, at),
            labelled(
                PLACED,
                whileLoop(
                    less(constant(0), hole),
                    block(
                        declare(before, load(list, subtract(hole, constant(1)))),
                        store(list, hole, before),
                        ifThen(less(before, coordinate), breakTo(PLACED)),
                        assign(hole, subtract(hole, constant(1)))))),
            store(list, hole, coordinate)));
  }

  private static Exp word(Exp coordinate) {
    return shiftRight(coordinate, constant(6));
  }

  private static Exp bit(Exp number) {
    return shiftLeft(constant(1L), cast(ElementType.INT64, number));
  }

  /** Bits for words that are not empty are set first, and then looked through. */
  private Stmt walked(Variable list, Exp n, Variable bits, Exp size) {
    Variable upper = fresh("upper");
    Variable first = fresh("first");
    Variable last = fresh("last");
    Variable next = fresh("next");
    Variable at = fresh("at");
    Variable coordinate = fresh("touched");
    Variable above = fresh("above");
    Variable here = fresh("above");
    Variable words = names.fresh("words", Type.INT64);
    return block(
        declare(upper, add(word(size), constant(1))),
        declare(first, Imp.length(bits)),
        declare(last, constant(0)),
        forLoop(
            at,
            constant(0),
            n,
            block(
                declare(coordinate, load(list, at)),
                declare(above, add(upper, shiftRight(coordinate, constant(12)))),
                update(bits, word(coordinate), BinaryOp.BIT_OR, bit(coordinate)),
                update(bits, above, BinaryOp.BIT_OR, bit(word(coordinate))),
                assign(first, min(first, above)),
                assign(last, max(last, above)))),
        declare(next, constant(0)),
        forLoop(
            here,
            first,
            add(last, constant(1)),
            block(
                declare(words, load(bits, here)),
                store(bits, here, constant(0L)),
                eachWord(list, next, bits, words, subtract(here, upper)))));
  }

  /** Lists the coordinates of all words that have a bit set. */
  private Stmt eachWord(Variable list, Variable next, Variable bits, Variable words, Exp above) {
    Variable word = fresh("word");
    Variable rest = names.fresh("rest", Type.INT64);
    return whileLoop(
        isNotZero(words),
        block(
            declare(word, add(shiftLeft(above, constant(6)), lowest(words))),
            withoutLowest(words),
            declare(rest, load(bits, word)),
            store(bits, word, constant(0L)),
            whileLoop(
                isNotZero(rest),
                block(
                    store(list, next, add(shiftLeft(word, constant(6)), lowest(rest))),
                    increment(next),
                    withoutLowest(rest)))));
  }

  private static Exp isNotZero(Variable bits) {
    return new Exp.Binary(BinaryOp.NOT_EQUAL, bits, constant(0L));
  }

  private static Exp lowest(Variable bits) {
    return cast(ElementType.INT32, trailingZeros(bits));
  }

  private static Stmt withoutLowest(Variable bits) {
    return assign(bits, bitAnd(bits, subtract(bits, constant(1L))));
  }
}
