package org.einkorn.imp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * The segment of an entry, and what is added for each of its places.
 *
 * @param declared what is declared for each entry that says where its segment is
 * @param coordinates those of the segment's places
 * @param p stands for the number of the entry in what it adds
 * @param q stands for a place in the segment
 * @param value what it adds there
 */
record AddedSegment(
    List<Stmt> declared,
    Exp begin,
    Exp end,
    Variable coordinates,
    Variable p,
    Variable q,
    Exp value) {
  /**
   * That of a loop over entries which for each of them goes along a segment, and touches a place at
   * the end of each turn; empty if it does anything else but declare.
   *
   * @param along the loop along the segment, the last of what is done for an entry
   */
  static Optional<AddedSegment> of(
      Stmt.For entries, Stmt.For along, Variable coordinates, LocalNames names) {
    Variable p = names.fresh(entries.variable().name(), Type.INT32);
    Map<Variable, Exp> known = new HashMap<>(Map.of(entries.variable(), p));
    List<Stmt> outer = Walk.statements(entries.body());
    if (!resolve(outer, known)) {
      return Optional.empty();
    }
    List<Stmt> declared = needed(outer.subList(0, outer.size() - 1), along.from(), along.to());
    Variable q = names.fresh(along.variable().name(), Type.INT32);
    known.put(along.variable(), q);
    List<Stmt> inner = Walk.statements(along.body());
    if (!resolve(inner, known)) {
      return Optional.empty();
    }
    Exp value = Copying.replace(Touch.of(inner.getLast()).orElseThrow().value(), known);
    return Optional.of(
        new AddedSegment(declared, along.from(), along.to(), coordinates, p, q, value));
  }

  /** Adds what statements but the last declare; false if they do anything else. */
  private static boolean resolve(List<Stmt> statements, Map<Variable, Exp> known) {
    for (Stmt s : statements.subList(0, statements.size() - 1)) {
      if (!(s instanceof Stmt.Declare(Variable v, Exp value)) || !Effects.isRepeatable(value)) {
        return false;
      }
      known.put(v, Copying.replace(value, known));
    }
    return true;
  }

  /** Those declarations that some expressions need. */
  private static List<Stmt> needed(List<Stmt> declarations, Exp... used) {
    List<Stmt> needed = new ArrayList<>();
    Set<Variable> read = new HashSet<>();
    List.of(used).forEach(e -> Walk.reads(e, read::add));
    for (Stmt s : declarations.reversed()) {
      Stmt.Declare d = (Stmt.Declare) s;
      if (read.contains(d.variable())) {
        needed.addFirst(d);
        Walk.reads(d.value(), read::add);
      }
    }
    return needed;
  }

  /** Whether what is read of a place is read just there, so that arrays have as much as lists. */
  static boolean isReadThere(Exp e, Variable q) {
    return e instanceof Exp.Load(Variable _, Exp index)
        ? index.equals(q) || !Walk.readsAny(index, q::equals)
        : Walk.children(e).stream().allMatch(child -> isReadThere(child, q));
  }

  /** Which arrays are read at a place. */
  static Set<Variable> arrays(Exp e, Variable place) {
    Set<Variable> arrays = new LinkedHashSet<>();
    if (e instanceof Exp.Load(Variable array, Exp index) && index.equals(place)) {
      arrays.add(array);
    }
    Walk.children(e).forEach(child -> arrays.addAll(arrays(child, place)));
    return arrays;
  }
}
