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
import org.einkorn.loops.Statements;
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
    List<Statement.Where> copies = new ArrayList<>();
    Statement result = replaced(statement, Path.EMPTY, workspaces, copies);
    return LevelViews.around(result, copies);
  }

  /** A statement that reads copies, and how many have to be made before it. */
  record Fitted(Statement statement, int copies) {}

  /** The statement with copies where it stands within the loops of a path. */
  static Fitted fitted(Statement statement, Path path, Workspaces workspaces) {
    List<Statement.Where> copies = new ArrayList<>();
    Statement result = replaced(statement, path, workspaces, copies);
    return new Fitted(result, copies.size());
  }

  /** The same access can need copies in two orders. */
  private record Copy(Access access, List<IndexVariable> order) {}

  /** The statement reading copies; those that cannot be made within it are added to a list. */
  private static Statement replaced(
      Statement statement, Path path, Workspaces workspaces, List<Statement.Where> copies) {
    Map<Copy, Access> known = new HashMap<>();
    Statement result =
        Replacement.of(
            statement, path, (access, inner) -> fitting(access, inner, workspaces, known, copies));
    return copies.isEmpty() ? result : placed(result, copies);
  }

  /** A copy of a workspace can only be made where the workspace is filled. */
  private static Statement placed(Statement statement, List<Statement.Where> copies) {
    return switch (statement) {
      case Statement.Forall f -> f.with(placed(f.body(), copies));
      case Statement.Bind b ->
          new Statement.Bind(b.variable(), b.value(), b.checked(), placed(b.body(), copies));
      case Statement.Sequence s ->
          new Statement.Sequence(s.parts().stream().map(p -> placed(p, copies)).toList());
      case Statement.Where w -> {
        Statement consumer = placed(w.consumer(), copies);
        for (Statement.Where copy : List.copyOf(copies)) {
          if (reads(copy.producer(), w.workspace())) {
            consumer = new Statement.Where(copy.workspace(), consumer, copy.producer());
            copies.remove(copy);
          }
        }
        yield new Statement.Where(w.workspace(), consumer, placed(w.producer(), copies));
      }
      case Statement.Assign a -> a;
    };
  }

  private static boolean reads(Statement statement, Workspace workspace) {
    return Statements.accesses(statement).stream()
        .anyMatch(a -> a.tensor().equals(workspace.name()));
  }

  private static Access fitting(
      Access access,
      Path path,
      Workspaces workspaces,
      Map<Copy, Access> known,
      List<Statement.Where> copies) {
    TensorType type = workspaces.type(access.tensor());
    if (!Traversal.isDiscordant(access, type.format(), path)) {
      return access;
    }
    List<IndexVariable> order =
        path.variables().stream().filter(access.indices()::contains).toList();
    return known.computeIfAbsent(
        new Copy(access, order), c -> copy(access, type, order, workspaces, copies));
  }

  private static Access copy(
      Access access,
      TensorType type,
      List<IndexVariable> order,
      Workspaces workspaces,
      List<Statement.Where> copies) {
    Workspace table = workspaces.table(order.size(), type.element(), type.fill());
    Access copy = new Access(table.name(), order);
    Statement producer =
        Statement.foralls(
            Orders.stored(access, workspaces.types()),
            new Statement.Assign(copy, Optional.empty(), access));
    copies.add(new Statement.Where(table, Statement.NOTHING, producer));
    return copy;
  }

  /** The order of a reduction's variables that fits most of its accesses. */
  static List<IndexVariable> bestOrder(Term term, Map<String, TensorType> types) {
    Set<IndexVariable> outer = new LinkedHashSet<>(Expressions.variables(term.body()));
    outer.removeAll(term.reduced());
    List<Access> accesses = Expressions.accesses(term.body());
    List<IndexVariable> best = term.reduced();
    int fewest = Integer.MAX_VALUE;
    Access scalar = new Access("", List.of());
    for (List<IndexVariable> order :
        Orders.of(new LinkedHashSet<>(term.reduced()), scalar, accesses, types)) {
      List<IndexVariable> bound = new ArrayList<>(outer);
      bound.addAll(order);
      Path path = Path.of(bound);
      int discordant = 0;
      for (Access a : accesses) {
        discordant += Traversal.isDiscordant(a, types.get(a.tensor()).format(), path) ? 1 : 0;
      }
      if (discordant < fewest) {
        fewest = discordant;
        best = order;
      }
    }
    return best;
  }
}
