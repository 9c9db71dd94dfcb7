package org.einkorn.legalise;

import java.util.List;
import java.util.function.Function;
import org.einkorn.format.Formats;
import org.einkorn.format.Levels;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Workspace;
import org.einkorn.schedule.Space;

/** Where the entries of workspaces lie: a workspace is a tensor, so this is its format. */
final class Layouts {
  private Layouts() {}

  /** The statement with other workspaces, as the function gives them for those it has. */
  static Statement replace(Statement statement, Function<Statement.Where, Workspace> other) {
    return switch (statement) {
      case Statement.Forall f -> f.with(replace(f.body(), other));
      case Statement.Bind b ->
          new Statement.Bind(b.variable(), b.value(), b.checked(), replace(b.body(), other));
      case Statement.Sequence s ->
          new Statement.Sequence(s.parts().stream().map(p -> replace(p, other)).toList());
      case Statement.Where w ->
          new Statement.Where(
              other.apply(w), replace(w.consumer(), other), replace(w.producer(), other));
      case Statement.Assign a -> a;
    };
  }

  /** The names of the workspaces that could as well be an array with a list of what is touched. */
  static List<String> scatterable(Statement statement) {
    return Space.workspaces(statement).stream()
        .map(Statement.Where::workspace)
        .filter(w -> w.isCollected() && w.type().order() == 1)
        .map(Workspace::name)
        .toList();
  }

  /** The statement with this workspace as an array with a list of what is touched. */
  static Statement scattered(Statement statement, String workspace) {
    return replace(
        statement,
        w ->
            w.workspace().name().equals(workspace)
                ? w.workspace().with(Formats.uniform(Levels.SCATTER, 1))
                : w.workspace());
  }
}
