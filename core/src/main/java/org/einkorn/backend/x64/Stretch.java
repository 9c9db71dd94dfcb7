package org.einkorn.backend.x64;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Occurrences;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;

/**
 * The indices from one to before another, where there is at least one. What a loop goes along is
 * tested before the loop; here some of it stands before the loop itself, and one test should do for
 * all:
 *
 * <pre>
 * if (from &lt; to) {
 *   first, of from
 *   int second = min(from + 1, to - 1);
 *   next, of second
 *   for (int p = from + 2; p &lt; to; p++) rest, of p
 * }
 * </pre>
 */
record Stretch(Variable from, Variable to) {
  /** Whether a condition says that there is an index in it. */
  static Optional<Stretch> of(Exp condition) {
    return condition instanceof Binary(BinaryOp less, Variable from, Variable to)
            && less == BinaryOp.LESS
            && from.type().equals(Type.INT32)
            && !from.equals(to)
        ? Optional.of(new Stretch(from, to))
        : Optional.empty();
  }

  /** The arrays that statements read or write at all of these indices. */
  Set<Variable> arrays(List<Stmt> statements) {
    Set<Variable> arrays = new LinkedHashSet<>();
    Access.certain(statements, Set.of(from), access -> addIfAt(access, from, arrays));
    boolean second = false;
    for (int k = 0; k < statements.size(); k++) {
      Stmt s = statements.get(k);
      if (s instanceof Stmt.Declare(Variable v, Exp value) && isSecond(value)) {
        Set<Variable> atSecond = new LinkedHashSet<>();
        Access.certain(
            statements.subList(k + 1, statements.size()),
            Set.of(v),
            access -> addIfAt(access, v, atSecond));
        arrays.retainAll(atSecond);
        second = true;
      }
      if (s instanceof Stmt.For f && goesOn(f, second ? 2 : 1) && !Access.leaves(f)) {
        Set<Variable> along = new LinkedHashSet<>();
        Access.certain(
            List.of(f.body()),
            Set.of(f.variable()),
            access -> addIfAt(access, f.variable(), along));
        arrays.retainAll(along);
        return arrays;
      }
      if (Access.leaves(s) || changes(s)) {
        break;
      }
    }
    return Set.of();
  }

  private static void addIfAt(Access access, Variable index, Set<Variable> arrays) {
    if (access.index().base().filter(index::equals).isPresent()
        && access.span().equals(Scope.Span.ONE)) {
      arrays.add(access.array());
    }
  }

  /** Whether a value is the second index, or the first if there is no other. */
  boolean isSecond(Exp value) {
    return value.equals(Imp.min(Imp.add(from, Imp.constant(1)), Imp.subtract(to, Imp.constant(1))));
  }

  /** Whether a loop goes along all indices but the first few. */
  private boolean goesOn(Stmt.For f, int few) {
    return f.to().equals(to) && f.from().equals(Imp.add(from, Imp.constant(few)));
  }

  /** Whether a loop goes along none but these. */
  boolean contains(Stmt.For f) {
    return goesOn(f, 1) || goesOn(f, 2);
  }

  private boolean changes(Stmt s) {
    Set<Variable> assigned = Occurrences.assigned(s);
    return assigned.contains(from) || assigned.contains(to);
  }
}
