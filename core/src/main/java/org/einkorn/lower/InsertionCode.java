package org.einkorn.lower;

import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifElse;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.not;
import static org.einkorn.imp.Imp.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.format.Growth;
import org.einkorn.format.LevelFormat;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.lattice.Cursor;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression.Access;
import org.einkorn.operator.Operator;

/** Writes workspaces that take entries in any order: how, their levels say. */
final class InsertionCode {
  /** For how many values a workspace has room that grows. */
  private static final int FIRST_ROOM = 16;

  private final Names names;

  /** What values are combined with, by workspace. */
  private final Map<String, Operator> operators = new HashMap<>();

  InsertionCode(Names names) {
    this.names = names;
  }

  private static LevelFormat.Inserting inserting(TensorCode code, int level) {
    return code.format(level).inserting().orElseThrow();
  }

  /** Code that makes an empty workspace; {@code reads} is about how often it is asked for one. */
  List<Stmt> start(TensorCode code, Exp reads) {
    List<Stmt> made = new ArrayList<>();
    for (int l = 0; l < code.levels().size(); l++) {
      List<Exp> start = inserting(code, l).start(code.level(l), reads);
      for (int k = 0; k < start.size(); k++) {
        made.add(declare(code.level(l).array(k), start.get(k)));
      }
    }
    Exp room =
        code.type().format().hasPlaces() ? code.levels().getLast().size() : constant(FIRST_ROOM);
    made.add(declare(code.values(), new Exp.Allocate(code.type().element(), room)));
    return made;
  }

  Stmt clear(TensorCode code) {
    List<Stmt> clear = new ArrayList<>();
    for (int l = 0; l < code.levels().size(); l++) {
      clear.add(inserting(code, l).clear(code.level(l)));
    }
    return block(clear);
  }

  Stmt compute(
      Access target, TensorCode code, Optional<Operator> operator, Exp value, Scope scope) {
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
    operators.put(target.tensor(), operator.get());
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

  /** Code that makes what was inserted readable in order. */
  Stmt seal(Workspace workspace, TensorCode code) {
    List<Stmt> seal = new ArrayList<>();
    Exp parents = constant(1);
    for (int l = 0; l < code.levels().size(); l++) {
      seal.add(inserting(code, l).seal(code.level(l), parents));
      parents = inserting(code, l).count(code.level(l));
    }
    seal.add(combine(workspace, code));
    return block(seal);
  }

  /** Combines the values of entries that turned out to belong together, in the order they came. */
  private Stmt combine(Workspace workspace, TensorCode code) {
    int leaf = code.levels().size() - 1;
    Operator operator = operators.get(workspace.name());
    if (operator == null
        || inserting(code, leaf).standsFor(code.level(leaf), constant(0)).isEmpty()) {
      return Stmt.NOTHING;
    }
    Variable entry = names.fresh("p" + Cursor.label(workspace.name(), leaf), Type.INT32);
    Exp one = inserting(code, leaf).standsFor(code.level(leaf), entry).orElseThrow();
    Exp added = load(code.values(), entry);
    return forLoop(
        entry,
        constant(0),
        inserting(code, leaf).count(code.level(leaf)),
        ifThen(not(equal(one, entry)), Lowering.accumulate(operator, code.values(), one, added)));
  }
}
