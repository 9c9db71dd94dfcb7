package org.einkorn.imp;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.bitAnd;
import static org.einkorn.imp.Imp.bitOr;
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

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;

/**
 * Writes out how touched coordinates are ordered, for backends that call nothing: a few by
 * insertion, many along their bits. {@code Support.sortTouched} gives the same order; the JVM sorts
 * more of them as it sorts any array.
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
 *
 * <p>A loop over the ordered coordinates that is all that reads them gets each as its bit is found;
 * then many are never listed in order. Some processors order more of them themselves, in registers:
 * {@code sortFew(crd, n)}. Insertion is faster only where one row is like the next.
 */
final class Orderings {
  /** So many at most are inserted one by one. */
  private static final int FEW = 32;

  /** With fewer than one for 2 to the power of this most of the words for 4096 have none. */
  private static final int FAR_APART = 16;

  private static final String PLACED = "placed";

  private final LocalNames names;
  private final Stmt whole;
  private final boolean inRegisters;

  /**
   * @param whole all that may read ordered coordinates
   * @param inRegisters whether a few are ordered by the processor itself
   */
  Orderings(LocalNames names, Stmt whole, boolean inRegisters) {
    this.names = names;
    this.whole = whole;
    this.inRegisters = inRegisters;
  }

  /**
   * A call that orders the first coordinates of a list, all of which are less than some size.
   *
   * @param isOrdered when they are in order anyway, so that nothing is called
   */
  private record Ordering(
      Stmt call, Variable list, Exp n, Variable bits, Exp size, Optional<Variable> isOrdered) {
    static Optional<Ordering> of(Stmt s) {
      if (s instanceof Stmt.If(Exp condition, Stmt whenTrue, Stmt.Run call)
          && condition instanceof Variable ordered
          && whenTrue.equals(Stmt.NOTHING)) {
        return of(call, Optional.of(ordered));
      }
      return of(s, Optional.empty());
    }

    private static Optional<Ordering> of(Stmt s, Optional<Variable> isOrdered) {
      return s instanceof Stmt.Run(Exp.Call(RuntimeFunction function, List<Exp> arguments))
              && function == RuntimeFunction.SORT_TOUCHED
          ? Optional.of(
              new Ordering(
                  s,
                  (Variable) arguments.get(0),
                  arguments.get(1),
                  (Variable) arguments.get(2),
                  arguments.get(3),
                  isOrdered))
          : Optional.empty();
    }

    /** Whether it can as well happen after a statement. */
    boolean canFollow(Stmt s) {
      Set<Variable> used = Occurrences.used(s);
      Set<Variable> assigned = Occurrences.assigned(s);
      return !used.contains(list)
          && !used.contains(bits)
          && isSame(n, assigned)
          && isSame(size, assigned)
          && isOrdered.filter(assigned::contains).isEmpty();
    }

    private static boolean isSame(Exp e, Set<Variable> assigned) {
      return e instanceof Exp.Const || e instanceof Variable v && !assigned.contains(v);
    }

    Optional<OrderedLoop> loop(Stmt s, Stmt whole) {
      return OrderedLoop.of(s, list, n, whole).filter(l -> !Occurrences.used(s).contains(bits));
    }
  }

  /** The statements, with an ordering and the loop over what it orders as one of them. */
  List<Stmt> joined(List<Stmt> statements) {
    List<Stmt> joined = new ArrayList<>(statements);
    for (int k = 0; k < joined.size(); k++) {
      Optional<Ordering> ordering = Ordering.of(joined.get(k));
      int next = k + 1;
      while (ordering.isPresent()
          && next < joined.size()
          && ordering.get().canFollow(joined.get(next))) {
        next++;
      }
      if (ordering.isPresent()
          && next < joined.size()
          && ordering.get().loop(joined.get(next), whole).isPresent()) {
        joined.set(next, new Stmt.Block(List.of(joined.get(k), joined.get(next))));
        joined.remove(k);
        k--; // another one stands there now
      }
    }
    return joined;
  }

  /** The statement without such a call where coordinates are few or dense. */
  Stmt written(Stmt s) {
    Optional<Ordering> ordering = Ordering.of(s);
    if (ordering.isPresent()) {
      return written(ordering.get());
    }
    if (s instanceof Stmt.Block(List<Stmt> statements)) {
      Optional<Ordering> first = statements.stream().findFirst().flatMap(Ordering::of);
      if (first.isPresent() && statements.size() == 2) {
        Optional<OrderedLoop> loop = first.get().loop(statements.getLast(), whole);
        if (loop.isPresent()) {
          return written(first.get(), loop.get());
        }
      }
    }
    return Walk.map(s, e -> e, this::written);
  }

  private Stmt written(Ordering o) {
    Variable next = fresh("next");
    Variable coordinate = fresh("touched");
    List<Stmt> listed = List.of(store(o.list, next, coordinate), increment(next));
    return choice(
        o,
        Stmt.NOTHING,
        few(o),
        o.call,
        block(declare(next, constant(0)), walked(o, coordinate, listed)));
  }

  private Stmt written(Ordering o, OrderedLoop loop) {
    Variable coordinate = fresh("touched");
    return choice(
        o,
        o.isOrdered.isPresent() ? loop.loop(names) : Stmt.NOTHING,
        block(few(o), loop.loop(names)),
        block(o.call, loop.loop(names)),
        walked(o, coordinate, loop.body(coordinate, names)));
  }

  private Stmt choice(Ordering o, Stmt ordered, Stmt few, Stmt farApart, Stmt many) {
    Stmt unordered =
        ifElse(
            lessEqual(o.n, constant(inRegisters ? RuntimeFunction.MOST_IN_REGISTERS : FEW)),
            few,
            ifElse(less(o.n, shiftRight(o.size, constant(FAR_APART))), farApart, many));
    return o.isOrdered.map(isOrdered -> ifElse(isOrdered, ordered, unordered)).orElse(unordered);
  }

  private Stmt few(Ordering o) {
    return inRegisters ? Imp.run(RuntimeFunction.SORT_FEW, o.list, o.n) : inserted(o.list, o.n);
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

  /**
   * Bits for words that are not empty are set first, and then looked through.
   *
   * @param each what is done for each coordinate, in order
   */
  private Stmt walked(Ordering o, Variable found, List<Stmt> each) {
    Variable bits = o.bits;
    Variable upper = fresh("upper");
    Variable first = fresh("first");
    Variable last = fresh("last");
    Variable at = fresh("at");
    Variable coordinate = fresh("touched");
    Variable above = fresh("above");
    Variable here = fresh("above");
    Variable words = names.fresh("words", Type.INT64);
    return block(
        declare(upper, add(word(o.size), constant(1))),
        declare(first, Imp.length(bits)),
        declare(last, constant(0)),
        forLoop(
            at,
            constant(0),
            o.n,
            block(
                declare(coordinate, load(o.list, at)),
                declare(above, add(upper, shiftRight(coordinate, constant(12)))),
                update(bits, word(coordinate), BinaryOp.BIT_OR, bit(coordinate)),
                update(bits, above, BinaryOp.BIT_OR, bit(word(coordinate))),
                assign(first, min(first, above)),
                assign(last, max(last, above)))),
        forLoop(
            here,
            first,
            add(last, constant(1)),
            block(
                declare(words, load(bits, here)),
                store(bits, here, constant(0L)),
                eachWord(bits, words, subtract(here, upper), found, each))));
  }

  /** Goes through the coordinates of all words that have a bit set. */
  private Stmt eachWord(Variable bits, Variable words, Exp above, Variable found, List<Stmt> each) {
    Variable word = fresh("word");
    Variable rest = names.fresh("rest", Type.INT64);
    Variable base = fresh("base");
    List<Stmt> step = new ArrayList<>();
    step.add(declare(found, bitOr(base, lowest(rest))));
    step.add(withoutLowest(rest));
    step.addAll(each);
    return whileLoop(
        isNotZero(words),
        block(
            declare(word, bitOr(shiftLeft(above, constant(6)), lowest(words))),
            withoutLowest(words),
            declare(rest, load(bits, word)),
            store(bits, word, constant(0L)),
            declare(base, shiftLeft(word, constant(6))),
            whileLoop(isNotZero(rest), new Stmt.Block(step))));
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
