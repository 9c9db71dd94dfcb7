package org.einkorn.lower;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.length;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.max;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.subtract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.format.Format;
import org.einkorn.format.LevelFormat.Range;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Occurrences;
import org.einkorn.imp.Optimiser;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.VectorForm;
import org.einkorn.imp.Walk;
import org.einkorn.loops.Chunks;
import org.einkorn.loops.Domain;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Operator;
import org.einkorn.plan.Clearing;
import org.einkorn.plan.Plan;
import org.einkorn.plan.PlanVerifier;
import org.einkorn.plan.SharedPattern;

/** Writes a program in chunks as code. */
public final class ChunkLowering {
  private final Chunks chunks;
  private final Names names = new Names();
  private final Tensors tensors;
  private final Positions positions;
  private final Variable begin;
  private final Variable end;
  private final Variable base;

  /** What operand the result has its pattern from, if it has it from one. */
  private final Optional<SharedPattern> pattern;

  private ChunkLowering(Chunks chunks, Optional<SharedPattern> pattern) {
    this.chunks = chunks;
    this.pattern = pattern;
    this.tensors = new Tensors(chunks.program(), names);
    this.positions = new Positions(tensors);
    this.begin = names.fresh(chunks.begin().name(), Type.INT32);
    this.end = names.fresh(chunks.end().name(), Type.INT32);
    this.base = names.fresh("base", Type.INT32);
  }

  /** What memory results are written to. */
  public enum Memory {
    NEW,
    /**
     * That of a result nobody needs any more, given to {@code before}; parts that are joined are
     * appended to those of another run.
     */
    SPARE
  }

  public static ChunkCode lower(Chunks chunks, Plan plan, Memory memory) {
    Optional<SharedPattern> pattern =
        chunks.whole() instanceof Domain.All
            ? SharedPattern.of(chunks.program(), plan, Optional.of(chunks.variable()))
            : Optional.empty();
    Chunks placed = pattern.isPresent() ? chunks.combined(Chunks.Combination.SHARED) : chunks;
    ChunkLowering lowering = new ChunkLowering(placed, pattern);
    if (memory == Memory.NEW) {
      return new ChunkLowering(placed, pattern)
          .lowerWithSetRows(plan)
          .orElseGet(() -> lowering.lower(plan, ResultMemory.NEW));
    }
    return placed.combination() == Chunks.Combination.JOINED
        ? lowering.lower(plan, lowering.oldParts())
        : lowering.lowerForSpare(plan);
  }

  /**
   * The same with parts that need not be joined: each is written into the arrays of another result,
   * from an entry on that comes after the bounds of the chunk. Nothing keeps it from running over
   * into the next one, or out of bounds. Empty if the result cannot be written so.
   */
  public static Optional<ChunkCode> lowerInPlace(Chunks chunks, Plan plan) {
    ChunkLowering lowering = new ChunkLowering(chunks, Optional.empty());
    ResultMemory memory = lowering.oldParts();
    return memory.isNew()
        ? Optional.empty()
        : lowering.lowerIfPossible(
            plan, memory.from(lowering.names.fresh("first_entry", Type.INT32)));
  }

  /** Parts are appended to the arrays of old ones, where they have some that grow. */
  private ResultMemory oldParts() {
    TensorCode result = tensors.get(chunks.program().target().tensor());
    return ResultMemory.appendedTo(result, names, 1);
  }

  /**
   * For new memory, with rows that are set before they are added to, so that they can begin in
   * registers and nobody reads them. Empty if there are no such rows: new memory is zero anyway.
   */
  private Optional<ChunkCode> lowerWithSetRows(Plan plan) {
    return clearing(plan)
        .map(p -> lower(p, new ResultMemory(Optional.empty(), true, Map.of())))
        .filter(code -> VectorForm.setsRows(code.chunk()));
  }

  private ChunkCode lowerForSpare(Plan plan) {
    Optional<Plan> clearing = clearing(plan);
    Variable values = tensors.get(chunks.program().target().tensor()).values();
    Variable spare = names.fresh(values.name() + "_spare", values.type());
    return lower(
        clearing.orElse(plan),
        new ResultMemory(Optional.of(spare), clearing.isPresent(), Map.of()));
  }

  /** The plan so that it sets values before it adds to them, if it can. */
  private Optional<Plan> clearing(Plan plan) {
    Optional<Plan> clearing =
        chunks.combination() == Chunks.Combination.SHARED
            ? Clearing.of(chunks.program(), plan, pattern, chunks.variable())
            : Optional.empty();
    clearing.ifPresent(p -> PlanVerifier.verify(chunks.program(), p));
    return clearing;
  }

  private ChunkCode lower(Plan plan, ResultMemory memory) {
    return lowerIfPossible(plan, memory).orElseThrow();
  }

  /** Empty if the result cannot be written to a part of this memory. */
  private Optional<ChunkCode> lowerIfPossible(Plan plan, ResultMemory memory) {
    boolean joined = chunks.combination() == Chunks.Combination.JOINED;
    boolean stretch = chunks.combination() == Chunks.Combination.BOUNDARY;
    Scope scope = Scope.of(Map.of(chunks.begin(), begin, chunks.end(), end));
    List<Stmt> rowBounds = new ArrayList<>();
    Optional<Lowering.Part> part = joined ? part(rowBounds) : Optional.empty();
    Lowering lowering =
        new Lowering(
            chunks.program(),
            plan,
            tensors,
            names,
            Projection.FUSED,
            pattern,
            part,
            stretch ? Optional.of(base) : Optional.empty(),
            memory);
    List<Stmt> first = new ArrayList<>();
    Plan main = lowering.prepare(plan, scope, first);
    Stmt prepared = block(lowering.prologue(), block(first));
    Stmt loop = lowering.emit(main, scope);
    if (memory.firstEntry().isPresent() && !lowering.result().canBeWrittenInPlace()) {
      return Optional.empty();
    }
    Exp places = lowering.places();
    Function workspaces = lowering.keptWorkspaces(tensors);
    Stmt result = lowering.result().start();
    Stmt before = joined ? prepared : block(result, prepared);
    Stmt body =
        joined
            ? block(block(rowBounds), lowering.prologue(), result, loop, lowering.result().finish())
            : block(lowering.prologue(), loop);
    List<Variable> results = joined ? lowering.result().results() : List.of();
    Set<Variable> made = Occurrences.declared(before);
    List<Variable> shared = new ArrayList<>();
    for (Variable v : Occurrences.used(body)) {
      if (made.contains(v)) {
        shared.add(v);
      }
    }
    Variable values = lowering.result().results().getLast();
    if (!joined && !shared.contains(values)) {
      shared.add(values);
    }
    List<Variable> all = new ArrayList<>(tensors.variables());
    all.addAll(shared);
    all.addAll(workspaces.results());
    all.add(begin);
    all.add(end);
    if (stretch) {
      all.add(base);
    }
    memory.firstEntry().ifPresent(all::add);
    List<Variable> given = new ArrayList<>(tensors.variables());
    List<Integer> renewed = new ArrayList<>();
    if (joined) {
      for (Variable array : results) {
        Optional<Variable> old = memory.spareOf(array, values);
        old.ifPresent(all::add);
        old.ifPresent(v -> renewed.add(results.indexOf(array)));
      }
    } else {
      memory.spare().ifPresent(given::add);
    }
    Function whole =
        Lowering.keeping(new Function("chunk", all, results, body, tensors.segments()), workspaces);
    Function chunk = Optimiser.simplify(whole);
    return Optional.of(
        new ChunkCode(
            chunks,
            Optimiser.optimise(new Function("before", given, shared, before)),
            Optimiser.optimise(workspaces),
            joined ? untrimmed(chunk, results) : chunk,
            Optimiser.optimise(weight()),
            Optimiser.optimise(extent(places)),
            stretch ? Optional.of(Optimiser.optimise(rows())) : Optional.empty(),
            chunks.overlap() ? Optional.of(Optimiser.optimise(combine(values))) : Optional.empty(),
            shared,
            shared.indexOf(values),
            pattern.isPresent() ? patternParameters(lowering.result()) : List.of(),
            renewed,
            tensors.parameters()));
  }

  private List<Integer> patternParameters(ResultCode result) {
    List<Variable> arrays = result.results();
    return arrays.subList(0, arrays.size() - 1).stream().map(tensors.variables()::indexOf).toList();
  }

  /**
   * The stretch of the result's first level that a chunk gives. Where the divided loop runs over
   * parts of the variable, it follows from the bounds of the loop inside.
   */
  private Optional<Lowering.Part> part(List<Stmt> setup) {
    Format format = chunks.program().targetType().format();
    IndexVariable first = chunks.program().target().indices().get(format.dimension(0));
    if (first.equals(chunks.variable())) {
      return Optional.of(new Lowering.Part(first, begin, end));
    }
    Statement.Forall parts = (Statement.Forall) loop(chunks.program().body());
    if (!(parts.body() instanceof Statement.Forall rows && rows.variable().equals(first))) {
      return Optional.empty();
    }
    Range range = reached(parts.variable(), rows, setup);
    Variable from = names.fresh(first.name() + "_first", Type.INT32);
    Variable to = names.fresh(first.name() + "_last", Type.INT32);
    setup.add(declare(from, range.begin()));
    setup.add(declare(to, max(range.begin(), range.end())));
    return Optional.of(new Lowering.Part(first, from, to));
  }

  /** The coordinates that an inner loop reaches within a chunk of an outer one. */
  private Range reached(IndexVariable outer, Statement.Forall inner, List<Stmt> setup) {
    IndexVariable last = new IndexVariable(outer.name() + "_last");
    DomainCode.Bounds bounds =
        new DomainCode(tensors.sizes(), positions, names, chunks.program().hints())
            .far()
            .bounds(
                inner.domain().through(outer, chunks.begin(), last),
                inner.variable(),
                Scope.of(Map.of(chunks.begin(), begin, last, subtract(end, constant(1)))));
    setup.add(bounds.setup());
    return bounds.coordinates();
  }

  /** How many positions operands have before a coordinate of the divided loop. */
  private Function weight() {
    Variable at = names.fresh(chunks.variable().name() + "_at", Type.INT32);
    Exp total = null;
    Set<String> counted = new LinkedHashSet<>();
    for (Access a : Statements.accesses(loop(chunks.program().body()))) {
      if (chunks.program().inputs().containsKey(a.tensor())
          && isDivided(a)
          && counted.add(a.tensor())) {
        TensorCode code = positions.code(a);
        Exp before = positions.under(a, code.levels().size() - 1, at, at).begin();
        total = total == null ? before : call(RuntimeFunction.TOTAL, total, before);
      }
    }
    Variable weight = names.fresh("weight", Type.INT32);
    List<Variable> parameters = new ArrayList<>(tensors.variables());
    parameters.add(at);
    return new Function(
        "weight", parameters, List.of(weight), declare(weight, total == null ? at : total));
  }

  /**
   * Without the copies that give arrays their final lengths, which are results too then: joining
   * the parts copies them anyway.
   *
   * @param arrays the first results
   */
  private Function untrimmed(Function chunk, List<Variable> arrays) {
    Map<Variable, Exp> lengths = new HashMap<>();
    List<Stmt> statements = new ArrayList<>();
    for (Stmt s : Walk.parts(chunk.body())) {
      if (s instanceof Stmt.Assign(Variable array, Exp.Call(RuntimeFunction f, List<Exp> arguments))
          && f == RuntimeFunction.TRIM) {
        lengths.put(array, arguments.getLast());
      } else {
        statements.add(s);
      }
    }
    List<Variable> results = new ArrayList<>(arrays);
    for (Variable array : arrays) {
      Variable length = names.fresh(array.name() + "_length", Type.INT32);
      statements.add(declare(length, lengths.getOrDefault(array, new Exp.Length(array))));
      results.add(length);
    }
    results.addAll(chunk.results().subList(arrays.size(), chunk.results().size()));
    return chunk.giving(results).with(block(statements));
  }

  /** How many coordinates the loop has if it is not divided, and what places a chunk needs. */
  private Function extent(Exp places) {
    DomainCode.Bounds bounds =
        new DomainCode(tensors.sizes(), positions, names, chunks.program().hints())
            .bounds(chunks.whole(), chunks.variable(), Scope.of(Map.of()));
    Variable extent = names.fresh("extent", Type.INT32);
    Variable made = names.fresh("places", Type.INT32);
    return new Function(
        "extent",
        tensors.variables(),
        List.of(extent, made),
        block(bounds.setup(), declare(extent, bounds.coordinates().end()), declare(made, places)));
  }

  /** The values that a chunk reaches: from, up to, and the first coordinate of the first level. */
  private Function rows() {
    Statement.Forall stretches = (Statement.Forall) loop(chunks.program().body());
    Statement.Forall rows = (Statement.Forall) stretches.body();
    Variable first = names.fresh("first", Type.INT32);
    Variable start = names.fresh("start", Type.INT32);
    Variable stop = names.fresh("stop", Type.INT32);
    TensorCode result = tensors.get(chunks.program().target().tensor());
    Exp stride = constant(1);
    for (int l = 1; l < result.levels().size(); l++) {
      stride = multiply(stride, result.level(l).size());
    }
    List<Stmt> setup = new ArrayList<>();
    Range range = reached(stretches.variable(), rows, setup);
    List<Variable> parameters = new ArrayList<>(tensors.variables());
    parameters.add(begin);
    parameters.add(end);
    return new Function(
        "rows",
        parameters,
        List.of(start, stop, first),
        block(
            block(setup),
            declare(first, range.begin()),
            declare(start, multiply(first, stride)),
            declare(stop, multiply(range.end(), stride))));
  }

  /** Adds the values that one chunk has to those of others. */
  private Function combine(Variable values) {
    Variable part = names.fresh(values.name() + "_part", values.type());
    Variable offset = names.fresh("offset", Type.INT32);
    Variable p = names.fresh("p", Type.INT32);
    Operator operator = chunks.reducer().orElseThrow();
    return new Function(
        "combine",
        List.of(values, part, offset),
        List.of(),
        forLoop(
            p,
            constant(0),
            length(part),
            Lowering.accumulate(operator, values, add(offset, p), load(part, p))));
  }

  private static Statement loop(Statement statement) {
    return statement instanceof Statement.Where w ? loop(w.consumer()) : statement;
  }

  /** Whether the divided loop's variable is that of the first level of a sparse operand. */
  private boolean isDivided(Access access) {
    Format format = tensors.get(access.tensor()).type().format();
    return format.order() > 0
        && access.indices().get(format.dimension(0)).equals(chunks.variable())
        && format.levels().stream().anyMatch(l -> l.location().isEmpty())
        && positions.isInOrder(access);
  }
}
