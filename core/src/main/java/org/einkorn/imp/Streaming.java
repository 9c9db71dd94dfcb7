package org.einkorn.imp;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * Writes results past the caches that a function writes in vectors and never reads: {@code C[i * 32
 * : 8] = t} becomes {@code stream C[i * 32 : 8] = t}. A processor reads every line before it is
 * written otherwise, and puts it into caches in place of what is read again. That pays where a
 * result is larger than the caches.
 */
public final class Streaming {
  private final Set<Variable> read = new HashSet<>();

  private Streaming() {}

  /** The function so; empty if it has no such results. */
  public static Optional<Function> of(Function function) {
    Streaming streaming = new Streaming();
    streaming.collect(function.body());
    Stmt body = streaming.visit(function.body());
    return body == function.body()
        ? Optional.empty()
        : Optional.of(
            new Function(function.name(), function.parameters(), function.results(), body));
  }

  private void collect(Stmt s) {
    if (s instanceof Stmt.Update u) {
      read.add(u.array());
    }
    Walk.expressions(s).forEach(e -> Walk.reads(e, read::add));
    Walk.parts(s).forEach(this::collect);
  }

  private Stmt visit(Stmt s) {
    return s instanceof Stmt.Store(Variable array, Exp index, Exp value, boolean streamed)
            && value.type() instanceof Type.Vector
            && !read.contains(array)
        ? new Stmt.Store(array, index, value, true)
        : Walk.map(s, e -> e, this::visit);
  }
}
