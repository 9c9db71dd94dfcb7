package org.einkorn.lower;

import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.labelled;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.subtract;
import static org.einkorn.imp.Imp.update;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.einkorn.element.ElementType;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Occurrences;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.loops.LoopProgram;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Operator;
import org.einkorn.plan.Plan;
import org.einkorn.plan.ResultLayout;
import org.einkorn.plan.SharedPattern;

/** Writes a plan as imperative code. It makes no choices: what to do was decided in the plan. */
public final class Lowering {
  /** Old arrays are taken if they have room for one in so many of the entries there can be. */
  private static final int SHARE_OF_SPARE = 4;

  private final Tensors tensors;
  private final ExpressionCode expressions;
  private final MergeCode merges;
  private final LoopCode loops;
  private final BindCode binds;
  private final ResultCode result;
  private final WorkspaceCode workspaces;
  private final Projection projection;
  private final String target;
  private final Map<String, TensorType> types;

  /** A part of a result: only coordinates of the variable from {@code begin} up to {@code end}. */
  record Part(IndexVariable variable, Variable begin, Variable end) {}

  private Lowering(
      LoopProgram program,
      Plan plan,
      Tensors tensors,
      Names names,
      Projection projection,
      ResultMemory memory) {
    this(
        program,
        plan,
        tensors,
        names,
        projection,
        SharedPattern.of(program, plan, Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        memory);
  }

  Lowering(
      LoopProgram program,
      Plan plan,
      Tensors tensors,
      Names names,
      Projection projection,
      Optional<SharedPattern> pattern,
      Optional<Part> part,
      Optional<Exp> base,
      ResultMemory memory) {
    this.projection = projection;
    this.types = program.types();
    this.target = program.target().tensor();
    this.tensors = tensors;
    Positions positions = new Positions(tensors);
    this.workspaces = new WorkspaceCode(tensors, names);
    this.expressions = new ExpressionCode(types, positions, workspaces);
    this.binds = new BindCode(tensors.sizes(), names, this::emit);
    DomainCode domains = new DomainCode(tensors.sizes(), positions, names, program.hints());
    this.loops = new LoopCode(tensors.sizes(), positions, names, domains, this::emit);
    this.result =
        pattern
            .<ResultCode>map(
                p ->
                    new SharedResult(
                        p,
                        tensors.get(target),
                        positions,
                        names,
                        program.background(),
                        projection,
                        memory))
            .orElseGet(
                () -> appended(program, plan, tensors, names, projection, part, base, memory));
    this.merges = new MergeCode(positions, names, binds, domains, result, this::emit);
  }

  private static ResultCode appended(
      LoopProgram program,
      Plan plan,
      Tensors tensors,
      Names names,
      Projection projection,
      Optional<Part> part,
      Optional<Exp> base,
      ResultMemory memory) {
    ResultLayout layout = ResultLayout.of(program.target(), program.targetType().format());
    Optional<AppendBound.Bound> bound =
        layout.runs().isEmpty()
            ? Optional.empty()
            : AppendBound.of(plan, layout.runs().getLast().getFirst(), tensors, part);
    Optional<Part> shifted = part.filter(p -> layout.format().level(0).location().isPresent());
    TensorCode code = tensors.get(program.target().tensor());
    return new AppendedResult(
        layout,
        shifted.map(p -> code.withSize(0, subtract(p.end(), p.begin()))).orElse(code),
        names,
        program.background(),
        projection,
        bound,
        shifted.<Exp>map(Part::begin).or(() -> base),
        memory);
  }

  public static KernelCode lower(LoopProgram program, Plan plan) {
    return lower(program, plan, Projection.FUSED);
  }

  public static KernelCode lower(LoopProgram program, Plan plan, Projection projection) {
    Names names = new Names();
    Tensors tensors = new Tensors(program, names);
    List<Variable> variables = new ArrayList<>(tensors.variables());
    List<KernelCode.Parameter> parameters = new ArrayList<>(tensors.parameters());
    if (!projection.writesPattern()) {
      variables.add(ResultCode.assembledValues(tensors.get(program.target().tensor())));
      parameters.add(new KernelCode.AssembledValues());
    }
    Lowering lowering = new Lowering(program, plan, tensors, names, projection, ResultMemory.NEW);
    return new KernelCode(lowering.function(plan, variables), parameters);
  }

  private Function function(Plan plan, List<Variable> parameters) {
    Stmt start = result.start();
    return function(emit(plan, Scope.of(Map.of())), start, parameters);
  }

  private Function function(Stmt main, Stmt start, List<Variable> parameters) {
    Stmt body = block(workspaces.prologue(), start, main, result.finish());
    return new Function("kernel", parameters, result.results(), body, tensors.segments());
  }

  /**
   * The same appending to the arrays of a tensor that nobody needs any more; empty if nothing is
   * appended. To look for room at every append makes merges take up to twice as long, so where it
   * is known how many entries come at most arrays do not grow, and a run may fail.
   */
  public static Optional<SpareCode> lowerForSpare(LoopProgram program, Plan plan) {
    Names names = new Names();
    Tensors tensors = new Tensors(program, names);
    TensorCode code = tensors.get(program.target().tensor());
    ResultMemory memory = ResultMemory.appendedTo(code, names, SHARE_OF_SPARE);
    if (memory.isNew() || SharedPattern.of(program, plan, Optional.empty()).isPresent()) {
      return Optional.empty();
    }
    List<Variable> variables = new ArrayList<>(tensors.variables());
    List<KernelCode.Parameter> parameters = new ArrayList<>(tensors.parameters());
    for (int l = 0; l < code.levels().size(); l++) {
      List<Variable> arrays = code.level(l).arrays();
      for (int k = 0; k < arrays.size(); k++) {
        Optional<Variable> spare = Optional.ofNullable(memory.begunWith().get(arrays.get(k)));
        if (spare.isPresent()) {
          variables.add(spare.get());
          parameters.add(new KernelCode.SpareArray(l, k));
        }
      }
    }
    variables.add(memory.spare().orElseThrow());
    parameters.add(new KernelCode.SpareValues());
    Lowering lowering = new Lowering(program, plan, tensors, names, Projection.FUSED, memory);
    Stmt start = lowering.result.start();
    Stmt main = lowering.emit(plan, Scope.of(Map.of()));
    Function workspaces = lowering.keptWorkspaces(tensors);
    variables.addAll(workspaces.results());
    Function function = keeping(lowering.function(main, start, variables), workspaces);
    return Optional.of(
        new SpareCode(new KernelCode(function, parameters), workspaces, lowering.result.mayFail()));
  }

  /** With workspaces that it is given, if it sets variables of them, among its results. */
  static Function keeping(Function function, Function workspaces) {
    Set<Variable> set = Occurrences.assigned(function.body());
    List<Variable> results = new ArrayList<>(function.results());
    workspaces.results().stream().filter(set::contains).forEach(results::add);
    return function.giving(results);
  }

  /**
   * Emits what fills the workspaces around the main loop into {@code before}, and gives that loop.
   */
  Plan prepare(Plan plan, Scope scope, List<Stmt> before) {
    if (!(plan instanceof Plan.Where w)) {
      return plan;
    }
    before.add(workspaces.open(w.workspace(), true));
    before.add(producer(w, scope));
    before.add(workspaces.seal(w.workspace()));
    return prepare(w.consumer(), scope, before);
  }

  /** The code that makes the tables of what was emitted so far. */
  Stmt prologue() {
    return workspaces.prologue();
  }

  /** What makes those of these tables that need not be new, and may be given to the code then. */
  Function keptWorkspaces(Tensors tensors) {
    Set<Variable> sizes = new LinkedHashSet<>(tensors.variables());
    sizes.removeIf(v -> !v.type().equals(Type.INT32));
    return workspaces.kept(sizes);
  }

  /** How many places the largest of these tables has from the start. */
  Exp places() {
    return workspaces.places();
  }

  ResultCode result() {
    return result;
  }

  Stmt emit(Plan plan, Scope scope) {
    return switch (plan) {
      case Plan.Block b -> block(b.parts().stream().map(p -> emit(p, scope)).toList());
      case Plan.FullLoop l -> merges.full(l, scope);
      case Plan.MergeLoop l -> merges.merge(l, scope);
      case Plan.GuardedLoop l -> loops.guarded(l, scope);
      case Plan.ChainLoop l -> loops.chain(l, scope);
      case Plan.Unrolled u ->
          block(
              IntStream.range(0, u.count())
                  .mapToObj(k -> emit(u.body(), scope.with(u.variable(), constant(k))))
                  .toList());
      case Plan.Seek s -> loops.seek(s, scope);
      case Plan.Guard g -> loops.guard(g, scope);
      case Plan.If i -> {
        Exp holds = expressions.emit(i.condition(), ElementType.BOOL, scope);
        yield ifThen(Witnesses.in(holds, i.condition(), scope), emit(i.body(), scope));
      }
      case Plan.Bind b -> binds.bind(b, scope);
      case Plan.Where w -> {
        List<Stmt> code = new ArrayList<>();
        code.add(workspaces.open(w.workspace(), scope.isRoot()));
        code.add(producer(w, scope));
        code.add(workspaces.seal(w.workspace()));
        code.add(workspaces.consume(w.workspace(), emit(w.consumer(), scope)));
        yield block(code);
      }
      case Plan.Segment s -> result.segment(s, emit(s.body(), scope), scope);
      case Plan.Append a -> result.append(a, emit(a.body(), scope), scope);
      case Plan.Compute c -> Witnesses.in(compute(c, scope), scope);
    };
  }

  /** What fills a workspace, left at once where the rest of it could change nothing. */
  private Stmt producer(Plan.Where w, Scope scope) {
    if (w.until().isEmpty()) {
      return emit(w.producer(), scope);
    }
    String label = workspaces.leaveAt(w.workspace(), w.until().get());
    return labelled(label, emit(w.producer(), scope));
  }

  private Stmt compute(Plan.Compute c, Scope scope) {
    ElementType element = types.get(c.target().tensor()).element();
    Exp value = expressions.emit(c.value(), element, scope);
    if (!c.target().tensor().equals(target)) {
      return workspaces.compute(c.target(), c.operator(), value, scope);
    }
    if (!projection.writesValues()) {
      return Stmt.NOTHING;
    }
    Exp position = result.valuePosition(c.target(), scope);
    Variable values = result.results().getLast();
    return c.operator()
        .map(op -> accumulate(op, values, position, value))
        .orElseGet(() -> store(values, position, value));
  }

  /**
   * {@code values[position] op= value}, as an update where the operator is one of the machine's.
   */
  static Stmt accumulate(Operator operator, Variable values, Exp position, Exp value) {
    Exp combined = operator.emit(List.of(new Exp.Load(values, position), value));
    return combined instanceof Exp.Binary b
            && b.left().equals(new Exp.Load(values, position))
            && b.right() == value
        ? update(values, position, b.op(), value)
        : store(values, position, combined);
  }
}
