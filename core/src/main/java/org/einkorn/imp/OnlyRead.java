package org.einkorn.imp;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * Which arrays a function reads and nothing else: what stands in them never changes while it runs.
 */
final class OnlyRead {
  private final Set<Variable> arrays = new HashSet<>();

  private OnlyRead() {}

  static Set<Variable> of(Function function) {
    OnlyRead read = new OnlyRead();
    for (Variable p : function.parameters()) {
      if (p.type() instanceof Type.Array) {
        read.arrays.add(p);
      }
    }
    read.visit(function.body());
    return read.arrays;
  }

  private void visit(Stmt s) {
    switch (s) {
      case Stmt.Assign a -> arrays.remove(a.variable());
      case Stmt.Store t -> arrays.remove(t.array());
      case Stmt.StoreRow t -> arrays.remove(t.array());
      case Stmt.Update u -> arrays.remove(u.array());
      default -> {}
    }
    Walk.expressions(s).forEach(this::visit);
    Walk.parts(s).forEach(this::visit);
  }

  /** An array that is handed on may be written there. */
  private void visit(Exp e) {
    if (e instanceof Variable v) {
      arrays.remove(v);
    }
    List<Exp> children = Walk.children(e);
    for (int k = 0; k < children.size(); k++) {
      boolean isRead = e instanceof Exp.Call c && c.function().onlyReads(k);
      if (!(isRead && children.get(k) instanceof Variable)) {
        visit(children.get(k));
      }
    }
  }
}
