package org.einkorn.imp;

import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;

/**
 * Rewrites a well-formed function until no rule applies, so simplifying twice changes nothing. A
 * run that does not fail gives the same results to the bit; a load or division that would have
 * failed may go if nobody uses its value, but calls that check something stay.
 */
public final class Simplifier {
  private final VariableRules variables;

  private Simplifier(Function function) {
    this.variables = new VariableRules(function);
  }

  public static Function simplify(Function function) {
    Function current = function;
    while (true) {
      Stmt body = new Simplifier(current).rewrite(current.body());
      if (body == current.body()) {
        return current;
      }
      current = current.with(body);
    }
  }

  private Stmt rewrite(Stmt s) {
    Stmt inner = Walk.map(s, this::rewrite, this::rewrite);
    return switch (inner) {
      case Stmt.Block b -> StatementRules.reduce(b);
      case Stmt.Declare d -> variables.reduce(d);
      case Stmt.Assign a -> variables.reduce(a);
      case Stmt.Store(Variable array, Exp index, Exp value, boolean streamed) -> {
        Variable source = variables.source(array);
        yield source == array ? inner : new Stmt.Store(source, index, value, streamed);
      }
      case Stmt.StoreRow t -> {
        Variable source = variables.source(t.array());
        yield source == t.array()
            ? inner
            : new Stmt.StoreRow(source, t.index(), t.rows(), t.vectors(), t.streamed());
      }
      case Stmt.Update(Variable array, Exp index, BinaryOp op, Exp value) -> {
        Variable source = variables.source(array);
        yield source == array ? inner : new Stmt.Update(source, index, op, value);
      }
      case Stmt.Run r -> Effects.canGo(r.call()) ? Stmt.NOTHING : r; // f(e) → , for a pure f
      case Stmt.If i -> StatementRules.reduce(i);
      case Stmt.While w -> StatementRules.reduce(w);
      case Stmt.For f -> StatementRules.reduce(f);
      case Stmt.Labelled l -> StatementRules.reduce(l);
      case Stmt.Break b -> b;
      case Stmt.Prefetch(Variable array, Exp index, Stmt.Cache into) -> {
        Variable source = variables.source(array);
        yield source == array ? inner : new Stmt.Prefetch(source, index, into);
      }
      case Stmt.Comment c -> c;
    };
  }

  private Exp rewrite(Exp e) {
    Exp inner = Walk.mapChildren(e, this::rewrite);
    return switch (inner) {
      case Exp.Const c -> c;
      case Variable v -> variables.value(v);
      case Exp.Load(Variable array, Exp index) -> {
        Variable source = variables.source(array);
        yield source == array ? inner : new Exp.Load(source, index);
      }
      case Exp.LoadVector l -> {
        Variable source = variables.source(l.array());
        yield source == l.array()
            ? inner
            : new Exp.LoadVector(source, l.index(), l.lanes(), l.line());
      }
      case Exp.Broadcast b -> b;
      case Exp.Joined j -> j;
      case Exp.Lane l -> l;
      case Exp.Spread s -> s;
      case Exp.Inside i -> i;
      case Exp.Length(Variable array) -> {
        Variable source = variables.source(array);
        yield source == array ? inner : new Exp.Length(source);
      }
      case Exp.Allocate a -> a;
      case Exp.Unary u -> ExpressionRules.reduce(u);
      case Exp.Binary b -> ExpressionRules.reduce(b);
      case Exp.Cast c -> ExpressionRules.reduce(c);
      case Exp.Select s -> ExpressionRules.reduce(s);
      case Exp.Call c -> c;
      case Exp.Invoke i -> i;
    };
  }
}
