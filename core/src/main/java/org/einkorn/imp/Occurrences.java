package org.einkorn.imp;

import java.util.LinkedHashSet;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/** Which variables occur in a statement. */
public final class Occurrences {
  private Occurrences() {}

  /** Those that it reads or writes, in order of appearance. */
  public static Set<Variable> used(Stmt s) {
    Set<Variable> used = new LinkedHashSet<>();
    collectUsed(s, used);
    return used;
  }

  private static void collectUsed(Stmt s, Set<Variable> used) {
    Walk.expressions(s).forEach(e -> Walk.reads(e, used::add));
    switch (s) {
      case Stmt.Assign a -> used.add(a.variable());
      case Stmt.Store t -> used.add(t.array());
      case Stmt.StoreRow t -> used.add(t.array());
      case Stmt.Prefetch p -> used.add(p.array());
      case Stmt.Update u -> used.add(u.array());
      default -> {}
    }
    Walk.parts(s).forEach(p -> collectUsed(p, used));
  }

  /** Those whose value it reads, or an element. */
  public static Set<Variable> read(Stmt s) {
    Set<Variable> read = new LinkedHashSet<>();
    collectRead(s, read);
    return read;
  }

  private static void collectRead(Stmt s, Set<Variable> read) {
    if (s instanceof Stmt.Update u) {
      read.add(u.array());
    }
    Walk.expressions(s).forEach(e -> Walk.reads(e, read::add));
    Walk.parts(s).forEach(p -> collectRead(p, read));
  }

  /** The arrays that it stores to. */
  public static Set<Variable> stored(Stmt s) {
    Set<Variable> stored = new LinkedHashSet<>();
    collectStored(s, stored);
    return stored;
  }

  private static void collectStored(Stmt s, Set<Variable> stored) {
    switch (s) {
      case Stmt.Store t -> stored.add(t.array());
      case Stmt.StoreRow t -> stored.add(t.array());
      case Stmt.Update u -> stored.add(u.array());
      default -> {}
    }
    Walk.parts(s).forEach(p -> collectStored(p, stored));
  }

  /** Those that it gives another value. */
  public static Set<Variable> assigned(Stmt s) {
    Set<Variable> assigned = new LinkedHashSet<>();
    collectAssigned(s, assigned);
    return assigned;
  }

  private static void collectAssigned(Stmt s, Set<Variable> assigned) {
    if (s instanceof Stmt.Assign a) {
      assigned.add(a.variable());
    }
    Walk.parts(s).forEach(part -> collectAssigned(part, assigned));
  }

  /** Those that it declares anywhere within, the counters of loops too. */
  public static Set<Variable> bound(Stmt s) {
    Set<Variable> bound = new LinkedHashSet<>();
    collectBound(s, bound);
    return bound;
  }

  private static void collectBound(Stmt s, Set<Variable> bound) {
    switch (s) {
      case Stmt.Declare d -> bound.add(d.variable());
      case Stmt.For f -> bound.add(f.variable());
      default -> {}
    }
    Walk.parts(s).forEach(p -> collectBound(p, bound));
  }

  /** Those that it declares and that are visible after it: not the counters of loops. */
  public static Set<Variable> declared(Stmt s) {
    Set<Variable> declared = new LinkedHashSet<>();
    if (s instanceof Stmt.Declare d) {
      declared.add(d.variable());
    } else if (s instanceof Stmt.Block b) {
      b.statements().forEach(p -> declared.addAll(declared(p)));
    }
    return declared;
  }
}
