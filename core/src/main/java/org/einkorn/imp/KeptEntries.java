package org.einkorn.imp;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifElse;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.length;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.lessEqual;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.min;
import static org.einkorn.imp.Imp.shiftRight;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.subtract;
import static org.einkorn.imp.Imp.whileLoop;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;

/**
 * Passes over entries whose segments are empty. Whether one is, a processor cannot foresee where
 * most are; so entries are looked at in advance, some hundred at a time and without any branch, and
 * those that are kept are listed.
 *
 * <pre>
 * for (int i = from; i &lt; to; i++) {
 *   for (int p = rows[i]; p &lt; rows[i + 1]; p++) { int k = crd[p]; … pos[k] … pos[k + 1] … }
 * }
 * →
 * int[] kept = new int[512];
 * int filled = 0;                                entries before that are listed or passed over
 * int next = 0;                                  the first that is listed and not yet used
 * for (int i = from; i &lt; to; i++) {
 *   int row_end = rows[i + 1];
 *   if (filled &lt; row_end &amp;&amp; kept.length &lt;= row_end - rows[i]) {
 *     kept = new int[row_end - rows[i] + 1];
 *   }
 *   if (filled &lt; row_end) {
 *     filled = rows[i] + min(kept.length - 1, rows[to] - rows[i]);
 *     next = 0;
 *     int n = 0;
 *     for (int p = rows[i]; p &lt; filled; p++) {
 *       kept[n] = p;
 *       n += pos[crd[p]] - pos[crd[p] + 1] &gt;&gt;&gt; 31;
 *     }
 *     kept[n] = 2147483647;                      behind the last entry of any row
 *     for (int at = 0; at &lt; n; at++) {
 *       prefetch far vals[pos[crd[kept[at]]]];
 *     }
 *   }
 *   if (row_end &lt;= kept[next]) {
 *   } else {
 *     int first = next;
 *     while (kept[next] &lt; row_end) next++;
 *     for (int at = first; at &lt; next; at++) { int p = kept[at]; int k = crd[p]; … }
 *   }
 * }
 * </pre>
 */
final class KeptEntries {
  /** As many entries are looked at in advance, about. */
  private static final int BLOCK = 256;

  private final Stmt.For turns;
  private final EntrySegment segment;
  private final LocalNames names;
  private final Set<Variable> onlyRead;
  private final Variable kept;
  private final Variable filled;
  private final Variable next;
  private final Variable first;

  private KeptEntries(
      Stmt.For turns, EntrySegment segment, LocalNames names, Set<Variable> onlyRead) {
    this.turns = turns;
    this.segment = segment;
    this.names = names;
    this.onlyRead = onlyRead;
    this.kept = names.fresh("kept", Type.INT32_ARRAY);
    this.filled = names.fresh("filled", Type.INT32);
    this.next = names.fresh("next", Type.INT32);
    this.first = names.fresh("first_kept", Type.INT32);
  }

  /** The function so; the same if its main loop goes through no segments of entries. */
  static Function of(Function function) {
    List<Stmt> statements = Walk.statements(function.body());
    int main = CoreLoop.main(statements);
    LocalNames names = new LocalNames(function);
    Set<Variable> onlyRead = OnlyRead.of(function);
    Variable entry = names.fresh("entry", Type.INT32);
    if (statements.isEmpty()
        || !(statements.get(main) instanceof Stmt.For turns)
        || !Effects.isInvariant(turns.to(), onlyRead, Occurrences.assigned(turns.body()))) {
      return function;
    }
    Optional<EntrySegment> segment = segment(turns.body(), turns.variable(), entry, onlyRead);
    if (segment.isEmpty()) {
      return function;
    }
    KeptEntries entries = new KeptEntries(turns, segment.get(), names, onlyRead);
    List<Stmt> all = new ArrayList<>(statements.subList(0, main));
    all.add(declare(entries.kept, new Exp.Allocate(ElementType.INT32, constant(BLOCK))));
    all.add(declare(entries.filled, constant(0)));
    all.add(declare(entries.next, constant(0)));
    all.add(entries.loop());
    all.addAll(statements.subList(main + 1, statements.size()));
    Function made = function.with(new Stmt.Block(all));
    Verifier.verify(made);
    return made;
  }

  /** Those that the first such loop goes through. */
  private static Optional<EntrySegment> segment(
      Stmt s, Variable turn, Variable entry, Set<Variable> onlyRead) {
    Optional<EntrySegment> own =
        s instanceof Stmt.For f ? EntrySegment.of(f, turn, entry, onlyRead) : Optional.empty();
    return own.isPresent()
        ? own
        : Walk.parts(s).stream()
            .flatMap(part -> segment(part, turn, entry, onlyRead).stream())
            .findFirst();
  }

  private Stmt loop() {
    Variable end = names.fresh("row_end", Type.INT32);
    List<Stmt> all = Walk.statements(turns.body());
    List<Stmt> keeping = all.stream().map(this::keeping).toList();
    int count = all.size();
    while (keeping.get(count - 1) == all.get(count - 1)) {
      count--;
    }
    Stmt.Block row = new Stmt.Block(keeping.subList(0, count));
    List<Stmt> rest = keeping.subList(count, all.size());
    List<Stmt> entries = new ArrayList<>();
    entries.add(declare(first, next));
    entries.add(whileLoop(less(load(kept, next), end), increment(next)));
    entries.addAll(row.statements());
    List<Stmt> body = new ArrayList<>(looking(end));
    if (isNothingWithoutEntries(row, rest)) {
      Exp hasNone = lessEqual(end, load(kept, next));
      body.add(ifElse(hasNone, Stmt.NOTHING, new Stmt.Block(entries)));
    } else {
      body.addAll(entries);
    }
    body.addAll(rest);
    return forLoop(turns.variable(), turns.from(), turns.to(), new Stmt.Block(body));
  }

  /**
   * What makes sure that all entries of a turn have been looked at.
   *
   * @param end behind its last entry
   */
  private List<Stmt> looking(Variable end) {
    Exp begin = load(segment.rows(), turns.variable());
    Exp size = subtract(end, begin);
    return List.of(
        declare(end, load(segment.rows(), RowForm.next(turns.variable()))),
        ifThen(
            and(less(filled, end), lessEqual(length(kept), size)),
            assign(kept, new Exp.Allocate(ElementType.INT32, add(size, constant(1))))),
        ifThen(less(filled, end), new Stmt.Block(filling(begin))));
  }

  private List<Stmt> filling(Exp begin) {
    Variable n = names.fresh("n", Type.INT32);
    EntrySegment own = segment.of(names.fresh("p", Type.INT32));
    Exp last = load(segment.rows(), turns.to());
    Exp room = subtract(length(kept), constant(1));
    Exp isKept = shiftRight(subtract(own.begin(), own.end()), constant(Integer.SIZE - 1));
    return List.of(
        assign(filled, add(begin, min(room, subtract(last, begin)))),
        assign(next, constant(0)),
        declare(n, constant(0)),
        forLoop(
            own.entry(),
            begin,
            filled,
            new Stmt.Block(List.of(store(kept, n, own.entry()), assign(n, add(n, isKept))))),
        store(kept, n, constant(Integer.MAX_VALUE)),
        fetching(n));
  }

  /** What fetches where the segments of all that are kept begin: they may be far apart. */
  private Stmt fetching(Variable n) {
    Variable at = names.fresh("at", Type.INT32);
    EntrySegment own = segment.of(names.fresh("p", Type.INT32));
    Variable begin = names.fresh("begin", Type.INT32);
    List<Stmt> body = new ArrayList<>();
    body.add(declare(own.entry(), load(kept, at)));
    body.add(declare(begin, own.begin()));
    along(turns.body()).forEach(array -> body.add(new Stmt.Prefetch(array, begin, Stmt.Cache.FAR)));
    return forLoop(at, constant(0), n, new Stmt.Block(body));
  }

  /** What is read at the places of a segment. */
  private Set<Variable> along(Stmt s) {
    Set<Variable> read = new LinkedHashSet<>();
    if (s instanceof Stmt.For(Variable q, Exp.Load from, Exp to, Stmt body)
        && from.array().equals(segment.begin().array())
        && Rows.isSegment(from, to)) {
      read.addAll(StreamsAhead.read(body, q));
      read.retainAll(onlyRead);
    }
    Walk.parts(s).forEach(part -> read.addAll(along(part)));
    return read;
  }

  /**
   * Whether nothing is done in a turn without entries but to make ready for touches: what is done
   * with those is left out if there are none, see {@link MeasuredTouches}.
   *
   * @param rest what the turn does then
   */
  private static boolean isNothingWithoutEntries(Stmt.Block row, List<Stmt> rest) {
    Set<Variable> touched = new HashSet<>();
    for (Touch t : Touch.in(row)) {
      touched.addAll(t.row());
      touched.add(t.turn());
    }
    Set<Variable> own = new HashSet<>(Occurrences.declared(row));
    Set<Variable> changed = new HashSet<>();
    for (Stmt s : row.statements().subList(0, row.statements().size() - 1)) {
      changed.addAll(Occurrences.assigned(s));
      changed.addAll(Occurrences.stored(s));
    }
    own.addAll(touched);
    return row.statements().getLast() instanceof Stmt.If(Exp _, Stmt whenTrue, Stmt _)
        && whenTrue.equals(Stmt.NOTHING)
        && own.containsAll(changed)
        && rest.stream().noneMatch(s -> Occurrences.used(s).stream().anyMatch(own::contains));
  }

  /** The statement with loops over all entries of a turn that go through those that are kept. */
  private Stmt keeping(Stmt s) {
    if (s instanceof Stmt.For f && segment.isNeededBy(f, turns.variable())) {
      Variable at = names.fresh("at", Type.INT32);
      List<Stmt> body = new ArrayList<>(List.of(declare(f.variable(), load(kept, at))));
      body.addAll(Walk.statements(f.body()));
      return forLoop(at, first, next, new Stmt.Block(body));
    }
    return Walk.map(s, e -> e, this::keeping);
  }
}
