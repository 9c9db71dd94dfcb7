package org.einkorn.lower;

import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.length;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.store;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.format.Format;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Occurrences;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Simplifier;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Verifier;
import org.einkorn.loops.Chunks;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.notation.Expression.Access;
import org.einkorn.operator.Operator;
import org.einkorn.plan.Plan;

/** Writes a program in chunks as code. */
public final class ChunkLowering {
  private final Chunks chunks;
  private final Names names = new Names();
  private final Tensors tensors;
  private final Positions positions;
  private final Variable begin;
  private final Variable end;

  private ChunkLowering(Chunks chunks) {
    this.chunks = chunks;
    this.tensors = new Tensors(chunks.program(), names);
    this.positions = new Positions(tensors);
    this.begin = names.fresh(chunks.begin().name(), Type.INT32);
    this.end = names.fresh(chunks.end().name(), Type.INT32);
  }

  public static ChunkCode lower(Chunks chunks, Plan plan) {
    return new ChunkLowering(chunks).lower(plan);
  }

  private ChunkCode lower(Plan plan) {
    boolean joined = chunks.combination() == Chunks.Combination.JOINED;
    Scope scope = Scope.of(Map.of(chunks.begin(), begin, chunks.end(), end));
    Optional<Lowering.Part> part =
        joined ? Optional.of(new Lowering.Part(chunks.variable(), begin, end)) : Optional.empty();
    Lowering lowering =
        new Lowering(chunks.program(), plan, tensors, names, Projection.FUSED, part);
    List<Stmt> first = new ArrayList<>();
    Plan main = lowering.prepare(plan, scope, first);
    Stmt prepared = block(lowering.prologue(), block(first));
    Stmt loop = lowering.emit(main, scope);
    Stmt result = lowering.result().start();
    Stmt before = joined ? prepared : block(result, prepared);
    Stmt body =
        joined
            ? block(lowering.prologue(), result, loop, lowering.result().finish())
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
    all.add(begin);
    all.add(end);
    return new ChunkCode(
        chunks,
        checked(new Function("before", tensors.variables(), shared, before)),
        checked(new Function("chunk", all, results, body)),
        checked(weight()),
        chunks.combination() == Chunks.Combination.REDUCED
            ? Optional.of(checked(combine(values)))
            : Optional.empty(),
        shared,
        shared.indexOf(values),
        tensors.parameters());
  }

  private static Function checked(Function function) {
    Function simple = Simplifier.simplify(function);
    Verifier.verify(simple);
    return simple;
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

  /** Adds the values that one chunk has to those of others. */
  private Function combine(Variable values) {
    Variable part = names.fresh(values.name() + "_part", values.type());
    Variable p = names.fresh("p", Type.INT32);
    Operator operator = chunks.reducer().orElseThrow();
    Exp combined = operator.emit(List.of(load(values, p), load(part, p)));
    return new Function(
        "combine",
        List.of(values, part),
        List.of(),
        forLoop(p, constant(0), length(values), store(values, p, combined)));
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
