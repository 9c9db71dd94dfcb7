package org.einkorn.lattice;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.einkorn.notation.IndexVariable;

/**
 * The variables that are bound at a point of a statement, outermost first: by loops or, if
 * computed, from others. No variable is bound twice. A longer path refers to the shorter one, for
 * thousands are made while loops are chosen.
 */
public final class Path {
  public static final Path EMPTY = new Path(null, null, false);

  private final Path outer;
  private final IndexVariable last;
  private final boolean computed;
  private final int size;

  private Path(Path outer, IndexVariable last, boolean computed) {
    this.outer = outer;
    this.last = last;
    this.computed = computed;
    this.size = outer == null ? 0 : outer.size + 1;
  }

  /** A path of loops. */
  public static Path of(List<IndexVariable> loops) {
    Path path = EMPTY;
    for (IndexVariable v : loops) {
      path = path.loop(v);
    }
    return path;
  }

  /** The path with a loop inside. */
  public Path loop(IndexVariable v) {
    return new Path(this, v, false);
  }

  /** The path with a variable that is computed from the others. */
  public Path computing(IndexVariable v) {
    return new Path(this, v, true);
  }

  public boolean contains(IndexVariable v) {
    return to(v).size > 0;
  }

  /** The number of the variable, from 0; -1 if the path has none like it. */
  public int indexOf(IndexVariable v) {
    return to(v).size - 1;
  }

  /** The path up to and with the variable; empty if it has none like it. */
  Path to(IndexVariable v) {
    Path path = this;
    while (path.size > 0 && !path.last.equals(v)) {
      path = path.outer;
    }
    return path;
  }

  public boolean isComputed(IndexVariable v) {
    return to(v).computed;
  }

  /** Whether the innermost one is computed from the others. */
  boolean isLastComputed() {
    return computed;
  }

  /** The innermost one, of a path that is not empty. */
  public IndexVariable last() {
    return last;
  }

  public int size() {
    return size;
  }

  /** The first so many variables. */
  public Path prefix(int length) {
    Path path = this;
    while (path.size > length) {
      path = path.outer;
    }
    return path;
  }

  /** A path that is not empty, without its last variable. */
  public Path outer() {
    return outer;
  }

  /** All of them, outermost first. */
  public List<IndexVariable> variables() {
    List<IndexVariable> innermost = new ArrayList<>(size);
    for (Path path = this; path.size > 0; path = path.outer) {
      innermost.add(path.last);
    }
    return Collections.unmodifiableList(innermost.reversed());
  }

  @Override
  public String toString() {
    return variables().toString();
  }
}
