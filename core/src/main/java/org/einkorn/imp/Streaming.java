package org.einkorn.imp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * Writes large results past the caches that a function writes in vectors and never reads:
 *
 * <pre>
 * if (C.length &lt; 2097152) {
 *   C[i * 16 : 8] = t;
 *   C[i * 16 + 8 : 8] = t_2;
 * } else {
 *   stream C[i * 16 : 8] = t;
 *   stream C[i * 16 + 8 : 8] = t_2;
 * }
 * </pre>
 *
 * Otherwise a processor reads every line before it is written, and puts it into caches in place of
 * what is read again. What fits into the caches had better be there, for the next who reads it, and
 * for the next run that writes it.
 */
public final class Streaming {
  /** From so many bytes on a result does not fit beside all else, even into a large cache. */
  private static final int LARGE = 1 << 24;

  private final Set<Variable> read;
  private final int large;

  private Streaming(Set<Variable> read, int large) {
    this.read = read;
    this.large = large;
  }

  /** The function so; empty if it has no such results. */
  public static Optional<Function> of(Function function) {
    return of(function, LARGE);
  }

  /**
   * The same.
   *
   * @param large from how many bytes on a result is large
   */
  public static Optional<Function> of(Function function, int large) {
    Streaming streaming = new Streaming(Occurrences.read(function.body()), large);
    Stmt body = streaming.visit(function.body());
    if (body == function.body()) {
      return Optional.empty();
    }
    Function streamed = function.with(body);
    Verifier.verify(streamed);
    return Optional.of(streamed);
  }

  private Stmt visit(Stmt s) {
    return switch (s) {
      case Stmt.Store t when isStreamed(t) -> streamed(List.of(t));
      case Stmt.StoreRow t when !t.streamed() && !read.contains(t.array()) -> streamed(t);
      case Stmt.Block b when b.statements().stream().anyMatch(this::isStreamed) -> together(b);
      default -> Walk.map(s, e -> e, this::visit);
    };
  }

  private boolean isStreamed(Stmt s) {
    return s instanceof Stmt.Store t
        && t.value().type() instanceof Type.Vector
        && !t.streamed()
        && !read.contains(t.array());
  }

  /** Vectors that go to the same array one after the other are one matter. */
  private Stmt together(Stmt.Block block) {
    List<Stmt> all = new ArrayList<>();
    List<Stmt.Store> same = new ArrayList<>();
    for (Stmt s : block.statements()) {
      boolean goesOn =
          isStreamed(s)
              && (same.isEmpty() || same.getFirst().array().equals(((Stmt.Store) s).array()));
      if (!goesOn && !same.isEmpty()) {
        all.add(streamed(same));
        same.clear();
      }
      if (isStreamed(s)) {
        same.add((Stmt.Store) s);
      } else {
        all.add(visit(s));
      }
    }
    if (!same.isEmpty()) {
      all.add(streamed(same));
    }
    return new Stmt.Block(all);
  }

  private Stmt streamed(List<Stmt.Store> stores) {
    List<Stmt> past = new ArrayList<>();
    stores.forEach(s -> past.add(new Stmt.Store(s.array(), s.index(), s.value(), true)));
    return ifSmall(
        stores.getFirst().array(), new Stmt.Block(List.copyOf(stores)), new Stmt.Block(past));
  }

  private Stmt streamed(Stmt.StoreRow t) {
    return ifSmall(
        t.array(), t, new Stmt.StoreRow(t.array(), t.index(), t.rows(), t.vectors(), true));
  }

  private Stmt ifSmall(Variable array, Stmt small, Stmt past) {
    int elements = large / array.type().element().bytes();
    return new Stmt.If(Imp.less(Imp.length(array), Imp.constant(elements)), small, past);
  }
}
