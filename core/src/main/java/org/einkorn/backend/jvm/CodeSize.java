package org.einkorn.backend.jvm;

import java.util.IdentityHashMap;
import java.util.Map;
import org.einkorn.element.Constant;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Walk;

/**
 * Bounds the bytes of code a node becomes, wherever its variables live: a field or a wide local
 * takes 4 bytes to read or write. Remembers each node by identity, so asking again for a part costs
 * nothing.
 */
final class CodeSize {
  private static final int ACCESS = 4;
  private static final int JUMP = 3;

  private final Map<Object, Integer> known = new IdentityHashMap<>();

  int of(Exp e) {
    Integer size = known.get(e);
    if (size == null) {
      size = own(e);
      for (Exp child : Walk.children(e)) {
        size += of(child);
      }
      known.put(e, size);
    }
    return size;
  }

  int of(Stmt s) {
    Integer size = known.get(s);
    if (size == null) {
      size = own(s);
      for (Exp e : Walk.expressions(s)) {
        size += of(e);
      }
      for (Stmt part : Walk.parts(s)) {
        size += of(part);
      }
      known.put(s, size);
    }
    return size;
  }

  /** Says how large a node is that stands for something else. */
  void set(Object node, int size) {
    known.put(node, size);
  }

  private static int own(Exp e) {
    return switch (e) {
      case Exp.Const(Constant c) -> 3;
      case Exp.Variable v -> ACCESS;
      case Exp.Load l -> ACCESS + 1;
      case Exp.LoadVector l -> ACCESS + 6;
      case Exp.Broadcast b -> 6;
      case Exp.Joined j -> 0; // there is no such code
      case Exp.Lane l -> 6;
      case Exp.Spread s -> 0; // there is no such code
      case Exp.Inside i -> 0;
      case Exp.Length l -> ACCESS + 1;
      case Exp.Allocate a -> 2;
      case Exp.Unary u -> 2 * JUMP + 2;
      case Exp.Binary b -> b.op().isComparison() || b.op().isLogical() ? 3 * JUMP + 3 : 3;
      case Exp.Cast c -> 2 * JUMP + 4;
      case Exp.Select s -> 3 * JUMP;
      case Exp.Call c -> 6;
      case Exp.Invoke i -> i.function().mayFail() ? 30 + 12 * i.witnesses().size() : 8;
    };
  }

  private static int own(Stmt s) {
    return switch (s) {
      case Stmt.Block b -> 0;
      case Stmt.Declare d -> ACCESS;
      case Stmt.Assign a -> ACCESS;
      case Stmt.Store t -> ACCESS + 1;
      case Stmt.StoreRow t -> 0; // there is no such code
      case Stmt.Update u -> ACCESS + 6;
      case Stmt.Run r -> 7;
      case Stmt.If i -> 3 * JUMP;
      case Stmt.While w -> 3 * JUMP;
      case Stmt.For f -> 8 * ACCESS + 3 * JUMP;
      case Stmt.Labelled l -> 0;
      case Stmt.Break b -> 2 * JUMP;
      case Stmt.Prefetch p -> 0;
      case Stmt.Comment c -> 0;
    };
  }
}
