package org.einkorn.backend.jvm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.backend.jvm.Outline.Method;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Walk;

/**
 * Takes subtrees out of a body into methods of their own until each method is small enough to be
 * compiled by the JIT. The largest subtrees that fit go first, so an inner loop that fits stays
 * whole.
 */
final class Splitter {
  /** A call with its exits takes about this much. */
  private static final int CALL = 10;

  private static final int EXIT = 15;

  private final int limit;
  private final CodeSize size;
  private final List<Method> methods = new ArrayList<>();
  private final Map<Object, Method> calls = new IdentityHashMap<>();

  private Splitter(int limit, CodeSize size) {
    this.limit = limit;
    this.size = size;
  }

  /** The body as methods of about {@code limit} bytes at most. */
  static Outline split(Stmt body, int limit) {
    return split(body, limit, new CodeSize());
  }

  /**
   * The same.
   *
   * @param size may know the size of the body and its parts already
   */
  static Outline split(Stmt body, int limit, CodeSize size) {
    Splitter splitter = new Splitter(limit, size);
    Stmt main = splitter.fit(body, limit);
    splitter.methods.addFirst(new Method(0, Optional.empty(), main, List.of()));
    return new Outline(List.copyOf(splitter.methods), splitter.calls);
  }

  /** The body as one method. */
  static Outline whole(Stmt body) {
    return new Outline(List.of(new Method(0, Optional.empty(), body, List.of())), Map.of());
  }

  /**
   * An equivalent of {@code s} that takes at most {@code budget}, which is at least {@code limit /
   * 2}.
   */
  private Stmt fit(Stmt s, int budget) {
    if (size.of(s) <= budget) {
      return s;
    }
    List<Exp> expressions = new ArrayList<>(Walk.expressions(s));
    fitExpressions(expressions, budget / 4);
    if (s instanceof Stmt.Block(List<Stmt> statements)) {
      return new Stmt.Block(pack(statements, budget));
    }
    List<Stmt> parts = new ArrayList<>(Walk.parts(s));
    // The smaller parts first: what they leave is for the largest.
    List<Integer> order = new ArrayList<>();
    for (int k = 0; k < parts.size(); k++) {
      order.add(k);
    }
    order.sort((a, b) -> Integer.compare(size.of(parts.get(a)), size.of(parts.get(b))));
    for (int k : order) {
      int rest = budget - (size.of(Walk.with(s, expressions, parts)) - size.of(parts.get(k)));
      if (size.of(parts.get(k)) > budget / 4 && size.of(parts.get(k)) > rest) {
        parts.set(
            k, rest >= limit / 2 ? fit(parts.get(k), rest) : outline(fit(parts.get(k), limit)));
      }
    }
    return Walk.with(s, expressions, parts);
  }

  private List<Stmt> pack(List<Stmt> statements, int budget) {
    List<Stmt> packed = new ArrayList<>();
    int total = 0;
    for (Stmt statement : statements) {
      Stmt fitted = fit(statement, limit);
      packed.add(fitted);
      total += size.of(fitted);
    }
    List<Integer> largest = new ArrayList<>();
    for (int k = 0; k < packed.size(); k++) {
      if (size.of(packed.get(k)) >= limit / 8) {
        largest.add(k);
      }
    }
    largest.sort((a, b) -> Integer.compare(size.of(packed.get(b)), size.of(packed.get(a))));
    for (int k : largest) {
      if (total > budget) {
        total -= size.of(packed.get(k));
        packed.set(k, outline(packed.get(k)));
        total += size.of(packed.get(k));
      }
    }
    List<Stmt> runs = packed;
    int before = Integer.MAX_VALUE;
    while (total > budget && runs.size() < before) {
      before = runs.size();
      runs = groupRuns(runs);
      total = runs.stream().mapToInt(size::of).sum();
    }
    return runs;
  }

  /** Takes out consecutive statements together, as many as fit. */
  private List<Stmt> groupRuns(List<Stmt> statements) {
    List<Stmt> grouped = new ArrayList<>();
    List<Stmt> run = new ArrayList<>();
    int runSize = 0;
    for (Stmt statement : statements) {
      if (!run.isEmpty() && runSize + size.of(statement) > limit) {
        grouped.add(outline(new Stmt.Block(run)));
        run.clear();
        runSize = 0;
      }
      run.add(statement);
      runSize += size.of(statement);
    }
    grouped.add(outline(new Stmt.Block(run)));
    return grouped;
  }

  private void fitExpressions(List<Exp> expressions, int budgetOfEach) {
    expressions.replaceAll(e -> fit(e, budgetOfEach));
  }

  private Exp fit(Exp e, int budget) {
    if (size.of(e) <= budget) {
      return e;
    }
    List<Exp> children = new ArrayList<>(Walk.children(e));
    children.replaceAll(child -> fit(child, limit));
    while (size.of(Walk.withChildren(e, children)) > budget) {
      Exp largest = Collections.max(children, (a, b) -> Integer.compare(size.of(a), size.of(b)));
      if (size.of(largest) <= CALL) {
        break;
      }
      Exp call = outline(largest);
      children.replaceAll(child -> child == largest ? call : child);
    }
    return Walk.withChildren(e, children);
  }

  private Stmt outline(Stmt s) {
    if (calls.containsKey(s)) {
      return s;
    }
    Set<String> exits = new LinkedHashSet<>();
    collectExits(s, Set.of(), exits);
    Stmt call = new Stmt.Block(List.of());
    calls.put(call, method(Optional.empty(), s, List.copyOf(exits)));
    size.set(call, CALL + EXIT * exits.size());
    return call;
  }

  private Exp outline(Exp e) {
    Exp call = new Exp.Variable("", e.type());
    calls.put(call, method(Optional.of(e), Stmt.NOTHING, List.of()));
    size.set(call, CALL);
    return call;
  }

  private Method method(Optional<Exp> value, Stmt body, List<String> exits) {
    Method method = new Method(methods.size() + 1, value, body, exits);
    methods.add(method);
    return method;
  }

  private void collectExits(Stmt s, Set<String> inside, Set<String> exits) {
    Method called = calls.get(s);
    if (called != null) {
      called.exits().stream().filter(label -> !inside.contains(label)).forEach(exits::add);
      return;
    }
    switch (s) {
      case Stmt.Break(String label) -> {
        if (!inside.contains(label)) {
          exits.add(label);
        }
      }
      case Stmt.Labelled(String label, Stmt body) -> {
        Set<String> more = new LinkedHashSet<>(inside);
        more.add(label);
        collectExits(body, more, exits);
      }
      default -> {
        for (Stmt part : Walk.parts(s)) {
          collectExits(part, inside, exits);
        }
      }
    }
  }
}
