package org.einkorn.lattice;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Which coordinates of a variable matter, in terms of where operands are present. */
public sealed interface Formula {
  record All() implements Formula {
    @Override
    public String toString() {
      return "all";
    }
  }

  record None() implements Formula {
    @Override
    public String toString() {
      return "none";
    }
  }

  record Present(Cursor cursor) implements Formula {
    @Override
    public String toString() {
      return cursor.toString();
    }
  }

  record And(List<Formula> parts) implements Formula {
    public And {
      parts = List.copyOf(parts);
    }

    @Override
    public String toString() {
      return parts.stream()
          .map(p -> p instanceof Or ? "(" + p + ")" : p.toString())
          .collect(Collectors.joining(" ∩ "));
    }
  }

  record Or(List<Formula> parts) implements Formula {
    public Or {
      parts = List.copyOf(parts);
    }

    @Override
    public String toString() {
      return parts.stream().map(Object::toString).collect(Collectors.joining(" ∪ "));
    }
  }

  Formula ALL = new All();
  Formula NONE = new None();

  /** The intersection, flattened: {@code all} and repeated parts are dropped. */
  static Formula and(List<Formula> parts) {
    if (parts.size() == 1) {
      return parts.getFirst();
    }
    List<Formula> flat = new ArrayList<>();
    for (Formula part : parts) {
      switch (part) {
        case None n -> {
          return NONE;
        }
        case All a -> {}
        case And and -> flat.addAll(and.parts);
        case Or or -> flat.add(or);
        case Present p -> flat.add(p);
      }
    }
    Collection<Formula> kept = distinct(flat);
    // a ∩ (a ∪ b) → a, and a ∩ b ∩ ((a ∩ b) ∪ c) → a ∩ b
    kept.removeIf(
        p ->
            p instanceof Or or
                && or.parts.stream()
                    .anyMatch(
                        q -> kept.contains(q) || q instanceof And a && kept.containsAll(a.parts)));
    return kept.isEmpty()
        ? ALL
        : kept.size() == 1 ? kept.iterator().next() : new And(List.copyOf(kept));
  }

  /** The union, flattened: {@code none} and repeated parts are dropped. */
  static Formula or(List<Formula> parts) {
    if (parts.size() == 1) {
      return parts.getFirst();
    }
    List<Formula> flat = new ArrayList<>();
    for (Formula part : parts) {
      switch (part) {
        case All a -> {
          return ALL;
        }
        case None n -> {}
        case Or or -> flat.addAll(or.parts);
        case And and -> flat.add(and);
        case Present p -> flat.add(p);
      }
    }
    Collection<Formula> kept = distinct(flat);
    // a ∪ (a ∩ b) → a, and a ∪ b ∪ ((a ∪ b) ∩ c) → a ∪ b
    kept.removeIf(
        p ->
            p instanceof And and
                && and.parts.stream()
                    .anyMatch(
                        q -> kept.contains(q) || q instanceof Or o && kept.containsAll(o.parts)));
    return kept.isEmpty()
        ? NONE
        : kept.size() == 1 ? kept.iterator().next() : new Or(List.copyOf(kept));
  }

  /** Each part once; of few parts, which is usual, a list takes less time than a set. */
  private static Collection<Formula> distinct(List<Formula> parts) {
    int few = 8;
    if (parts.size() > few) {
      return new LinkedHashSet<>(parts);
    }
    List<Formula> kept = new ArrayList<>();
    for (Formula part : parts) {
      if (!kept.contains(part)) {
        kept.add(part);
      }
    }
    return kept;
  }

  /** What is left to know where these cursors are present. */
  default Formula given(Set<Cursor> present) {
    return switch (this) {
      case All a -> a;
      case None n -> n;
      case Present p -> present.contains(p.cursor) ? ALL : p;
      case And and -> and(and.parts.stream().map(p -> p.given(present)).toList());
      case Or or -> or(or.parts.stream().map(p -> p.given(present)).toList());
    };
  }

  /** Every cursor in it, in order of appearance. */
  default Set<Cursor> cursors() {
    Set<Cursor> all = new LinkedHashSet<>();
    collect(this, all);
    return all;
  }

  private static void collect(Formula formula, Set<Cursor> all) {
    switch (formula) {
      case All a -> {}
      case None n -> {}
      case Present p -> all.add(p.cursor);
      case And and -> and.parts.forEach(p -> collect(p, all));
      case Or or -> or.parts.forEach(p -> collect(p, all));
    }
  }
}
