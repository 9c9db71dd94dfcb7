package org.einkorn.loops;

import java.util.List;
import java.util.Map;
import org.einkorn.format.IndexExpression;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;

/** Gives variables of a statement other names. */
public final class Renaming {
  private final Map<IndexVariable, IndexVariable> names;

  private Renaming(Map<IndexVariable, IndexVariable> names) {
    this.names = names;
  }

  /** The statement with other names, none of which it has yet, for some of its variables. */
  public static Statement of(Statement statement, Map<IndexVariable, IndexVariable> names) {
    return names.isEmpty() ? statement : new Renaming(names).rename(statement);
  }

  private Statement rename(Statement statement) {
    return switch (statement) {
      case Statement.Forall f ->
          new Statement.Forall(rename(f.variable()), rename(f.domain()), rename(f.body()));
      // A variable that was computed from its new name is that.
      case Statement.Bind b
          when rename(b.value()).equals(new IndexExpression.Value<>(rename(b.variable()))) ->
          rename(b.body());
      case Statement.Bind b ->
          new Statement.Bind(
              rename(b.variable()), rename(b.value()), b.checked(), rename(b.body()));
      case Statement.Sequence s ->
          new Statement.Sequence(s.parts().stream().map(this::rename).toList());
      case Statement.Where w ->
          new Statement.Where(w.workspace(), rename(w.consumer()), rename(w.producer()));
      case Statement.Assign a ->
          new Statement.Assign(
              Expressions.substitute(a.target(), names),
              a.operator(),
              Expressions.substitute(a.value(), names));
    };
  }

  private Domain rename(Domain domain) {
    Domain renamed =
        switch (domain) {
          case Domain.All a -> a;
          case Domain.Between b -> new Domain.Between(rename(b.from()), rename(b.to()));
          case Domain.Pieces p -> p;
          case Domain.Children c ->
              new Domain.Children(c.operand(), rename(c.from()), rename(c.to()));
          case Domain.Under u ->
              new Domain.Under(u.operand(), u.level(), rename(u.from()), rename(u.to()));
        };
    return domain
        .followed()
        .map(a -> renamed.following(Expressions.substitute(a, names)))
        .orElse(renamed);
  }

  private List<IndexExpression<IndexVariable>> rename(List<IndexExpression<IndexVariable>> all) {
    return all.stream().map(this::rename).toList();
  }

  private IndexExpression<IndexVariable> rename(IndexExpression<IndexVariable> e) {
    return e.map(this::rename, size -> size);
  }

  private IndexVariable rename(IndexVariable v) {
    return names.getOrDefault(v, v);
  }
}
