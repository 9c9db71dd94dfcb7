package org.einkorn.backend.x64;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Occurrences;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Walk;

/**
 * Elements of an array that are read or written: so many from an index on. Accesses are looked for
 * where it is certain that they will happen, so that one test can stand for several. Those that are
 * inside without a test do not count.
 */
record Access(Variable array, Index index, int lanes) {
  /** The first element after those of the access, counted from the base. */
  int end() {
    return index.offset() + lanes;
  }

  private boolean isTested() {
    return !index.isInside();
  }

  Scope.Span span() {
    return new Scope.Span(index.offset(), end());
  }

  /**
   * All that happen whenever the first of these statements runs, in order, as long as no variable
   * in use here has another value.
   *
   * @param using variables, such as those of an index
   */
  static void certain(List<Stmt> statements, Set<Variable> using, Consumer<Access> found) {
    for (Stmt s : statements) {
      ofExpressions(s, found);
      if (s instanceof Stmt.Block b) {
        certain(b.statements(), using, found);
      }
      if (leaves(s) || Occurrences.assigned(s).stream().anyMatch(using::contains)) {
        return;
      }
    }
  }

  private static void ofExpressions(Stmt s, Consumer<Access> found) {
    if (s instanceof Stmt.Prefetch) {
      return;
    }
    Walk.expressions(s).forEach(e -> certain(e, found));
    own(s).filter(Access::isTested).ifPresent(found);
  }

  /** The elements that a statement itself writes. */
  private static Optional<Access> own(Stmt s) {
    return switch (s) {
      case Stmt.Store(Variable array, Exp index, Exp value, boolean streamed) ->
          Optional.of(
              new Access(
                  array, Index.of(index), value.type() instanceof Type.Vector v ? v.lanes() : 1));
      case Stmt.StoreRow t ->
          Optional.of(new Access(t.array(), Index.of(t.index()), t.rows().size()));
      case Stmt.Update u -> Optional.of(new Access(u.array(), Index.of(u.index()), 1));
      default -> Optional.empty();
    };
  }

  private static Optional<Access> of(Exp e) {
    return switch (e) {
      case Exp.Load(Variable array, Exp index) ->
          Optional.of(new Access(array, Index.of(index), 1));
      case Exp.LoadVector l -> Optional.of(new Access(l.array(), Index.of(l.index()), l.extent()));
      default -> Optional.empty();
    };
  }

  private static void certain(Exp e, Consumer<Access> found) {
    switch (e) {
      case Exp.Select s -> certain(s.condition(), found);
      case Binary b when b.op().isLogical() -> certain(b.left(), found);
      default -> Walk.children(e).forEach(child -> certain(child, found));
    }
    of(e).filter(Access::isTested).ifPresent(found);
  }

  /** Whether a statement may end without going on behind itself. */
  static boolean leaves(Stmt s) {
    return s instanceof Stmt.Break || Walk.parts(s).stream().anyMatch(Access::leaves);
  }
}
