package org.einkorn.lattice;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.einkorn.notation.IndexVariable;

/**
 * The variables that are bound at a point of a statement, outermost first: by loops or, if
 * computed, from others.
 */
public record Path(List<IndexVariable> variables, Set<IndexVariable> computed) {
  public static final Path EMPTY = new Path(List.of(), Set.of());

  public Path {
    variables = List.copyOf(variables);
    computed = Set.copyOf(computed);
  }

  /** A path of loops. */
  public static Path of(List<IndexVariable> loops) {
    return new Path(loops, Set.of());
  }

  /** The path with a loop inside. */
  public Path loop(IndexVariable v) {
    List<IndexVariable> longer = new ArrayList<>(variables);
    longer.add(v);
    return new Path(longer, computed);
  }

  /** The path with a variable that is computed from the others. */
  public Path computing(IndexVariable v) {
    Set<IndexVariable> more = new HashSet<>(computed);
    more.add(v);
    return new Path(loop(v).variables, more);
  }

  public boolean isComputed(IndexVariable v) {
    return computed.contains(v);
  }

  public boolean contains(IndexVariable v) {
    return variables.contains(v);
  }

  public int indexOf(IndexVariable v) {
    return variables.indexOf(v);
  }

  public IndexVariable last() {
    return variables.getLast();
  }

  public int size() {
    return variables.size();
  }

  /** The first so many variables. */
  public Path prefix(int length) {
    return new Path(variables.subList(0, length), computed);
  }

  /** The path without its last variable. */
  public Path outer() {
    return prefix(size() - 1);
  }
}
