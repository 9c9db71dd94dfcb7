package org.einkorn.imp;

import java.util.Map;
import java.util.function.UnaryOperator;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Const;
import org.einkorn.imp.Exp.Variable;

/** Code once more, with other variables or values in the place of some. */
final class Copying {
  private Copying() {}

  /** Adds a new name for everything that the statement declares. */
  static void rename(Stmt s, UnaryOperator<Variable> fresh, Map<Variable, Exp> replacements) {
    switch (s) {
      case Stmt.Declare d -> replacements.put(d.variable(), fresh.apply(d.variable()));
      case Stmt.For f -> replacements.put(f.variable(), fresh.apply(f.variable()));
      default -> {} // Nothing else declares.
    }
    for (Stmt part : Walk.parts(s)) {
      rename(part, fresh, replacements);
    }
  }

  static Stmt replace(Stmt s, Map<Variable, Exp> replacements) {
    return switch (Walk.map(s, e -> replace(e, replacements), p -> replace(p, replacements))) {
      case Stmt.Declare d -> Imp.declare(renamed(d.variable(), replacements), d.value());
      case Stmt.Assign a -> Imp.assign(renamed(a.variable(), replacements), a.value());
      case Stmt.Store t ->
          new Stmt.Store(renamed(t.array(), replacements), t.index(), t.value(), t.streamed());
      case Stmt.StoreRow t ->
          new Stmt.StoreRow(
              renamed(t.array(), replacements), t.index(), t.rows(), t.vectors(), t.streamed());
      case Stmt.Update u ->
          Imp.update(renamed(u.array(), replacements), u.index(), u.op(), u.value());
      case Stmt.For f ->
          Imp.forLoop(renamed(f.variable(), replacements), f.from(), f.to(), f.body());
      case Stmt.Block b -> b;
      case Stmt.Run r -> r;
      case Stmt.If i -> i;
      case Stmt.While w -> w;
      case Stmt.Labelled l -> l;
      case Stmt.Break b -> b;
      case Stmt.Prefetch p ->
          new Stmt.Prefetch(renamed(p.array(), replacements), p.index(), p.into());
      case Stmt.Comment c -> c;
    };
  }

  static Exp replace(Exp e, Map<Variable, Exp> replacements) {
    return switch (Walk.mapChildren(e, child -> replace(child, replacements))) {
      case Variable v -> replacements.getOrDefault(v, v);
      case Exp.Load l -> Imp.load(renamed(l.array(), replacements), l.index());
      case Exp.LoadVector l ->
          new Exp.LoadVector(renamed(l.array(), replacements), l.index(), l.lanes(), l.line());
      case Exp.Length l -> Imp.length(renamed(l.array(), replacements));
      case Binary(BinaryOp op, Exp a, Exp b) when op == BinaryOp.ADD -> sum(a, b);
      case Exp other -> other;
    };
  }

  /** With others in the place of whole expressions. */
  static Stmt exchange(Stmt s, Map<Exp, ? extends Exp> others) {
    return Walk.map(s, e -> exchange(e, others), part -> exchange(part, others));
  }

  static Exp exchange(Exp e, Map<Exp, ? extends Exp> others) {
    Exp other = others.get(e);
    return other != null ? other : Walk.mapChildren(e, child -> exchange(child, others));
  }

  /** (i + 1) + 2 → i + 3 */
  private static Exp sum(Exp a, Exp b) {
    return a instanceof Binary(BinaryOp op, Exp base, Const first)
            && op == BinaryOp.ADD
            && a.type().equals(Type.INT32)
            && b instanceof Const
        ? Imp.add(base, Imp.add(first, b))
        : Imp.add(a, b);
  }

  private static Variable renamed(Variable v, Map<Variable, Exp> replacements) {
    return replacements.get(v) instanceof Variable other ? other : v;
  }
}
