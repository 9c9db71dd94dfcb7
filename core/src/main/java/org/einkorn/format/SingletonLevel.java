package org.einkorn.format;

import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.store;

import java.util.List;
import java.util.Optional;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;

/**
 * Every parent has one child, at the same position, its coordinate in {@code crd}: a further
 * coordinate of a coordinate list. Ordered, the children of all equal parents stand side by side in
 * the order of their coordinates; unique, these differ.
 */
final class SingletonLevel implements LevelFormat {
  private final boolean ordered;
  private final boolean unique;

  SingletonLevel(boolean ordered, boolean unique) {
    this.ordered = ordered;
    this.unique = unique;
  }

  @Override
  public String name() {
    return "singleton" + (unique ? "" : "-repeating") + (ordered ? "" : "-unordered");
  }

  @Override
  public char letter() {
    char letter = unique ? 'q' : 'e';
    return ordered ? letter : Character.toUpperCase(letter);
  }

  @Override
  public Properties properties() {
    return new Properties(false, ordered, unique, true);
  }

  @Override
  public List<ArraySpec> arrays() {
    return List.of(new ArraySpec("crd", Type.INT32_ARRAY));
  }

  private static Variable crd(Code level) {
    return level.array(0);
  }

  @Override
  public Optional<Iteration> iteration() {
    return Optional.of(
        new Iteration() {
          @Override
          public Range children(Code level, Range parents) {
            return parents;
          }

          @Override
          public Exp coordinate(Code level, Exp cursor) {
            return load(crd(level), cursor);
          }

          @Override
          public Optional<Exp> total(Code level) {
            return Optional.of(new Exp.Length(crd(level)));
          }
        });
  }

  @Override
  public Optional<Seeking> seeking() {
    return ordered ? Optional.of(Seeking.bisecting(0)) : Optional.empty();
  }

  @Override
  public Optional<Appending> appending() {
    return Optional.of(
        new Appending() {
          @Override
          public List<Exp> start(Code level, Exp parents, Exp capacity) {
            return List.of(new Exp.Allocate(ElementType.INT32, capacity));
          }

          @Override
          public List<Variable> perPosition(Code level) {
            return List.of(crd(level));
          }

          @Override
          public boolean joins() {
            return true;
          }

          @Override
          public Stmt append(Code level, Exp position, Exp coordinate) {
            return store(crd(level), position, coordinate);
          }

          @Override
          public Stmt reserveEdges(Code level, Exp parents) {
            return Stmt.NOTHING;
          }

          @Override
          public Stmt closeEdge(Code level, Exp parent, Exp end) {
            return Stmt.NOTHING;
          }

          @Override
          public Stmt finish(Code level, Exp parents, Exp count, Edges edges) {
            return assign(crd(level), call(RuntimeFunction.TRIM, crd(level), count));
          }
        });
  }

  @Override
  public Extent extent(Population population) {
    return new Extent(population.parents(), Integer.BYTES * population.parents());
  }

  @Override
  public Optional<Packing> packing() {
    return Optional.of(
        (parents, parent, coordinate, size) -> {
          int[] crd = new int[parents];
          for (int k = 0; k < parent.length; k++) {
            crd[parent[k]] = coordinate[k];
          }
          return new Packed(List.of(crd), parents, parent.clone());
        });
  }
}
