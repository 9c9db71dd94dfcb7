package org.einkorn.bench.peer;

import java.util.Optional;
import org.einkorn.bench.problem.Problem;

/** A library, or code of another kind, that can do some of the kernels. */
public interface Peer {
  String name();

  /** Whether it runs in the JVM, where marks differ. */
  default boolean onJvm() {
    return false;
  }

  /** Why it cannot take part here and what to do about that; empty if it can. */
  Optional<String> missing();

  /** The kernel made ready to run on these operands; empty if it has no such kernel. */
  Optional<Contender> prepare(Problem problem);
}
