package org.einkorn.imp;

import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.less;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * Holds vectors in registers that a loop reads again and again from one place:
 *
 * <pre>
 * for (int p = pos[i]; p &lt; pos[i + 1]; p++) { … x[i * 8 : 8] * y[crd[p] * 8 : 8] … }
 * →
 * int p_begin = pos[i];
 * int p_end = pos[i + 1];
 * if (p_begin &lt; p_end) {
 *   double&lt;8&gt; x_row = x[i * 8 : 8];
 *   for (int p = p_begin; p &lt; p_end; p++) { … x_row * y[crd[p] * 8 : 8] … }
 * }
 * </pre>
 *
 * A loop without rounds reads none, for a whole row may be far away in memory. {@link Hoister} does
 * the same with numbers.
 */
public final class HeldVectors {
  /** Registers for factors, and for what is computed on the way. */
  private static final int TEMPORARY = 4;

  private final Set<Variable> onlyRead;
  private final LocalNames names;
  private final int registers;

  private HeldVectors(Function function, int registers) {
    this.onlyRead = OnlyRead.of(function);
    this.names = new LocalNames(function);
    this.registers = registers;
  }

  /**
   * The function so; the same if no loop reads vectors again.
   *
   * @param registers how many vectors there can be at a time
   */
  public static Function of(Function function, int registers) {
    Stmt body = new HeldVectors(function, registers).visit(function.body());
    if (body == function.body()) {
      return function;
    }
    Function held = function.with(body);
    Verifier.verify(held);
    return held;
  }

  private Stmt visit(Stmt s) {
    Stmt visited = s instanceof Stmt.For f ? inLoop(f, held(f)) : Walk.map(s, e -> e, this::visit);
    return visited instanceof Stmt.Block after && s instanceof Stmt.Block before
        ? spread(before, after)
        : visited;
  }

  /** What stands for a loop stands where the loop stood. */
  private static Stmt spread(Stmt.Block before, Stmt.Block after) {
    List<Stmt> all = new ArrayList<>();
    boolean changed = false;
    for (int k = 0; k < after.statements().size(); k++) {
      Stmt part = after.statements().get(k);
      boolean isSpread =
          before.statements().get(k) instanceof Stmt.For && part instanceof Stmt.Block;
      all.addAll(isSpread ? Walk.statements(part) : List.of(part));
      changed |= isSpread;
    }
    return changed ? new Stmt.Block(all) : after;
  }

  private Stmt inLoop(Stmt.For f, Map<Exp, Variable> held) {
    Stmt body = visit(Copying.exchange(f.body(), held));
    if (held.isEmpty()) {
      return Walk.with(f, Walk.expressions(f), List.of(body));
    }
    Variable begin = names.fresh(f.variable().name() + "_begin", Type.INT32);
    Variable end = names.fresh(f.variable().name() + "_end", Type.INT32);
    List<Stmt> inside = new ArrayList<>();
    held.forEach((vector, row) -> inside.add(declare(row, vector)));
    inside.add(forLoop(f.variable(), begin, end, body));
    return new Stmt.Block(
        List.of(
            declare(begin, f.from()),
            declare(end, f.to()),
            ifThen(less(begin, end), new Stmt.Block(inside))));
  }

  /** The vectors that all rounds of a loop read, as many as there is room for, and their names. */
  private Map<Exp, Variable> held(Stmt.For f) {
    Set<Variable> changing = new HashSet<>(Occurrences.bound(f));
    changing.addAll(Occurrences.assigned(f));
    Set<Exp.LoadVector> read = new LinkedHashSet<>();
    collect(f.body(), changing, read);
    int room = read.isEmpty() ? 0 : Math.max(0, registers - TEMPORARY - vectors(f));
    Map<Exp, Variable> held = new LinkedHashMap<>();
    read.stream()
        .limit(room)
        .forEach(vector -> held.put(vector, names.row(vector.array(), vector.type())));
    return held;
  }

  /** How many vectors a loop has already. */
  private static int vectors(Stmt loop) {
    Set<Variable> all = new HashSet<>(Occurrences.used(loop));
    all.addAll(Occurrences.bound(loop));
    return (int) all.stream().filter(v -> v.type() instanceof Type.Vector).count();
  }

  /**
   * In what every round runs, if loops within have rounds: not in branches, nor behind a way out.
   */
  private void collect(Stmt s, Set<Variable> changing, Set<Exp.LoadVector> read) {
    switch (s) {
      case Stmt.Block b ->
          b.statements().stream()
              .takeWhile(part -> !Effects.breaks(part))
              .forEach(part -> collect(part, changing, read));
      case Stmt.For f -> collect(f.body(), changing, read);
      case Stmt.Declare d -> collect(d.value(), changing, read);
      case Stmt.Assign a -> collect(a.value(), changing, read);
      case Stmt.Store t -> collect(t.value(), changing, read);
      case Stmt.StoreRow t -> t.vectors().forEach(v -> collect(v, changing, read));
      default -> {}
    }
  }

  private void collect(Exp e, Set<Variable> changing, Set<Exp.LoadVector> read) {
    if (e instanceof Exp.LoadVector vector) {
      if (Effects.isInvariant(vector, onlyRead, changing)) {
        read.add(vector);
      }
    } else if (!(e instanceof Exp.Select)) {
      Walk.children(e).forEach(child -> collect(child, changing, read));
    }
  }
}
