package org.einkorn.lower;

import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifElse;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.max;
import static org.einkorn.imp.Imp.not;
import static org.einkorn.imp.Imp.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.format.Format;
import org.einkorn.format.Growth;
import org.einkorn.format.LevelFormat;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.lattice.Cursor;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Operator;

/**
 * Writes workspaces as code: a scalar is a local variable, a tile one for each coordinate, one with
 * located levels an array; any other takes entries in any order. Tables are made once in the
 * kernel's prologue and cleared for each use, in time proportional to what was in them.
 */
final class WorkspaceCode {
  /** For how many values a workspace has room that grows. */
  private static final int FIRST_ROOM = 16;

  private final Tensors tensors;
  private final Names names;
  private final Map<String, List<Variable>> variables = new HashMap<>();
  private final Map<String, Variable> touched = new HashMap<>();
  private final Map<String, Boolean> started = new HashMap<>();
  private List<Stmt> prologue = new ArrayList<>();
  private Exp places = constant(0);

  WorkspaceCode(Tensors tensors, Names names) {
    this.tensors = tensors;
    this.names = names;
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
    Stmt code = block(prologue);
    prologue = new ArrayList<>();
    places = constant(0);
    return code;
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
      start(code);
    }
    if (once) {
      return Stmt.NOTHING;
    }
    if (isArray(code)) {
      return fill(code);
    }
    List<Stmt> clear = new ArrayList<>();
    for (int l = 0; l < code.levels().size(); l++) {
      clear.add(inserting(code, l).clear(code.level(l)));
    }
    return block(clear);
  }

  /** Whether every place of the workspace exists from the start. */
  private static boolean isArray(TensorCode code) {
    Format format = code.type().format();
    return format.isLocated() && !format.takesInsertions();
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

  private void start(TensorCode code) {
    if (isArray(code)) {
      places = max(places, places(code));
      prologue.add(declare(code.values(), new Exp.Allocate(code.type().element(), places(code))));
      if (!code.type().fill().sameValue(Constant.zero(code.type().element()))) {
        prologue.add(fill(code));
      }
      return;
    }
    for (int l = 0; l < code.levels().size(); l++) {
      List<Exp> start = inserting(code, l).start(code.level(l));
      for (int k = 0; k < start.size(); k++) {
        prologue.add(declare(code.level(l).array(k), start.get(k)));
      }
    }
    Exp room = constant(FIRST_ROOM);
    if (code.type().format().hasPlaces()) {
      room = code.levels().getLast().size();
      places = max(places, room);
    }
    prologue.add(declare(code.values(), new Exp.Allocate(code.type().element(), room)));
    Constant fill = code.type().fill().as(code.type().element());
    if (code.type().format().isLocated() && !fill.sameValue(Constant.zero(fill.type()))) {
      prologue.add(store(code.values(), constant(0), constant(fill)));
    }
  }

  private static LevelFormat.Inserting inserting(TensorCode code, int level) {
    return code.format(level).inserting().orElseThrow();
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
    List<Stmt> seal = new ArrayList<>();
    Exp parents = constant(1);
    for (int l = 0; l < code.levels().size(); l++) {
      seal.add(inserting(code, l).seal(code.level(l), parents, tensors.longestInput()));
      parents = inserting(code, l).count(code.level(l));
    }
    return block(seal);
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
      Stmt set = assign(v, operator.map(op -> op.emit(List.of(v, value))).orElse(value));
      Variable flag = touched.get(target.tensor());
      return flag == null ? set : block(set, assign(flag, constant(true)));
    }
    TensorCode code = tensors.get(target.tensor());
    if (isArray(code)) {
      return locate(target, operator, value, scope);
    }
    List<Stmt> statements = new ArrayList<>();
    int leaf = code.levels().size() - 1;
    Exp position = constant(0);
    for (int l = 0; l < leaf; l++) {
      LevelFormat.Insertion child = insert(code, l, target, position, scope);
      statements.add(child.find());
      statements.add(ifThen(child.isNew(), child.add()));
      position = child.position();
    }
    LevelFormat.Insertion entry = insert(code, leaf, target, position, scope);
    statements.add(entry.find());
    if (operator.isEmpty()) {
      statements.add(ifThen(entry.isNew(), entry.add()));
      statements.add(set(code, entry.position(), value));
      return block(statements);
    }
    // Both branches use the value: what every round loads for it may move out of the loop.
    Variable once = names.fresh(target.tensor() + "_add", value.type());
    statements.add(declare(once, value));
    statements.add(
        ifElse(
            entry.isNew(),
            block(entry.add(), set(code, entry.position(), once)),
            Lowering.accumulate(operator.get(), code.values(), entry.position(), once)));
    return block(statements);
  }

  private static Stmt set(TensorCode code, Exp place, Exp value) {
    Stmt room =
        code.type().format().hasPlaces()
            ? Stmt.NOTHING
            : Growth.reserve(List.of(code.values()), place);
    return block(room, store(code.values(), place, value));
  }

  private LevelFormat.Insertion insert(
      TensorCode code, int level, Access target, Exp parent, Scope scope) {
    return inserting(code, level)
        .insert(
            code.level(level),
            parent,
            scope.coordinate(target.indices().get(code.type().format().dimension(level))),
            () -> names.fresh("p" + Cursor.label(target, level), Type.INT32),
            () -> names.fresh(target.tensor() + "_n", Type.INT32));
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
