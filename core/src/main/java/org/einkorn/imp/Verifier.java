package org.einkorn.imp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * Checks what node constructors cannot see: that every variable is declared once, under a name of
 * its own, before its uses and in their scope; that every break has its label around it; that loop
 * variables are left alone; that results are visible at the end. Types of parts are checked when
 * nodes are built.
 */
public final class Verifier {
  private final Set<String> names = new HashSet<>();
  private final Set<Variable> visible = new HashSet<>();
  private final List<Variable> order = new ArrayList<>();
  private final Set<Variable> counting = new HashSet<>();
  private final Set<String> labels = new HashSet<>();

  private Verifier() {}

  /**
   * Returns if the function is well formed; else throws an {@link IllegalStateException} that shows
   * it.
   */
  public static void verify(Function function) {
    try {
      new Verifier().check(function);
    } catch (Malformed e) {
      throw new IllegalStateException(e.getMessage() + ", in\n" + Printer.print(function));
    }
  }

  private static final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Malformed(String reason) {
      super(reason, null, false, false);
    }
  }

  private void check(Function function) {
    function.parameters().forEach(this::declare);
    if (function.body() instanceof Stmt.Block(List<Stmt> statements)) {
      for (Stmt statement : statements) {
        check(statement);
      }
    } else {
      check(function.body());
    }
    for (Variable result : function.results()) {
      require(
          visible.contains(result),
          "result " + result + " is no parameter and not declared at the top level");
    }
  }

  private void check(Stmt s) {
    for (Exp e : Walk.expressions(s)) {
      Walk.reads(e, this::use);
    }
    int mark = order.size();
    switch (s) {
      case Stmt.Block(List<Stmt> statements) -> {
        for (Stmt statement : statements) {
          check(statement);
        }
        leave(mark);
      }
      case Stmt.Declare d -> declare(d.variable());
      case Stmt.Assign a -> {
        use(a.variable());
        require(
            !counting.contains(a.variable()),
            "loop variable " + a.variable() + " is assigned in its loop");
      }
      case Stmt.Store t -> use(t.array());
      case Stmt.StoreRow t -> {
        use(t.array());
        use(t.rows().array());
      }
      case Stmt.Update u -> use(u.array());
      case Stmt.Run r -> {}
      case Stmt.If i -> {
        check(i.whenTrue());
        leave(mark);
        check(i.whenFalse());
        leave(mark);
      }
      case Stmt.While w -> {
        check(w.body());
        leave(mark);
      }
      case Stmt.For f -> {
        declare(f.variable());
        counting.add(f.variable());
        check(f.body());
        counting.remove(f.variable());
        leave(mark);
      }
      case Stmt.Labelled(String label, Stmt body) -> {
        require(labels.add(label), "label " + label + " is inside a statement of that label");
        check(body);
        leave(mark);
        labels.remove(label);
      }
      case Stmt.Break(String label) ->
          require(labels.contains(label), "break " + label + " is not inside that label");
      case Stmt.Prefetch p -> use(p.array());
      case Stmt.Comment c -> {}
    }
  }

  /** Ends the scope of what was declared since. */
  private void leave(int mark) {
    while (order.size() > mark) {
      visible.remove(order.removeLast());
    }
  }

  private void declare(Variable variable) {
    require(names.add(variable.name()), "variable " + variable + " is declared twice");
    visible.add(variable);
    order.add(variable);
  }

  private void use(Variable variable) {
    String problem =
        names.contains(variable.name())
            ? " is used outside its scope or as another type"
            : " is used before it is declared";
    require(visible.contains(variable), "variable " + variable + problem);
  }

  private static void require(boolean condition, String reason) {
    if (!condition) {
      throw new Malformed(reason);
    }
  }
}
