package org.einkorn.imp;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * Fetches ahead what rows of few entries read one after the other. A processor foresees that, too,
 * but not far enough where it does little for each entry and reads several lists at once.
 */
final class StreamsAhead {
  /** How many entries ahead; what a processor fetches by itself is nearer. */
  private static final int DISTANCE = 256;

  /** As many entries are fetched for a row; of longer ones these are the first. */
  private static final int ENTRIES = 16;

  /** What a processor fetches at once. */
  private static final int LINE = 64;

  private StreamsAhead() {}

  /** What a row that begins there fetches for another, in all lists that have its entries. */
  static List<Stmt> of(Rows rows, Variable begin) {
    List<Stmt> fetched = new ArrayList<>();
    for (Variable list : read(rows.entry(), rows.p())) {
      int inLine = LINE / list.type().element().bytes();
      for (int entry = 0; entry < ENTRIES; entry += inLine) {
        Exp place = Imp.add(begin, Imp.constant(DISTANCE + entry));
        fetched.add(new Stmt.Prefetch(list, place));
      }
    }
    return fetched;
  }

  /** The arrays that a statement reads at a place. */
  static Set<Variable> read(Stmt s, Variable place) {
    Set<Variable> lists = new LinkedHashSet<>();
    collect(s, place, lists);
    return lists;
  }

  private static void collect(Stmt s, Variable p, Set<Variable> lists) {
    Walk.expressions(s).forEach(e -> collect(e, p, lists));
    Walk.parts(s).forEach(part -> collect(part, p, lists));
  }

  private static void collect(Exp e, Variable p, Set<Variable> lists) {
    if (e instanceof Exp.Load(Variable list, Exp index) && index.equals(p)) {
      lists.add(list);
    }
    Walk.children(e).forEach(child -> collect(child, p, lists));
  }
}
