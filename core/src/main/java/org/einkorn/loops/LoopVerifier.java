package org.einkorn.loops;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;

/**
 * Checks that loops mean something: every variable is bound, every tensor known, every workspace
 * filled before it is read.
 */
public final class LoopVerifier {
  private final LoopProgram program;
  private final Map<String, TensorType> types;

  private LoopVerifier(LoopProgram program) {
    this.program = program;
    this.types = program.types();
  }

  /** Throws with the reason and the printed loops if something is wrong. */
  public static void verify(LoopProgram program) {
    LoopVerifier verifier = new LoopVerifier(program);
    Set<String> readable = new HashSet<>(program.inputs().keySet());
    verifier.check(program.body(), Set.of(), readable, Set.of(program.target().tensor()));
  }

  private void check(
      Statement statement, Set<IndexVariable> bound, Set<String> readable, Set<String> writable) {
    switch (statement) {
      case Statement.Forall f -> {
        require(
            !bound.contains(f.variable()), "the loop over " + f.variable() + " is inside another");
        check(f.body(), with(bound, f.variable()), readable, writable);
      }
      case Statement.Sequence s -> s.parts().forEach(p -> check(p, bound, readable, writable));
      case Statement.Where w -> {
        String name = w.workspace().name();
        require(!readable.contains(name) && !writable.contains(name), name + " exists already");
        check(w.producer(), bound, readable, Set.of(name));
        check(w.consumer(), bound, with(readable, name), writable);
      }
      case Statement.Assign a -> {
        require(
            writable.contains(a.target().tensor()),
            a.target().tensor() + " is not to be written here");
        checkAccess(a.target(), bound);
        checkValue(a.value(), bound, readable);
      }
    }
  }

  private void checkValue(Expression e, Set<IndexVariable> bound, Set<String> readable) {
    if (e instanceof Access a) {
      require(readable.contains(a.tensor()), a.tensor() + " has no value here");
      checkAccess(a, bound);
    }
    if (e instanceof Expression.IndexValue v) {
      require(bound.contains(v.variable()), v.variable() + " has no loop here");
    }
    require(!(e instanceof Reduce), "a reduction is left in " + Printer.print(e));
    Expressions.children(e).forEach(x -> checkValue(x, bound, readable));
  }

  private void checkAccess(Access access, Set<IndexVariable> bound) {
    require(
        bound.containsAll(access.indices()), "not all of " + Printer.print(access) + " is bound");
    require(
        types.get(access.tensor()).order() == access.indices().size(),
        Printer.print(access) + " does not fit the order of the tensor");
  }

  private void require(boolean condition, String reason) {
    if (!condition) {
      throw new IllegalStateException(reason + ", in\n" + LoopPrinter.print(program));
    }
  }

  private static <T> Set<T> with(Set<T> set, T more) {
    Set<T> all = new HashSet<>(set);
    all.add(more);
    return all;
  }
}
