package org.einkorn.legalise;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.lattice.Formula;
import org.einkorn.lattice.Path;
import org.einkorn.lattice.Regions;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/**
 * Copies sparse vectors that inner loops would search again and again, each into a table that finds
 * a coordinate at once. Something else must lead those loops, for a table cannot.
 */
final class Lookups {
  private Lookups() {}

  /** The statement with such copies, if there is anything to copy. */
  static Optional<Statement> insert(Statement statement, Workspaces workspaces) {
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
    boolean led =
        !copies.isEmpty()
            && fullLoops(statement, Path.EMPTY, workspaces)
                .containsAll(fullLoops(replaced, Path.EMPTY, workspaces));
    return led ? Optional.of(around(replaced, copies)) : Optional.empty();
  }

  /** The variables of loops through all coordinates. */
  private static Set<IndexVariable> fullLoops(
      Statement statement, Path path, Workspaces workspaces) {
    Set<IndexVariable> full = new HashSet<>();
    switch (statement) {
      case Statement.Forall f -> {
        Path inner = path.loop(f.variable());
        Regions regions = new Regions(workspaces::type, inner);
        if (regions.visited(regions.of(f.body())) instanceof Formula.All) {
          full.add(f.variable());
        }
        full.addAll(fullLoops(f.body(), inner, workspaces));
      }
      case Statement.Bind b ->
          full.addAll(fullLoops(b.body(), path.computing(b.variable()), workspaces));
      case Statement.Sequence s ->
          s.parts().forEach(p -> full.addAll(fullLoops(p, path, workspaces)));
      case Statement.Where w -> {
        full.addAll(fullLoops(w.consumer(), path, workspaces));
        full.addAll(fullLoops(w.producer(), path, workspaces));
      }
      case Statement.Assign a -> {}
    }
    return full;
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
