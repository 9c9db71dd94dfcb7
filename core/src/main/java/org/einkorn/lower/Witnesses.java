package org.einkorn.lower;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Walk;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;

/** Lets functions that may fail say where they did: at which coordinate of every loop around. */
final class Witnesses {
  private final List<Exp.Witness> witnesses;

  private Witnesses(Scope scope, Predicate<IndexVariable> matters) {
    this.witnesses =
        scope.coordinates().entrySet().stream()
            .filter(e -> matters.test(e.getKey()))
            .sorted(Map.Entry.comparingByKey(Comparator.comparing(IndexVariable::name)))
            .map(e -> new Exp.Witness(e.getKey().name(), e.getValue()))
            .toList();
  }

  /** A statement that runs where the scope stands. */
  static Stmt in(Stmt statement, Scope scope) {
    return new Witnesses(scope, _ -> true).in(statement);
  }

  /** The condition of a mask, of which only coordinates matter that it uses. */
  static Exp in(Exp code, Expression condition, Scope scope) {
    return new Witnesses(scope, Expressions.variables(condition)::contains).in(code);
  }

  private Stmt in(Stmt s) {
    return Walk.with(
        s,
        Walk.expressions(s).stream().map(this::in).toList(),
        Walk.parts(s).stream().map(this::in).toList());
  }

  private Exp in(Exp e) {
    Exp inner = Walk.mapChildren(e, this::in);
    return inner instanceof Exp.Invoke i && i.function().mayFail() && i.witnesses().isEmpty()
        ? new Exp.Invoke(i.function(), i.arguments(), witnesses)
        : inner;
  }
}
