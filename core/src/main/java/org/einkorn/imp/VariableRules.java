package org.einkorn.imp;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.einkorn.imp.Exp.Const;
import org.einkorn.imp.Exp.Variable;

/**
 * Rules that must know what happens to a variable in all of a function: one that nobody reads goes,
 * and what stands for another takes its place. Names are unique, so one walk beforehand tells.
 */
final class VariableRules {
  /** Variables that are assigned after their declaration. */
  private final Set<Variable> assigned = new HashSet<>();

  /** Variables whose value matters to anything but themselves. */
  private final Set<Variable> read = new HashSet<>();

  /**
   * What stands for a variable that never changes and was declared as a constant or as such a
   * variable.
   */
  private final Map<Variable, Exp> copies = new HashMap<>();

  VariableRules(Function function) {
    read.addAll(function.results());
    collect(function.body());
    copies.keySet().removeIf(v -> assigned.contains(v) || function.results().contains(v));
    copies.values().removeIf(e -> e instanceof Variable v && assigned.contains(v));
  }

  private void collect(Stmt s) {
    if (s instanceof Stmt.Assign(Variable self, Exp value) && Effects.canGo(value)) {
      // x = x + 1 alone gives x no reader.
      Walk.reads(
          value,
          v -> {
            if (!self.equals(v)) {
              read.add(v);
            }
          });
    } else {
      for (Exp e : Walk.expressions(s)) {
        Walk.reads(e, read::add);
      }
    }
    switch (s) {
      case Stmt.Declare(Variable variable, Exp value) -> {
        if (value instanceof Const || value instanceof Variable) {
          copies.put(variable, value);
        }
      }
      case Stmt.Assign a -> assigned.add(a.variable());
      case Stmt.Store t -> read.add(t.array());
      case Stmt.StoreRow t -> read.add(t.array());
      case Stmt.Update u -> read.add(u.array());
      case Stmt.Block b -> {}
      case Stmt.Run r -> {}
      case Stmt.If i -> {}
      case Stmt.While w -> {}
      case Stmt.For f -> {}
      case Stmt.Labelled l -> {}
      case Stmt.Break b -> {}
      case Stmt.Prefetch p -> read.add(p.array());
      case Stmt.Comment c -> {}
    }
    for (Stmt part : Walk.parts(s)) {
      collect(part);
    }
  }

  /** x → y after T x = y, for an y that is a constant or a variable. */
  Exp value(Variable v) {
    Variable source = source(v);
    return copies.getOrDefault(source, source);
  }

  /** The same where only a variable can stand: arrays are never constants. */
  Variable source(Variable v) {
    return copies.get(v) instanceof Variable other ? source(other) : v;
  }

  Stmt reduce(Stmt.Declare s) {
    if (copies.containsKey(s.variable())) {
      return Stmt.NOTHING; // T x = y → , with y for x from here on
    }
    // An unread one that is assigned waits until its assignments are gone.
    return read.contains(s.variable()) || assigned.contains(s.variable())
        ? s
        : unread(s.value(), s);
  }

  Stmt reduce(Stmt.Assign s) {
    if (s.variable().equals(s.value())) {
      return Stmt.NOTHING; // x = x →
    }
    return read.contains(s.variable()) ? s : unread(s.value(), s);
  }

  /** A declaration or assignment of a variable that nobody reads. */
  private static Stmt unread(Exp e, Stmt s) {
    if (Effects.canGo(e)) {
      return Stmt.NOTHING; // x = e →
    }
    return e instanceof Exp.Call call ? new Stmt.Run(call) : s; // x = f(e) → f(e)
  }
}
