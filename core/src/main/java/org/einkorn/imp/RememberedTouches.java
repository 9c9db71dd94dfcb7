package org.einkorn.imp;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifElse;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.length;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.lessEqual;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.or;
import static org.einkorn.imp.Imp.shiftLeft;
import static org.einkorn.imp.Imp.shiftRight;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.subtract;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.support.RowMemory;

/**
 * Code that remembers where the touches of a row went: on grids and in bands those of many rows lie
 * alike, all moved by the same distance. Whether they do is seen by comparing coordinates; then
 * nothing has to be touched, put in order or foreseen, and sums are computed in vectors. If the
 * next rows are like that, too, their sums are computed at once, for the steps are the same, and
 * what is added depends on the row by its entries alone. {@link RowMemory} says what is remembered,
 * and what the numbers in that are.
 *
 * <pre>
 * if (0 &lt; ready) {                                            done with an earlier row
 *   ready--;
 *   used += n;
 * } else {
 *   int row = rows[i];
 *   int parts = rows[i + 1] - row;
 *   int known = 0;
 *   if (1 &lt; parts &amp;&amp; parts &lt;= lengths.length) {
 *     int at = last_known;
 *     int alike = likeRows(memory, at, rows, i, min(4, end - i), …, begins);
 *     if (alike == 0) {
 *       for (int part = 0; part &lt; parts; part++) { … lengths[part] = …; hash = …; }
 *       at = memory[…hash…];
 *       alike = likeRows(memory, at, …);
 *     }
 *     if (0 &lt; alike) {
 *       known = -1;
 *       if (…there is room…) { known = at; last_known = at; n = memory[at + 1]; }
 *     }
 *   }
 *   if (0 &lt; known &amp;&amp; alike == 4) {
 *     double&lt;8&gt; sums = double&lt;8&gt;(-0.0);                           four of them
 *     int at = used;
 *     for (int next = …) {                                     all steps
 *       int step = memory[next];
 *       sums = sums + spread(step, a * vals[begins[…] + … : 8], double&lt;8&gt;(-0.0));
 *       if (…another vector follows…) { out[at : 8] = sums; at += 8; sums = double&lt;8&gt;(-0.0); }
 *     }
 *     storeFew(sums, out, at, used + n - at);                  what is behind them may be another's
 *     … places = those in the memory, moved …
 *     used += n;
 *     ready = 3;
 *   } else if (0 &lt; known) {
 *     …                                                        the same for one row
 *   } else {
 *     …                                                        {@link MeasuredTouches}
 *     if (…the same row twice, and not known…) memory = remember(memory, …);
 *   }
 * }
 * </pre>
 *
 * Nothing depends on what is remembered but how long it takes, so that it may be of another run.
 */
final class RememberedTouches {
  /** To remember a row takes as long as some rows, so it is done once in so many turns. */
  private static final int PAUSE = 32;

  private static final int FACTOR = 31;

  /** So many rows that are alike are computed at once: there are registers for their sums. */
  private static final int TOGETHER = 4;

  private final Set<Variable> onlyRead;
  private final LocalNames names;
  private final ToIntFunction<ElementType> lanes;
  private final Variable memory;
  private final Variable begins;
  private final Variable lengths;
  private final Variable rememberedIn;
  private final Variable markBefore;

  /**
   * @param onlyRead arrays whose elements never change
   * @param lanes how many elements a vector register takes
   */
  RememberedTouches(Set<Variable> onlyRead, LocalNames names, ToIntFunction<ElementType> lanes) {
    this.onlyRead = onlyRead;
    this.names = names;
    this.lanes = lanes;
    this.memory = names.fresh("memory", Type.INT32_ARRAY);
    this.begins = names.fresh("begins", Type.INT32_ARRAY);
    this.lengths = names.fresh("lengths", Type.INT32_ARRAY);
    this.rememberedIn = names.fresh("remembered_in", Type.INT32);
    this.markBefore = names.fresh("mark_before", Type.INT32);
  }

  /** What may as well be as an earlier run has left it. */
  List<Variable> kept() {
    return List.of(memory, begins, lengths, rememberedIn, markBefore);
  }

  /**
   * The row that statements touch: all of segments that entries lead to.
   *
   * @param rows the loop of which each turn touches one row so and appends it
   * @param use what is done with places in the end: they must be appended
   * @param others what else a turn does
   */
  Optional<Row> row(
      Stmt.For rows,
      List<Stmt> touching,
      Touch touch,
      TouchedSegments segments,
      TouchUse use,
      List<Stmt> others) {
    if (touching.size() != 1
        || !(touching.getFirst() instanceof Stmt.For entries)
        || !(Walk.statements(entries.body()).getLast() instanceof Stmt.For along)
        || !Effects.isRepeatable(rows.to())
        || Walk.readsAny(rows.to(), Occurrences.assigned(rows.body())::contains)
        || Effects.breaks(rows.body())
        || segments.coordinates(along).isEmpty()
        || !TouchedSegments.isPlain(along)) {
      return Optional.empty();
    }
    Variable coordinates = segments.coordinates(along).get();
    ElementType element = touch.values().type().element();
    Optional<AddedSegment> added =
        AddedSegment.of(entries, along, coordinates, names)
            .filter(segment -> lanes.applyAsInt(element) > 1)
            .filter(segment -> new RowValue(element, segment.q()).isElementwise(segment.value()))
            .filter(segment -> AddedSegment.isReadThere(segment.value(), segment.q()))
            .filter(segment -> !Walk.readsAny(segment.value(), this::mayChange));
    Optional<RowLists> lists =
        added
            .flatMap(segment -> RowLists.of(rows, entries, segment))
            .filter(found -> found.areFixed(onlyRead));
    Optional<TouchUse.Appended> appended =
        use.appended().filter(a -> others.stream().noneMatch(a::isChangedBy));
    return lists.isPresent() && appended.isPresent()
        ? Optional.of(new Row(rows, lists.get(), added.get(), touch, appended.get()))
        : Optional.empty();
  }

  /** Whether it is an array that somebody writes. */
  private boolean mayChange(Variable v) {
    return v.type() instanceof Type.Array && !onlyRead.contains(v);
  }

  /**
   * So many rows can be computed at once: one, if what is added depends on the row in other ways
   * than by its entries.
   */
  private static int together(Stmt.For rows, Exp value) {
    Set<Variable> own = new HashSet<>(Occurrences.bound(rows));
    own.addAll(Occurrences.assigned(rows.body()));
    return Walk.readsAny(value, own::contains) ? 1 : TOGETHER;
  }

  /** A row that may be known, with variables of its own. */
  final class Row {
    private final Stmt.For loop;
    private final RowLists lists;
    private final AddedSegment along;
    private final Touch touch;
    private final TouchUse.Appended appended;
    private final KnownRows rows;
    private final int together;
    private final Variable ready = names.fresh("ready", Type.INT32);
    private final Variable n = names.fresh("row_places", Type.INT32);
    private final Variable lastKnown = names.fresh("last_known", Type.INT32);
    private final Variable first = names.fresh("row", Type.INT32);
    private final Variable parts = names.fresh("row_parts", Type.INT32);
    private final Variable hash = names.fresh("hash", Type.INT32);
    private final Variable alike = names.fresh("alike", Type.INT32);
    private final Variable known = names.fresh("known", Type.INT32);

    private Row(
        Stmt.For loop,
        RowLists lists,
        AddedSegment along,
        Touch touch,
        TouchUse.Appended appended) {
      this.loop = loop;
      this.lists = lists;
      this.along = along;
      this.touch = touch;
      this.appended = appended;
      this.together = together(loop, along.value());
      this.rows =
          new KnownRows(
              new KnownRows.Known(memory, known, begins),
              new KnownRows.Alike(first, parts, n),
              along,
              touch,
              appended,
              names,
              lanes);
    }

    /** What a function that has such rows begins with. */
    List<Stmt> declarations() {
      return List.of(
          declare(memory, ints(RowMemory.EMPTY)),
          declare(begins, ints(together * RowMemory.ROW)),
          declare(lengths, ints(RowMemory.MOST_PARTS)),
          declare(rememberedIn, constant(Integer.MAX_VALUE)),
          declare(markBefore, constant(0)),
          declare(ready, constant(0)),
          declare(n, constant(0)),
          declare(lastKnown, constant(0)));
    }

    private static Exp ints(int number) {
      return new Exp.Allocate(ElementType.INT32, constant(number));
    }

    /** What computes the row if it is known, and otherwise does something else. */
    List<Stmt> knownOr(List<Stmt> anew) {
      List<Stmt> all = new ArrayList<>(looking());
      Stmt one = ifElse(less(constant(0), known), rows.of(1), new Stmt.Block(anew));
      if (together == 1) {
        all.add(one);
        return all;
      }
      Stmt several =
          new Stmt.Block(List.of(rows.of(together), assign(ready, constant(together - 1))));
      all.add(ifElse(areKnown(), several, new Stmt.Block(List.of(one))));
      Stmt counted =
          new Stmt.Block(
              List.of(
                  assign(ready, subtract(ready, constant(1))),
                  assign(appended.used(), add(appended.used(), n))));
      return List.of(ifElse(less(constant(0), ready), counted, new Stmt.Block(all)));
    }

    private Exp areKnown() {
      return and(less(constant(0), known), equal(alike, constant(together)));
    }

    /** Whether there are several parts, and no more than can be remembered. */
    private Exp isPossible() {
      return and(less(constant(1), parts), lessEqual(parts, length(lengths)));
    }

    /** What finds out whether the row is known, and whether those behind it are like that. */
    private List<Stmt> looking() {
      Variable at = names.fresh("at", Type.INT32);
      Variable most = names.fresh("most", Type.INT32);
      Exp slot = shiftRight(multiply(hash, constant(RowMemory.MIX)), constant(RowMemory.MIX_SHIFT));
      Exp alikeThere =
          call(
              RuntimeFunction.LIKE_ROWS,
              memory,
              at,
              lists.rows(),
              loop.variable(),
              most,
              lists.entries(),
              lists.positions(),
              lists.coordinates(),
              begins);
      Exp rowsLeft = subtract(loop.to(), loop.variable());
      Stmt elsewhere =
          new Stmt.Block(
              List.of(listing(), assign(at, load(memory, slot)), assign(alike, alikeThere)));
      // Such a row need not be remembered again, even if there is no room for it.
      Stmt found =
          new Stmt.Block(
              List.of(
                  assign(known, constant(-1)),
                  assign(n, load(memory, add(at, constant(RowMemory.PLACES)))),
                  ifThen(
                      hasRoom(),
                      new Stmt.Block(List.of(assign(known, at), assign(lastKnown, at))))));
      return List.of(
          declare(first, load(lists.rows(), loop.variable())),
          declare(parts, subtract(load(lists.rows(), add(loop.variable(), constant(1))), first)),
          declare(hash, constant(0)),
          declare(alike, constant(0)),
          declare(known, constant(0)),
          ifThen(
              isPossible(),
              new Stmt.Block(
                  List.of(
                      declare(at, lastKnown),
                      declare(most, Imp.min(constant(together), rowsLeft)),
                      assign(alike, alikeThere),
                      ifThen(equal(alike, constant(0)), elsewhere),
                      ifThen(less(constant(0), alike), found)))));
    }

    /** What lists where the parts begin and how long they are. */
    private Stmt listing() {
      Variable part = names.fresh("part", Type.INT32);
      Variable k = names.fresh("segment", Type.INT32);
      Variable begin = names.fresh("begin", Type.INT32);
      Variable size = names.fresh("size", Type.INT32);
      List<Stmt> body =
          List.of(
              declare(k, load(lists.entries(), add(first, part))),
              declare(begin, load(lists.positions(), k)),
              declare(size, subtract(load(lists.positions(), add(k, constant(1))), begin)),
              store(begins, part, begin),
              store(lengths, part, size),
              assign(hash, add(hash, shiftLeft(size, part))));
      return forLoop(part, constant(0), parts, new Stmt.Block(body));
    }

    /**
     * Whether there is room for what is appended, for all rows that are alike, and there are as
     * many elements as lists have places: these are not tested, see {@link KnownRows}.
     */
    private Exp hasRoom() {
      Exp has = appended.hasRoom(multiply(alike, n));
      for (Variable array : AddedSegment.arrays(along.value(), along.p())) {
        has = and(has, lessEqual(length(lists.entries()), length(array)));
      }
      for (Variable array : AddedSegment.arrays(along.value(), along.q())) {
        has = and(has, lessEqual(length(lists.coordinates()), length(array)));
      }
      return has;
    }

    /** What remembers a row that is not known, if it looks like the one before. */
    List<Stmt> remembering(TouchExtent extent) {
      Variable mark = names.fresh("mark", Type.INT32);
      Exp remembered =
          call(
              RuntimeFunction.REMEMBER,
              memory,
              hash,
              begins,
              lengths,
              parts,
              lists.coordinates(),
              constant(lanes.applyAsInt(touch.values().type().element())));
      // Where it was may be another's now.
      Stmt forgotten = assign(lastKnown, constant(0));
      Exp isAgain = and(equal(mark, markBefore), equal(known, constant(0)));
      // Turns begin anew at times.
      Exp isTime =
          or(
              less(touch.turn(), rememberedIn),
              less(constant(PAUSE), subtract(touch.turn(), rememberedIn)));
      return List.of(
          declare(
              mark, add(multiply(hash, constant(FACTOR)), subtract(extent.end(), extent.first()))),
          ifThen(
              and(and(isAgain, isTime), isPossible()),
              new Stmt.Block(
                  List.of(
                      assign(rememberedIn, touch.turn()), assign(memory, remembered), forgotten))),
          assign(markBefore, mark));
    }
  }

  /** The function that computes all rows anew: only machine code can do it otherwise. */
  static Function anew(Function function) {
    return function.with(anew(function.body()));
  }

  /** Only rows that are known have spread vectors; to count one that is done does not need any. */
  private static Stmt anew(Stmt s) {
    return s instanceof Stmt.If(Exp _, Stmt known, Stmt anew) && spreads(known)
        ? anew(anew)
        : Walk.map(s, e -> e, RememberedTouches::anew);
  }

  private static boolean spreads(Stmt s) {
    return Walk.expressions(s).stream().anyMatch(RememberedTouches::spreads)
        || Walk.parts(s).stream().anyMatch(RememberedTouches::spreads);
  }

  private static boolean spreads(Exp e) {
    return e instanceof Exp.Spread
        || Walk.children(e).stream().anyMatch(RememberedTouches::spreads);
  }
}
