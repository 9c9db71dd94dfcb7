package org.einkorn.imp;

import static org.einkorn.imp.Effects.canGo;
import static org.einkorn.imp.Imp.isFalse;
import static org.einkorn.imp.Imp.isTrue;

import java.util.ArrayList;
import java.util.List;
import org.einkorn.element.Constant;
import org.einkorn.imp.Exp.Const;
import org.einkorn.imp.Exp.Unary;
import org.einkorn.imp.Exp.UnaryOp;

/**
 * Rules on control flow. Each looks at one statement whose parts are simple already, and at nothing
 * around it; what no rule fits is returned as it is.
 */
final class StatementRules {
  private StatementRules() {}

  /** Names are unique, so what an inner block declares may live on in the outer one. */
  static Stmt reduce(Stmt.Block block) {
    List<Stmt> flat = new ArrayList<>();
    boolean changed = false;
    for (Stmt statement : block.statements()) {
      if (!flat.isEmpty() && flat.getLast() instanceof Stmt.Break) {
        changed = true; // break l; s → break l
        break;
      }
      if (statement instanceof Stmt.Block(List<Stmt> inner)) {
        flat.addAll(inner); // s {t …} u → s t … u
        changed = true;
      } else if (!flat.isEmpty() && replaces(statement, flat.getLast())) {
        Stmt.Assign a = (Stmt.Assign) statement;
        flat.set(flat.size() - 1, new Stmt.Declare(a.variable(), a.value()));
        changed = true; // T x = e; x = f → T x = f, if f does not read x
      } else {
        flat.add(statement);
      }
    }
    return changed ? new Stmt.Block(flat) : block;
  }

  private static boolean replaces(Stmt next, Stmt declaration) {
    if (!(next instanceof Stmt.Assign a
        && declaration instanceof Stmt.Declare d
        && a.variable().equals(d.variable())
        && canGo(d.value()))) {
      return false;
    }
    return !Walk.readsAny(a.value(), a.variable()::equals);
  }

  static Stmt reduce(Stmt.If s) {
    Exp c = s.condition();
    if (isTrue(c)) {
      return s.whenTrue(); // if (true) s else t → s
    }
    if (isFalse(c)) {
      return s.whenFalse(); // if (false) s else t → t
    }
    if (isNothing(s.whenTrue()) && isNothing(s.whenFalse())) {
      return canGo(c) ? Stmt.NOTHING : s; // if (e) {} else {} →
    }
    if (isNothing(s.whenTrue())) {
      return new Stmt.If(ExpressionRules.not(c), s.whenFalse()); // if (e) {} else t → if (!e) t
    }
    if (c instanceof Unary(UnaryOp op, Exp e) && op == UnaryOp.NOT && !isNothing(s.whenFalse())) {
      return new Stmt.If(e, s.whenFalse(), s.whenTrue()); // if (!e) s else t → if (e) t else s
    }
    return s;
  }

  static Stmt reduce(Stmt.While s) {
    if (isFalse(s.condition())) {
      return Stmt.NOTHING; // while (false) s →
    }
    return isNothing(s.body()) && canGo(s.condition()) && !isTrue(s.condition())
        ? Stmt.NOTHING
        : s; // while (e) {} →
  }

  static Stmt reduce(Stmt.For s) {
    if (isNothing(s.body()) && canGo(s.from()) && canGo(s.to())) {
      return Stmt.NOTHING; // for (…) {} →
    }
    if (s.from() instanceof Const(Constant from) && s.to() instanceof Const(Constant to)) {
      if (from.asLong() >= to.asLong()) {
        return Stmt.NOTHING; // for (x = 1; x < 1; x++) s →
      }
      if (from.asLong() + 1 == to.asLong()) {
        // for (x = 0; x < 1; x++) s → { x = 0; s }
        return new Stmt.Block(List.of(new Stmt.Declare(s.variable(), s.from()), s.body()));
      }
    }
    return s;
  }

  static Stmt reduce(Stmt.Labelled s) {
    String label = s.label();
    Stmt body = s.body();
    if (!breaksTo(label, body)) {
      return new Stmt.Block(List.of(body)); // l: s → s, if s never breaks to l
    }
    if (body instanceof Stmt.Break) {
      return Stmt.NOTHING; // l: break l →
    }
    if (body instanceof Stmt.Block(List<Stmt> statements)
        && statements.getLast() instanceof Stmt.Break(String to)
        && to.equals(label)) {
      return new Stmt.Labelled(
          label,
          new Stmt.Block(
              statements.subList(0, statements.size() - 1))); // l: { s break l } → l: { s }
    }
    return s;
  }

  private static boolean breaksTo(String label, Stmt s) {
    if (s instanceof Stmt.Break(String to) && to.equals(label)) {
      return true;
    }
    for (Stmt part : Walk.parts(s)) {
      if (breaksTo(label, part)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNothing(Stmt s) {
    return s instanceof Stmt.Comment
        || s instanceof Stmt.Block(List<Stmt> statements)
            && statements.stream().allMatch(StatementRules::isNothing);
  }
}
