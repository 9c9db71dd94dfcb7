package org.einkorn.legalise;

import java.util.function.BiFunction;
import org.einkorn.lattice.Path;
import org.einkorn.loops.Statement;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;

/** Reads other tensors in a statement, depending on the loops around each access. */
final class Replacement {
  private final BiFunction<Access, Path, Access> replace;

  private Replacement(BiFunction<Access, Path, Access> replace) {
    this.replace = replace;
  }

  /** The statement with every access that is read replaced by what the function gives for it. */
  static Statement of(Statement statement, BiFunction<Access, Path, Access> replace) {
    return of(statement, Path.EMPTY, replace);
  }

  /** The same for a statement within the loops of a path. */
  static Statement of(Statement statement, Path outer, BiFunction<Access, Path, Access> replace) {
    return new Replacement(replace).rewrite(statement, outer);
  }

  private Statement rewrite(Statement statement, Path path) {
    return switch (statement) {
      case Statement.Forall f -> f.with(rewrite(f.body(), path.loop(f.variable())));
      case Statement.Bind b ->
          new Statement.Bind(
              b.variable(),
              b.value(),
              b.checked(),
              rewrite(b.body(), path.computing(b.variable())));
      case Statement.Sequence s ->
          new Statement.Sequence(s.parts().stream().map(p -> rewrite(p, path)).toList());
      case Statement.Where w ->
          new Statement.Where(
              w.workspace(), rewrite(w.consumer(), path), rewrite(w.producer(), path));
      case Statement.Assign a ->
          new Statement.Assign(a.target(), a.operator(), rewrite(a.value(), path));
    };
  }

  private Expression rewrite(Expression e, Path path) {
    return e instanceof Access access
        ? replace.apply(access, path)
        : Expressions.mapChildren(e, x -> rewrite(x, path));
  }
}
