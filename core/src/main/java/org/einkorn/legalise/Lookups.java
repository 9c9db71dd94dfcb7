package org.einkorn.legalise;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.lattice.Path;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression.Access;

/**
 * Copies sparse vectors that inner loops would search again and again, each into a table that gives
 * the value at any coordinate, present or not. This is for results that have a place for
 * everything: others would get an entry wherever the loops come by.
 */
final class Lookups {
  private Lookups() {}

  /** The statement with such copies, if there is anything to copy. */
  static Optional<Statement> insert(Statement statement, String target, Workspaces workspaces) {
    Format result = workspaces.type(target).format();
    if (result.levels().stream().anyMatch(l -> l.location().isEmpty())) {
      return Optional.empty();
    }
    Set<String> inner = new HashSet<>();
    collectWorkspaces(statement, inner);
    Map<Access, Workspace> copies = new LinkedHashMap<>();
    Statement replaced =
        Replacement.of(
            statement,
            (access, path) -> {
              TensorType type = workspaces.type(access.tensor());
              return inner.contains(access.tensor()) || !isSearched(access, type.format(), path)
                  ? access
                  : entry(
                      copies.computeIfAbsent(
                          access, a -> workspaces.lookup(1, type.element(), type.fill())),
                      access);
            });
    return copies.isEmpty() ? Optional.empty() : Optional.of(around(replaced, copies));
  }

  private static void collectWorkspaces(Statement statement, Set<String> names) {
    switch (statement) {
      case Statement.Forall f -> collectWorkspaces(f.body(), names);
      case Statement.Bind b -> collectWorkspaces(b.body(), names);
      case Statement.Sequence s -> s.parts().forEach(p -> collectWorkspaces(p, names));
      case Statement.Where w -> {
        names.add(w.workspace().name());
        collectWorkspaces(w.consumer(), names);
        collectWorkspaces(w.producer(), names);
      }
      case Statement.Assign a -> {}
    }
  }

  private static boolean isSearched(Access access, Format format, Path path) {
    return format.depth() == 1
        && format.level(0).location().isEmpty()
        && path.indexOf(access.indices().getFirst()) > 0
        && !path.isComputed(access.indices().getFirst());
  }

  private static Access entry(Workspace copy, Access vector) {
    return new Access(copy.name(), vector.indices());
  }

  private static Statement around(Statement statement, Map<Access, Workspace> copies) {
    Statement result = statement;
    for (Map.Entry<Access, Workspace> copy : copies.entrySet()) {
      Access vector = copy.getKey();
      Statement.Assign assign =
          new Statement.Assign(entry(copy.getValue(), vector), Optional.empty(), vector);
      result =
          new Statement.Where(copy.getValue(), result, Statement.foralls(vector.indices(), assign));
    }
    return result;
  }
}
