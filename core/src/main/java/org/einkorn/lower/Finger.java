package org.einkorn.lower;

import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.subtract;
import static org.einkorn.imp.Imp.whileLoop;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.format.LevelFormat.Range;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.lattice.Cursor;
import org.einkorn.notation.IndexVariable;

/**
 * A cursor as variables: where it stands and where it ends. Every kind of loop moves fingers, and
 * none has to know whether coordinates repeat to find where a run of them ends.
 */
final class Finger {
  final Cursor cursor;
  final TensorCode code;
  final Variable at;
  final Variable end;
  final Range range;
  final boolean repeats;

  private final Positions positions;
  private final Names names;

  private final boolean whole;

  /** A cursor over all children. */
  Finger(Cursor cursor, Scope scope, Positions positions, Names names) {
    this(
        cursor, positions.children(cursor.access(), cursor.level(), scope), positions, names, true);
  }

  private Finger(Cursor cursor, Range range, Positions positions, Names names, boolean whole) {
    this.whole = whole;
    this.cursor = cursor;
    this.positions = positions;
    this.names = names;
    this.code = positions.code(cursor.access());
    this.at = names.fresh("p" + cursor, Type.INT32);
    this.end = names.fresh("p" + cursor + "_end", Type.INT32);
    this.range = range;
    this.repeats = code.type().format().repeats(cursor.level());
  }

  /** A cursor over the children within the bounds of a loop. */
  static Finger of(
      Cursor cursor, DomainCode.Bounds bounds, Scope scope, Positions positions, Names names) {
    Range all = positions.children(cursor.access(), cursor.level(), scope);
    Range part = bounds.restrict(cursor, all);
    return new Finger(cursor, part, positions, names, part.equals(all));
  }

  static Map<Cursor, Finger> of(
      Iterable<Cursor> cursors,
      DomainCode.Bounds bounds,
      Scope scope,
      Positions positions,
      Names names) {
    Map<Cursor, Finger> fingers = new LinkedHashMap<>();
    cursors.forEach(c -> fingers.put(c, of(c, bounds, scope, positions, names)));
    return fingers;
  }

  /** How many positions there are to visit. */
  Exp length() {
    return subtract(range.end(), range.begin());
  }

  /** How many of them are left. */
  Exp left() {
    return subtract(end, at);
  }

  /** A loop that only counts through the positions. */
  Stmt loop(Stmt body, DomainCode domains, IndexVariable variable) {
    return whole
        ? domains.loop(variable, at, range.begin(), range.end(), body)
        : block(declare(end, range.end()), domains.loop(variable, at, range.begin(), end, body));
  }

  static Stmt declarations(Map<Cursor, Finger> fingers) {
    return block(fingers.values().stream().map(Finger::declaration).toList());
  }

  Stmt declaration() {
    return block(declare(at, range.begin()), declare(end, range.end()));
  }

  Exp lasts() {
    return less(at, end);
  }

  Exp coordinate() {
    return coordinate(at);
  }

  Exp coordinate(Exp position) {
    return code.iteration(cursor.level()).coordinate(code.level(cursor.level()), position);
  }

  Exp standsAt(Exp coordinate) {
    return and(lasts(), equal(coordinate(), coordinate));
  }

  /**
   * The end of the run of equal coordinates that begins where the cursor stands, found by what is
   * added to the body; the cursor itself if coordinates do not repeat.
   */
  Variable findSegment(Exp coordinate, List<Stmt> body) {
    if (!repeats) {
      return at;
    }
    Variable segment = names.fresh(at.name() + "_seg", Type.INT32);
    body.add(declare(segment, at));
    body.add(
        whileLoop(
            and(less(segment, end), equal(coordinate(segment), coordinate)), increment(segment)));
    return segment;
  }

  /** The scope in which the operand has reached the positions under the cursor. */
  Scope reach(Scope scope, Exp from, Exp to, Optional<Exp> present) {
    Exp position =
        code.format(cursor.level())
            .iteration()
            .map(i -> i.position(code.level(cursor.level()), from))
            .orElse(from);
    Range reached = repeats ? new Range(from, to) : Positions.single(position);
    return scope.reaching(
        cursor.access(),
        positions.path(cursor.access(), cursor.level(), scope),
        new Scope.Reached(reached, present));
  }
}
