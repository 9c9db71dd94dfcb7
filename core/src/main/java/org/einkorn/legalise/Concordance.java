package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.format.TensorType;
import org.einkorn.lattice.Path;
import org.einkorn.lattice.Traversal;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;

/**
 * Makes every access fit its loops: one whose levels lie in another order is first copied into a
 * table that lies in this one.
 */
final class Concordance {
  private Concordance() {}

  /** The statement with a copy for each access that does not fit. */
  static Statement insertConversions(Statement statement, Workspaces workspaces) {
    Map<Access, Access> copies = new HashMap<>();
    List<Statement.Where> wrappers = new ArrayList<>();
    Statement result =
        Replacement.of(
            statement, (access, path) -> fitting(access, path, workspaces, copies, wrappers));
    for (Statement.Where w : wrappers) {
      result = new Statement.Where(w.workspace(), result, w.producer());
    }
    return result;
  }

  private static Access fitting(
      Access access,
      Path path,
      Workspaces workspaces,
      Map<Access, Access> copies,
      List<Statement.Where> wrappers) {
    TensorType type = workspaces.type(access.tensor());
    if (!Traversal.isDiscordant(access, type.format(), path)) {
      return access;
    }
    List<IndexVariable> order =
        path.variables().stream().filter(access.indices()::contains).toList();
    // The same access can need copies in two orders; the key says which one.
    Access key = new Access(access.tensor() + " as " + access.indices(), order);
    return copies.computeIfAbsent(key, k -> copy(access, type, order, workspaces, wrappers));
  }

  private static Access copy(
      Access access,
      TensorType type,
      List<IndexVariable> order,
      Workspaces workspaces,
      List<Statement.Where> wrappers) {
    Workspace table = workspaces.table(order.size(), type.element(), type.fill());
    Access copy = new Access(table.name(), order);
    Statement producer =
        Statement.foralls(
            Orders.stored(access, workspaces.types()),
            new Statement.Assign(copy, Optional.empty(), access));
    wrappers.add(new Statement.Where(table, Statement.NOTHING, producer));
    return copy;
  }

  /** The order of a reduction's variables that fits most of its accesses. */
  static List<IndexVariable> bestOrder(Term term, Map<String, TensorType> types) {
    Set<IndexVariable> outer = new LinkedHashSet<>(Expressions.variables(term.body()));
    outer.removeAll(term.reduced());
    List<Access> accesses = Expressions.accesses(term.body());
    List<IndexVariable> best = term.reduced();
    long fewest = Long.MAX_VALUE;
    Access scalar = new Access("", List.of());
    for (List<IndexVariable> order :
        Orders.of(new LinkedHashSet<>(term.reduced()), scalar, accesses, types)) {
      List<IndexVariable> bound = new ArrayList<>(outer);
      bound.addAll(order);
      Path path = Path.of(bound);
      long discordant =
          accesses.stream()
              .filter(a -> Traversal.isDiscordant(a, types.get(a.tensor()).format(), path))
              .count();
      if (discordant < fewest) {
        fewest = discordant;
        best = order;
      }
    }
    return best;
  }
}
