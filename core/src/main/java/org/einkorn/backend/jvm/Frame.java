package org.einkorn.backend.jvm;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.backend.jvm.Outline.Method;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Walk;

/**
 * Where the variables of a split function live. One that only one method touches is a local of it;
 * the others are fields of the object that one run owns. A method keeps fields that it uses in a
 * loop in locals, loaded when it begins and written back when it ends, as long as no method that it
 * calls touches them: so a hot loop computes in registers however the function was split.
 */
final class Frame {
  /** Bounds what loading and writing back adds to a method. */
  private static final int MOST_KEPT = 80;

  private static final class Use {
    boolean written;
    int inLoops;
  }

  private final Map<Variable, String> fields = new LinkedHashMap<>();
  private final Map<Method, Map<Variable, Use>> uses = new HashMap<>();
  private final Map<Method, Set<Method>> callees = new HashMap<>();
  private final Map<Method, Set<Variable>> touchedBelow = new HashMap<>();

  private final Invoked invoked;

  private Frame(Invoked invoked) {
    this.invoked = invoked;
  }

  static Frame of(Function function, Outline outline) {
    Frame frame = new Frame(Invoked.by(function));
    if (outline.isWhole()) {
      return frame;
    }
    Map<Variable, Method> owners = new HashMap<>();
    Set<Variable> shared = new LinkedHashSet<>(function.parameters());
    shared.addAll(function.results());
    for (Method method : outline.methods()) {
      Map<Variable, Use> inMethod = new LinkedHashMap<>();
      Set<Method> called = new LinkedHashSet<>();
      frame.uses.put(method, inMethod);
      frame.callees.put(method, called);
      Collector collector = new Collector(outline, inMethod, called);
      method.value().ifPresent(e -> collector.collect(e, 0));
      collector.collect(method.body(), 0);
      for (Variable variable : inMethod.keySet()) {
        Method other = owners.putIfAbsent(variable, method);
        if (other != null && other != method) {
          shared.add(variable);
        }
      }
    }
    for (Variable variable : shared) {
      frame.fields.put(variable, "v" + frame.fields.size());
    }
    // A method is made after those it calls, and the outermost one comes first: the last one calls
    // nothing unknown.
    List<Method> methods = outline.methods();
    for (int k = 1; k <= methods.size(); k++) {
      frame.findTouched(methods.get(k % methods.size()));
    }
    return frame;
  }

  private void findTouched(Method method) {
    Set<Variable> touched = new HashSet<>();
    for (Method callee : callees.get(method)) {
      uses.get(callee).keySet().stream().filter(fields::containsKey).forEach(touched::add);
      touched.addAll(touchedBelow.get(callee));
    }
    touchedBelow.put(method, touched);
  }

  /** The functions that come with the class. */
  Invoked invoked() {
    return invoked;
  }

  /** The fields and their names. */
  Map<Variable, String> fields() {
    return fields;
  }

  /** The fields that the method keeps in locals, with whether it must write them back. */
  Map<Variable, Boolean> kept(Method method) {
    Map<Variable, Boolean> kept = new LinkedHashMap<>();
    uses.getOrDefault(method, Map.of()).entrySet().stream()
        .filter(entry -> entry.getValue().inLoops > 0 && fields.containsKey(entry.getKey()))
        .filter(entry -> !touchedBelow.get(method).contains(entry.getKey()))
        .sorted((a, b) -> Integer.compare(b.getValue().inLoops, a.getValue().inLoops))
        .limit(MOST_KEPT)
        .forEach(entry -> kept.put(entry.getKey(), entry.getValue().written));
    return kept;
  }

  private record Collector(Outline outline, Map<Variable, Use> uses, Set<Method> called) {
    void collect(Exp e, int depth) {
      Method callee = outline.calls().get(e);
      if (callee != null) {
        called.add(callee);
        return;
      }
      Walk.ownRead(e).ifPresent(v -> use(v, depth, false));
      for (Exp child : Walk.children(e)) {
        collect(child, depth);
      }
    }

    void collect(Stmt s, int depth) {
      Method callee = outline.calls().get(s);
      if (callee != null) {
        called.add(callee);
        return;
      }
      int inside = s instanceof Stmt.While || s instanceof Stmt.For ? depth + 1 : depth;
      switch (s) {
        case Stmt.Declare d -> use(d.variable(), depth, true);
        case Stmt.Assign a -> use(a.variable(), depth, true);
        case Stmt.Store t -> use(t.array(), depth, false);
        case Stmt.StoreRow t -> use(t.array(), depth, false);
        case Stmt.Update u -> use(u.array(), depth, false);
        case Stmt.For f -> use(f.variable(), inside, true);
        case Stmt.Block b -> {}
        case Stmt.Run r -> {}
        case Stmt.If i -> {}
        case Stmt.While w -> {}
        case Stmt.Labelled l -> {}
        case Stmt.Break b -> {}
        case Stmt.Prefetch p -> use(p.array(), depth, false);
        case Stmt.Comment c -> {}
      }
      for (Exp e : Walk.expressions(s)) {
        collect(e, inside);
      }
      for (Stmt part : Walk.parts(s)) {
        collect(part, inside);
      }
    }

    private void use(Variable variable, int depth, boolean write) {
      Use use = uses.computeIfAbsent(variable, v -> new Use());
      use.written |= write;
      use.inLoops += depth;
    }
  }
}
