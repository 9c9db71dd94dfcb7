package org.einkorn.lower;

import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.breakTo;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.max;
import static org.einkorn.imp.Imp.not;
import static org.einkorn.imp.Imp.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.LevelFormat;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Occurrences;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Operator;

/**
 * Writes workspaces as code: a scalar is a local variable, a tile one for each coordinate, one with
 * located levels an array; any other takes entries in any order. Tables are made once in the
 * kernel's prologue and cleared for each use, in time proportional to what was in them. So it does
 * not matter if another run of the kernel left something in them, and they may be kept for it.
 */
final class WorkspaceCode {
  private final Tensors tensors;
  private final Names names;
  private final Map<String, List<Variable>> variables = new HashMap<>();
  private final Map<String, Variable> touched = new HashMap<>();
  private final Map<String, Boolean> started = new HashMap<>();
  private final Map<String, Exit> exits = new HashMap<>();
  private final InsertionCode insertions;

  /** What makes each workspace that was opened since this was last asked for. */
  private final Map<String, List<Stmt>> prologue = new LinkedHashMap<>();

  /** Workspaces that are not cleared where they are used: they must be new. */
  private final Set<String> used = new HashSet<>();

  private Exp places = constant(0);

  WorkspaceCode(Tensors tensors, Names names) {
    this.tensors = tensors;
    this.names = names;
    this.insertions = new InsertionCode(names);
  }

  /** The variable that holds the value of a scalar, or of a tile where the scope stands. */
  Optional<Variable> variable(Access access, Scope scope) {
    List<Variable> all = variables.get(access.tensor());
    if (all == null) {
      return Optional.empty();
    }
    TensorCode code = tensors.get(access.tensor());
    int number = 0;
    for (int l = 0; l < code.levels().size(); l++) {
      IndexVariable v = access.indices().get(code.type().format().dimension(l));
      number = number * constantOf(code.level(l).size()) + constantOf(scope.coordinate(v));
    }
    return Optional.of(all.get(number));
  }

  private static int constantOf(Exp e) {
    return e instanceof Exp.Const(Constant c) ? (int) c.asLong() : notConstant(e);
  }

  private static int notConstant(Exp e) {
    throw new IllegalStateException("a tile needs constants, not " + e);
  }

  /** The code that makes the tables opened since it was last asked for. */
  Stmt prologue() {
    Stmt code = block(prologue.values().stream().flatMap(List::stream).toList());
    prologue.clear();
    places = constant(0);
    return code;
  }

  /**
   * Leaves to somebody else to make those of these tables that need not be new, if their sizes are
   * all that tells how: the function that makes them of these.
   */
  Function kept(Set<Variable> sizes) {
    List<Stmt> made = new ArrayList<>();
    for (String name : List.copyOf(prologue.keySet())) {
      Stmt code = block(prologue.get(name));
      Set<Variable> read = new LinkedHashSet<>(Occurrences.used(code));
      read.removeAll(Occurrences.bound(code));
      if (!used.contains(name) && sizes.containsAll(read)) {
        made.addAll(prologue.remove(name));
      }
    }
    Stmt all = block(made);
    List<Variable> read = sizes.stream().filter(Occurrences.used(all)::contains).toList();
    return new Function("workspaces", read, List.copyOf(Occurrences.declared(all)), all);
  }

  /** How many places the largest of these has that has a place for every coordinate. */
  Exp places() {
    return places;
  }

  /** Code that makes the workspace empty; it is empty already if it is used once. */
  Stmt open(Workspace workspace, boolean once) {
    if (isInVariables(workspace)) {
      Stmt start = declareVariables(workspace);
      if (workspace.reading() != Workspace.Reading.IF_WRITTEN) {
        return start;
      }
      Variable flag = names.fresh(workspace.name() + "_set", Type.BOOL);
      touched.put(workspace.name(), flag);
      return block(start, declare(flag, constant(false)));
    }
    TensorCode code = tensors.get(workspace.name());
    // The planner may copy a Where into several cases; they share one set of tables.
    if (started.putIfAbsent(workspace.name(), true) == null) {
      prologue.put(workspace.name(), start(code));
    }
    if (once) {
      used.add(workspace.name());
      return Stmt.NOTHING;
    }
    if (isArray(code)) {
      return fill(code);
    }
    return insertions.clear(code);
  }

  /** From here on a scalar's producer is left, by the label given, once it has this value. */
  String leaveAt(Workspace workspace, Constant value) {
    Exit exit = new Exit(value, names.fresh("settled", Type.BOOL).name());
    exits.put(workspace.name(), exit);
    return exit.label;
  }

  /** How a producer is left, and at which value. */
  private record Exit(Constant value, String label) {
    /** Combines and looks; a truth value is the identity until it is the other. */
    Stmt reduce(Variable scalar, Operator operator, Exp next) {
      return value.type() == ElementType.BOOL
          ? ifThen(isReached(next), block(assign(scalar, constant(value)), breakTo(label)))
          : block(
              assign(scalar, operator.emit(List.of(scalar, next))),
              ifThen(isReached(scalar), breakTo(label)));
    }

    private Exp isReached(Exp e) {
      return value.type() != ElementType.BOOL
          ? equal(e, constant(value))
          : value.asLong() != 0 ? e : not(e);
    }
  }

  /** Whether every place of the workspace exists from the start. */
  private static boolean isArray(TensorCode code) {
    return code.type().format().isLocated();
  }

  private static Exp places(TensorCode code) {
    Exp places = constant(1);
    for (int l = 0; l < code.levels().size(); l++) {
      places = code.format(l).location().orElseThrow().count(code.level(l), places);
    }
    return places;
  }

  private Stmt fill(TensorCode code) {
    Variable place = names.fresh("p" + code.values().name(), Type.INT32);
    return forLoop(
        place,
        constant(0),
        places(code),
        store(code.values(), place, constant(code.type().fill())));
  }

  private static boolean isInVariables(Workspace workspace) {
    return workspace.type().order() == 0 || workspace.isTile();
  }

  private Stmt declareVariables(Workspace workspace) {
    int count = 1;
    for (LevelFormat.Code level : tensors.get(workspace.name()).levels()) {
      count *= constantOf(level.size());
    }
    List<Variable> all = new ArrayList<>();
    List<Stmt> code = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      String name = workspace.isTile() ? workspace.name() + k : workspace.name();
      Variable variable = names.fresh(name, Type.of(workspace.type().element()));
      all.add(variable);
      code.add(declare(variable, constant(workspace.type().fill())));
    }
    variables.put(workspace.name(), all);
    return block(code);
  }

  private List<Stmt> start(TensorCode code) {
    if (isArray(code)) {
      places = max(places, places(code));
      Exp array = new Exp.Allocate(code.type().element(), places(code));
      boolean isZero = code.type().fill().sameValue(Constant.zero(code.type().element()));
      return List.of(declare(code.values(), array), isZero ? Stmt.NOTHING : fill(code));
    }
    if (code.type().format().hasPlaces()) {
      places = max(places, code.levels().getLast().size());
    }
    return insertions.start(code, tensors.longestInput());
  }

  /** Code that makes what was inserted readable in order. */
  Stmt seal(Workspace workspace) {
    if (isInVariables(workspace)) {
      return Stmt.NOTHING;
    }
    TensorCode code = tensors.get(workspace.name());
    if (isArray(code)) {
      return Stmt.NOTHING;
    }
    return insertions.seal(workspace, code);
  }

  /** The statement that reads the workspace, if it has something to do. */
  Stmt consume(Workspace workspace, Stmt consumer) {
    return switch (workspace.reading()) {
      case ALWAYS -> consumer;
      case IF_WRITTEN -> ifThen(touched.get(workspace.name()), consumer);
      case UNLESS_FILL -> {
        Exp fill = constant(workspace.type().fill());
        yield ifThen(not(equal(variables.get(workspace.name()).getFirst(), fill)), consumer);
      }
    };
  }

  Stmt compute(Access target, Optional<Operator> operator, Exp value, Scope scope) {
    Optional<Variable> variable = variable(target, scope);
    if (variable.isPresent()) {
      Variable v = variable.get();
      Variable flag = touched.get(target.tensor());
      Stmt touch = flag == null ? Stmt.NOTHING : assign(flag, constant(true));
      Exit exit = exits.get(target.tensor());
      return exit == null
          ? block(assign(v, operator.map(op -> op.emit(List.of(v, value))).orElse(value)), touch)
          : block(touch, exit.reduce(v, operator.orElseThrow(), value));
    }
    TensorCode code = tensors.get(target.tensor());
    if (isArray(code)) {
      return locate(target, operator, value, scope);
    }
    return insertions.compute(target, code, operator, value, scope);
  }

  /** Stores a value, or combines it with what is there, at its place. */
  private Stmt locate(Access target, Optional<Operator> operator, Exp value, Scope scope) {
    TensorCode code = tensors.get(target.tensor());
    Exp position = constant(0);
    for (int l = 0; l < code.levels().size(); l++) {
      Exp coordinate = scope.coordinate(target.indices().get(code.type().format().dimension(l)));
      position =
          code.format(l).location().orElseThrow().locate(code.level(l), position, coordinate);
    }
    Exp place = position;
    return operator
        .map(op -> Lowering.accumulate(op, code.values(), place, value))
        .orElseGet(() -> store(code.values(), place, value));
  }
}
