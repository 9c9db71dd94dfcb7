package org.einkorn.legalise;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.Levels;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression.Access;

/** The types of all tensors of a program, and new workspaces with names that nothing else has. */
final class Workspaces {
  /** By order: thousands are made while loops are chosen. */
  private static final Map<Integer, Format> TABLES = new ConcurrentHashMap<>();

  private final Map<String, TensorType> types;
  private int scalars;
  private int tables;
  private boolean hasArrays;

  Workspaces(Map<String, TensorType> types) {
    this.types = new HashMap<>(types);
  }

  /** The same types, with nothing made yet. */
  Workspaces copy() {
    return new Workspaces(types);
  }

  TensorType type(String name) {
    return types.get(name);
  }

  Map<String, TensorType> types() {
    return types;
  }

  /** An access to a scalar whose workspace is still to be added. */
  Access scalarAccess() {
    String name;
    do {
      name = "t" + (scalars == 0 ? "" : scalars + 1);
      scalars++;
    } while (types.containsKey(name));
    return new Access(name, List.of());
  }

  /** A scalar that a term's values are reduced into. */
  Workspace sumOf(Term term) {
    ElementType element = term.accumulator(this);
    Constant identity = term.operator().flatMap(op -> op.identity(element)).orElseThrow();
    return add(scalarAccess().tensor(), new TensorType(element, Format.of(), identity));
  }

  Workspace add(String name, TensorType type) {
    return add(new Workspace(name, type));
  }

  Workspace add(Workspace workspace) {
    types.put(workspace.name(), workspace.type());
    return workspace;
  }

  /** A workspace that takes entries in any order, in space proportional to their number. */
  Workspace table(int order, ElementType element, Constant fill) {
    return add(TABLES.computeIfAbsent(order, n -> Formats.uniform(Levels.TABLE, n)), element, fill);
  }

  /** The same for entries that are only read at given coordinates. */
  Workspace lookup(int order, ElementType element, Constant fill) {
    return add(Formats.uniform(Levels.LOOKUP, order), element, fill);
  }

  /** A workspace with a place for every coordinate of one variable. */
  Workspace array(ElementType element, Constant fill) {
    hasArrays = true;
    return add(Formats.dense(1), element, fill);
  }

  /** Whether an array was made here. */
  boolean hasArrays() {
    return hasArrays;
  }

  private Workspace add(Format format, ElementType element, Constant fill) {
    String name;
    do {
      name = "w" + (tables == 0 ? "" : tables + 1);
      tables++;
    } while (types.containsKey(name));
    return add(name, new TensorType(element, format, fill));
  }

  /** Makes the workspaces of a separately built statement known to the whole program. */
  void addAll(Statement statement) {
    switch (statement) {
      case Statement.Forall f -> addAll(f.body());
      case Statement.Bind b -> addAll(b.body());
      case Statement.Sequence s -> s.parts().forEach(this::addAll);
      case Statement.Where w -> {
        types.put(w.workspace().name(), w.workspace().type());
        addAll(w.consumer());
        addAll(w.producer());
      }
      case Statement.Assign a -> {}
    }
  }
}
