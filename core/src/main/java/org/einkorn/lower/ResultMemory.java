package org.einkorn.lower;

import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.divide;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.length;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.not;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.format.LevelFormat;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Stmt;

/**
 * Where a result lies: in new memory, or in spare memory, in which anything may stand.
 *
 * @param spare for the values; where their number is known before, it must be as long as they are
 * @param cleared whether the loops set every value before they read it
 * @param begunWith spare arrays for those of levels that get an element with each position, if
 *     these and the values are to be appended to spare ones. They grow where it is not known how
 *     many elements come at most; where it is, they keep their length, and a store may fail
 * @param share spare arrays are taken if they have room for one in so many of the entries there can
 *     be
 * @param firstEntry where entries begin in spare arrays, if others write the rest; these do not
 *     grow, and nothing keeps a part from growing into the next
 */
record ResultMemory(
    Optional<Variable> spare,
    boolean cleared,
    Map<Variable, Variable> begunWith,
    int share,
    Optional<Variable> firstEntry) {
  static final ResultMemory NEW = new ResultMemory(Optional.empty(), false, Map.of());

  /** With a share of one, so that there is always room. */
  ResultMemory(Optional<Variable> spare, boolean cleared, Map<Variable, Variable> begunWith) {
    this(spare, cleared, begunWith, 1, Optional.empty());
  }

  /** The same memory, with entries from there on. */
  ResultMemory from(Variable firstEntry) {
    return new ResultMemory(spare, cleared, begunWith, share, Optional.of(firstEntry));
  }

  /** For a result whose arrays begin with others; new memory if none of them grows. */
  static ResultMemory appendedTo(TensorCode code, Names names, int share) {
    Map<Variable, Variable> begunWith = new LinkedHashMap<>();
    for (int l = 0; l < code.levels().size(); l++) {
      LevelFormat.Code level = code.level(l);
      code.format(l)
          .appending()
          .map(a -> a.perPosition(level))
          .orElse(List.of())
          .forEach(array -> begunWith.put(array, spare(array, names)));
    }
    return begunWith.isEmpty()
        ? NEW
        : new ResultMemory(
            Optional.of(spare(code.values(), names)), false, begunWith, share, Optional.empty());
  }

  private static Variable spare(Variable array, Names names) {
    return names.fresh(array.name() + "_spare", array.type());
  }

  /** What one of the result's arrays begins with, or its values, if these grow. */
  Optional<Variable> spareOf(Variable array, Variable values) {
    return array.equals(values) && !isNew() ? spare : Optional.ofNullable(begunWith.get(array));
  }

  /** Where the first entry goes. */
  Exp first() {
    return firstEntry.isPresent() ? firstEntry.get() : constant(0);
  }

  /** Whether nothing that grows begins with a spare array. */
  boolean isNew() {
    return begunWith.isEmpty();
  }

  /**
   * Whether spare arrays are those of a result, and not of parts, which may be longer than used.
   */
  boolean isOfWholeResult() {
    return !isNew() && share > 1;
  }

  /** Declares the values, so many. */
  Stmt values(TensorCode code, Exp count) {
    Exp allocated = new Exp.Allocate(code.type().element(), count);
    if (spare.isEmpty()) {
      return declare(code.values(), allocated);
    }
    if (!isNew()) {
      return unlessTooShort(code.values(), spare.get(), allocated, count);
    }
    return block(
        declare(code.values(), spare.get()),
        ifThen(not(equal(length(spare.get()), count)), assign(code.values(), allocated)));
  }

  /**
   * Declares an array of a level.
   *
   * @param created what it begins with in new memory
   * @param most how many elements it gets at most, as far as that is known
   */
  Stmt array(Variable array, Exp created, Exp most) {
    Variable old = begunWith.get(array);
    return old == null ? declare(array, created) : unlessTooShort(array, old, created, most);
  }

  /** A spare array, unless it is so short that a new one costs less than to try. */
  private Stmt unlessTooShort(Variable array, Variable old, Exp created, Exp most) {
    if (firstEntry.isPresent()) {
      return declare(array, old);
    }
    return block(
        declare(array, old),
        ifThen(less(length(old), divide(most, constant(share))), assign(array, created)));
  }

  /** Whether values that nothing was assigned to must be set; new arrays are zero. */
  boolean needs(Constant background, TensorCode code) {
    return !cleared
        && (spare.isPresent() || !background.sameValue(Constant.zero(code.type().element())));
  }
}
