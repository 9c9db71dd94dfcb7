package org.einkorn.format;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.max;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.subtract;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;

/**
 * The children of parent p are at positions {@code pos[p] … pos[p+1]-1}, their coordinates in
 * {@code crd}. Its two properties can be chosen: without order they come as they come; without
 * uniqueness a coordinate may repeat, one position per nonzero, as in the first level of a
 * coordinate list.
 */
final class CompressedLevel implements LevelFormat {
  private final boolean ordered;
  private final boolean unique;

  CompressedLevel(boolean ordered, boolean unique) {
    this.ordered = ordered;
    this.unique = unique;
  }

  @Override
  public String name() {
    return (unique ? "compressed" : "repeating") + (ordered ? "" : "-unordered");
  }

  @Override
  public char letter() {
    char letter = unique ? 's' : 'c';
    return ordered ? letter : Character.toUpperCase(letter);
  }

  @Override
  public Properties properties() {
    return new Properties(false, ordered, unique, false);
  }

  @Override
  public List<ArraySpec> arrays() {
    return List.of(new ArraySpec("pos", Type.INT32_ARRAY), new ArraySpec("crd", Type.INT32_ARRAY));
  }

  private static Variable pos(Code level) {
    return level.array(0);
  }

  private static Variable crd(Code level) {
    return level.array(1);
  }

  @Override
  public Optional<Iteration> iteration() {
    return Optional.of(
        new Iteration() {
          @Override
          public Range children(Code level, Range parents) {
            return new Range(load(pos(level), parents.begin()), load(pos(level), parents.end()));
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
    return ordered ? Optional.of(Seeking.bisecting(1)) : Optional.empty();
  }

  @Override
  public Optional<Appending> appending() {
    return Optional.of(new Append());
  }

  @Override
  public Optional<Packing> packing() {
    return Optional.of((parents, parent, coordinate, size) -> pack(parents, parent, coordinate));
  }

  private Packed pack(int parents, int[] parent, int[] coordinate) {
    int[] pos = new int[parents + 1];
    int[] crd = new int[parent.length];
    int[] position = new int[parent.length];
    int count = 0;
    for (int k = 0; k < parent.length; k++) {
      boolean again =
          unique && k > 0 && parent[k] == parent[k - 1] && coordinate[k] == coordinate[k - 1];
      if (!again) {
        crd[count++] = coordinate[k];
      }
      position[k] = count - 1;
      pos[parent[k] + 1] = count;
    }
    for (int p = 1; p <= parents; p++) {
      pos[p] = Math.max(pos[p], pos[p - 1]);
    }
    return new Packed(List.of(pos, Arrays.copyOf(crd, count)), count, position);
  }

  private static final class Append implements Appending {
    @Override
    public List<Exp> start(Code level, Exp parents, Exp capacity) {
      return List.of(
          new Exp.Allocate(ElementType.INT32, add(parents, constant(1))),
          new Exp.Allocate(ElementType.INT32, capacity));
    }

    @Override
    public List<Variable> perPosition(Code level) {
      return List.of(crd(level));
    }

    @Override
    public Stmt append(Code level, Exp position, Exp coordinate) {
      return store(crd(level), position, coordinate);
    }

    @Override
    public boolean joins() {
      return true;
    }

    @Override
    public Stmt reserveEdges(Code level, Exp parents) {
      return Growth.reserve(List.of(pos(level)), parents);
    }

    @Override
    public Stmt closeEdge(Code level, Exp parent, Exp end) {
      return store(pos(level), add(parent, constant(1)), end);
    }

    @Override
    public Stmt finish(Code level, Exp parents, Exp count, Edges edges) {
      Exp length = add(parents, constant(1));
      Variable p = new Variable(pos(level).name() + "_p", Type.INT32);
      Exp before = load(pos(level), subtract(p, constant(1)));
      Stmt exactLength =
          block(
              Growth.reserve(List.of(pos(level)), parents),
              assign(pos(level), call(RuntimeFunction.TRIM, pos(level), length)));
      // Ends only grow, so a parent that was never closed ends where the one before it does.
      Stmt closeOthers =
          forLoop(p, constant(1), length, store(pos(level), p, max(load(pos(level), p), before)));
      return block(
          edges.counted() ? Stmt.NOTHING : exactLength,
          edges.allClosed() ? Stmt.NOTHING : closeOthers,
          assign(crd(level), call(RuntimeFunction.TRIM, crd(level), count)));
    }
  }
}
