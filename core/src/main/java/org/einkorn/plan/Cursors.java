package org.einkorn.plan;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.lattice.Cursor;
import org.einkorn.lattice.Path;
import org.einkorn.lattice.Traversal;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/** The cursors that operands have in loops. */
record Cursors(Map<String, TensorType> types) {
  Traversal traversal(Access access, Path path) {
    return Traversal.of(access, types.get(access.tensor()).format(), path);
  }

  /** Those that a loop over the variable moves. */
  Set<Cursor> at(IndexVariable v, Statement body, Path path) {
    Set<Cursor> cursors = new LinkedHashSet<>();
    for (Access a : Statements.accesses(body)) {
      OptionalInt level = traversal(a, path).iteratedAt(v);
      level.ifPresent(l -> cursors.add(new Cursor(a, l)));
    }
    return cursors;
  }

  Format format(Cursor c) {
    return types.get(c.access().tensor()).format();
  }

  /** After how many loops the cursor's parent is known. */
  int parentDepth(Cursor c, Path path) {
    return traversal(c.access(), path).parentDepth(c.level());
  }
}
