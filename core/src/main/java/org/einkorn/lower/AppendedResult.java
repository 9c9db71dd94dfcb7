package org.einkorn.lower;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.subtract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.einkorn.element.Constant;
import org.einkorn.format.Growth;
import org.einkorn.format.LevelFormat;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.lattice.Cursor;
import org.einkorn.notation.Expression.Access;
import org.einkorn.plan.Plan;
import org.einkorn.plan.ResultLayout;

/**
 * A result that is put together level by level: empty arrays first, then appends and segments, then
 * the final lengths.
 */
final class AppendedResult implements ResultCode {
  private final ResultLayout layout;
  private final TensorCode code;
  private final Names names;
  private final Constant background;
  private final Projection projection;

  /** How many entries the innermost run gets at most, if that is known before the loops. */
  private final Optional<AppendBound.Bound> bound;

  /** The first coordinate of the outermost level, if the result is only a part of one. */
  private final Optional<Exp> base;

  private final ResultMemory memory;

  private final Map<Integer, Variable> counters = new HashMap<>();

  /** Appends of the loops that are being written, if room was made for them before. */
  private final Set<Plan.Append> roomy = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Levels some of whose parents may never be visited. */
  private final Set<Integer> open = new HashSet<>();

  /** Values that nothing is assigned to are {@code background}. */
  AppendedResult(
      ResultLayout layout,
      TensorCode code,
      Names names,
      Constant background,
      Projection projection,
      Optional<AppendBound.Bound> bound,
      Optional<Exp> base,
      ResultMemory memory) {
    this.base = base;
    this.memory = memory;
    this.projection = projection;
    this.bound = bound;
    this.layout = layout;
    this.code = code;
    this.names = names;
    this.background = background;
    for (List<Integer> run : layout.runs()) {
      Variable counter =
          names.fresh(Cursor.label(layout.target(), run.getFirst()) + "_n", Type.INT32);
      run.forEach(l -> counters.put(l, counter));
    }
  }

  private boolean isLocated(int level) {
    return code.format(level).location().isPresent();
  }

  private LevelFormat.Appending appending(int level) {
    return code.format(level).appending().orElseThrow();
  }

  private Exp count(int level, Exp parents) {
    return code.format(level).location().orElseThrow().count(code.level(level), parents);
  }

  @Override
  public Stmt start() {
    List<Stmt> statements = new ArrayList<>();
    Exp parents = constant(1);
    for (int l = 0; l < code.levels().size(); l++) {
      if (isLocated(l)) {
        parents = count(l, parents);
        continue;
      }
      if (projection.writesPattern()) {
        List<Exp> start = appending(l).start(code.level(l), parents, capacity(l));
        for (int k = 0; k < start.size(); k++) {
          statements.add(memory.array(code.level(l).array(k), start.get(k), capacity(l)));
        }
      }
      if (!layout.runFrom(l).isEmpty()) {
        statements.add(declare(counters.get(l), memory.first()));
        parents = constant(0);
      }
    }
    boolean dense = layout.runs().isEmpty();
    if (projection == Projection.COMPUTE) {
      statements.add(declareValues(new Exp.Length(ResultCode.assembledValues(code))));
    } else if (dense || projection.writesValues()) {
      statements.add(declareValues(dense ? parents : valueCapacity()));
    }
    if (dense || projection == Projection.COMPUTE) {
      statements.add(fill(constant(0), new Exp.Length(code.values())));
    }
    return block(statements);
  }

  /**
   * Whether it is known how many positions a level gets at most: then its arrays do not grow. New
   * ones are that long from the start; spare ones may be too short (see {@link #mayFail}), and grow
   * where values grow as well that lie under the entries.
   */
  private boolean isBounded(int level) {
    return bound.isPresent()
        && layout.runs().getLast().contains(level)
        && (memory.isNew() || !isLocated(code.levels().size() - 1));
  }

  /** Whether the arrays of a level may have to be made longer when something is appended. */
  private boolean grows(int level) {
    return !isBounded(level) && memory.firstEntry().isEmpty();
  }

  @Override
  public boolean canBeWrittenInPlace() {
    List<List<Integer>> runs = layout.runs();
    return runs.size() == 1
        && runs.getFirst().getFirst() > 0
        && runs.getFirst().contains(code.levels().size() - 1)
        && open.isEmpty();
  }

  @Override
  public boolean mayFail() {
    return memory.isOfWholeResult() && isBounded(code.levels().size() - 1);
  }

  private Exp capacity(int level) {
    return isBounded(level) ? bound.get().most() : constant(16);
  }

  /** Values that lie under entries take much room, and are made beforehand if all come. */
  private Exp valueCapacity() {
    int last = code.levels().size() - 1;
    if (!isBlockBounded()) {
      return capacity(last);
    }
    Exp values = bound.get().most();
    for (int l = layout.runs().getLast().getLast() + 1; l <= last; l++) {
      values = count(l, values);
    }
    return values;
  }

  private boolean isBlockBounded() {
    return isLocated(code.levels().size() - 1)
        && bound.isPresent()
        && bound.get().reached()
        && memory.isNew()
        && projection == Projection.FUSED;
  }

  private Stmt declareValues(Exp length) {
    return memory.values(code, length);
  }

  private Stmt fill(Exp from, Exp to) {
    return memory.needs(background, code)
        ? ResultCode.fill(code, background, names, from, to)
        : Stmt.NOTHING;
  }

  /** The position of a level, from the coordinates and from what is being appended. */
  private Exp position(int level, Access target, Scope scope) {
    if (level < 0) {
      return constant(0);
    }
    return isLocated(level)
        ? code.format(level)
            .location()
            .orElseThrow()
            .locate(
                code.level(level),
                position(level - 1, target, scope),
                coordinate(level, target, scope))
        : counters.get(level);
  }

  private Exp coordinate(int level, Access target, Scope scope) {
    Exp coordinate = scope.coordinate(target.indices().get(code.type().format().dimension(level)));
    return level == 0 && base.isPresent() ? subtract(coordinate, base.get()) : coordinate;
  }

  @Override
  public Exp valuePosition(Access target, Scope scope) {
    return position(code.levels().size() - 1, target, scope);
  }

  @Override
  public Stmt append(Plan.Append append, Stmt body, Scope scope) {
    int last = append.levels().getLast();
    Variable counter = counters.get(last);
    int next = layout.nextRun(last);
    List<Stmt> add = new ArrayList<>();
    if (projection.writesPattern()) {
      for (int l : append.levels()) {
        add.add(appending(l).append(code.level(l), counter, scope.coordinate(layout.variable(l))));
      }
    }
    add.add(increment(counter));
    if (next < 0) {
      Stmt room = roomy.contains(append) ? Stmt.NOTHING : reserve(append.levels(), counter);
      return block(room, body, block(add));
    }
    Exp parents = add(counter, constant(1));
    for (int l = last + 1; l < next; l++) {
      parents = count(l, parents);
    }
    Variable begin = names.fresh(counters.get(next).name() + "_begin", Type.INT32);
    Stmt reserveEdges =
        projection.writesPattern()
            ? appending(next).reserveEdges(code.level(next), parents)
            : Stmt.NOTHING;
    add.addFirst(reserve(append.levels(), counter));
    return block(
        reserveEdges,
        declare(begin, counters.get(next)),
        body,
        ifThen(less(begin, counters.get(next)), block(add)));
  }

  @Override
  public Stmt withRoom(List<Plan> bodies, Exp rounds, boolean exact, Supplier<Stmt> loops) {
    int last = code.levels().size() - 1;
    List<Plan.Append> appends = new ArrayList<>();
    boolean others = false;
    for (Plan body : bodies) {
      if (body instanceof Plan.Append append && append.levels().getLast() == last) {
        appends.add(append);
      } else {
        others |= !body.equals(Plan.NOTHING);
      }
    }
    // Those of a whole result are often just long enough, and would grow for what may never come.
    boolean tooMuch = !exact && memory.isOfWholeResult();
    if (others || tooMuch || appends.isEmpty() || !grows(last)) {
      return loops.get();
    }
    List<Variable> together = growingTogether(appends.getFirst().levels());
    if (together.isEmpty()) {
      return loops.get();
    }
    Variable room = names.fresh(Cursor.label(layout.target(), last) + "_room", Type.INT32);
    roomy.addAll(appends);
    Stmt inRoom = loops.get();
    appends.forEach(roomy::remove);
    return block(
        declare(room, call(RuntimeFunction.TOTAL, counters.get(last), rounds)),
        Growth.reach(together, room),
        inRoom);
  }

  /** The arrays that get an element with each position of a run. */
  private List<Variable> growingTogether(List<Integer> run) {
    List<Variable> together = new ArrayList<>();
    if (projection.writesPattern()) {
      run.forEach(l -> together.addAll(appending(l).perPosition(code.level(l))));
    }
    if (hasValues(run)) {
      together.add(code.values());
    }
    return together;
  }

  private boolean hasValues(List<Integer> run) {
    return run.getLast() == code.levels().size() - 1 && projection == Projection.FUSED;
  }

  /**
   * Room for one more position in the levels of a run and, if it is the last run, for the values
   * there.
   */
  private Stmt reserve(List<Integer> run, Exp position) {
    int last = run.getLast();
    List<Variable> together = growingTogether(run);
    Stmt positions =
        together.isEmpty() || !grows(last) ? Stmt.NOTHING : Growth.reserve(together, position);
    boolean block = !hasValues(run) && layout.nextRun(last) < 0 && projection == Projection.FUSED;
    return block ? block(positions, reserveBlock(last, position)) : positions;
  }

  /**
   * Room for the dense values under one more position, set to what they are if nothing is assigned.
   */
  private Stmt reserveBlock(int level, Exp position) {
    Exp begin = position;
    Exp end = add(position, constant(1));
    for (int l = level + 1; l < code.levels().size(); l++) {
      begin = multiply(begin, code.level(l).size());
      end = count(l, end);
    }
    Variable to = names.fresh(code.values().name() + "_end", Type.INT32);
    return block(
        declare(to, end),
        isBlockBounded()
            ? Stmt.NOTHING
            : Growth.reserve(List.of(code.values()), subtract(to, constant(1))),
        fill(begin, to));
  }

  @Override
  public Stmt segment(Plan.Segment segment, Stmt body, Scope scope) {
    if (!segment.everyParent()) {
      open.add(segment.level());
    }
    if (!projection.writesPattern()) {
      return body;
    }
    Exp parent = position(segment.level() - 1, layout.target(), scope);
    return block(
        body,
        appending(segment.level())
            .closeEdge(code.level(segment.level()), parent, counters.get(segment.level())));
  }

  @Override
  public Stmt finish() {
    if (layout.runs().isEmpty() || !projection.writesPattern()) {
      return Stmt.NOTHING;
    }
    List<Stmt> statements = new ArrayList<>();
    Exp parents = constant(1);
    boolean counted = true;
    for (int l = 0; l < code.levels().size(); l++) {
      if (isLocated(l)) {
        parents = count(l, parents);
        if (!(parents instanceof Variable)) {
          Variable count = names.fresh(Cursor.label(layout.target(), l) + "_count", Type.INT32);
          statements.add(declare(count, parents));
          parents = count;
        }
      } else {
        statements.add(
            appending(l)
                .finish(
                    code.level(l),
                    parents,
                    counters.get(l),
                    new LevelFormat.Edges(counted, !open.contains(l))));
        parents = counters.get(l);
        counted = false;
      }
    }
    statements.add(
        projection.writesValues()
            ? assign(code.values(), call(RuntimeFunction.TRIM, code.values(), parents))
            : declareValues(parents));
    return block(statements);
  }

  @Override
  public List<Variable> results() {
    List<Variable> results = new ArrayList<>();
    if (projection.writesPattern()) {
      code.levels().forEach(l -> results.addAll(l.arrays()));
    }
    results.add(code.values());
    return results;
  }
}
