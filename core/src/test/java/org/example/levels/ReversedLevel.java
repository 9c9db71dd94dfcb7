package org.example.levels;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.allocate;
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
import org.einkorn.format.Growth;
import org.einkorn.format.LevelFormat;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;

/**
 * A level from outside: how far each coordinate is from the end of the dimension, so that the
 * numbers fall where the coordinates rise. It cannot be searched, and its arrays have names that
 * others have too.
 */
public final class ReversedLevel implements LevelFormat {
  @Override
  public String name() {
    return "reversed";
  }

  @Override
  public char letter() {
    return 'r';
  }

  @Override
  public Properties properties() {
    return new Properties(false, true, true, false);
  }

  @Override
  public List<ArraySpec> arrays() {
    return List.of(
        new ArraySpec("vals", Type.INT32_ARRAY), new ArraySpec("pos_p", Type.INT32_ARRAY));
  }

  private static Variable toEnd(Code level) {
    return level.array(0);
  }

  private static Variable edges(Code level) {
    return level.array(1);
  }

  private static Exp reversed(Code level, Exp coordinate) {
    return subtract(subtract(level.size(), constant(1)), coordinate);
  }

  @Override
  public Optional<Iteration> iteration() {
    return Optional.of(
        new Iteration() {
          @Override
          public Range children(Code level, Range parents) {
            return new Range(
                load(edges(level), parents.begin()), load(edges(level), parents.end()));
          }

          @Override
          public Exp coordinate(Code level, Exp cursor) {
            return reversed(level, load(toEnd(level), cursor));
          }
        });
  }

  @Override
  public Optional<Appending> appending() {
    return Optional.of(
        new Appending() {
          @Override
          public List<Exp> start(Code level, Exp parents, Exp capacity) {
            return List.of(
                allocate(ElementType.INT32, capacity),
                allocate(ElementType.INT32, add(parents, constant(1))));
          }

          @Override
          public List<Variable> perPosition(Code level) {
            return List.of(toEnd(level));
          }

          @Override
          public Stmt append(Code level, Exp position, Exp coordinate) {
            return store(toEnd(level), position, reversed(level, coordinate));
          }

          @Override
          public Stmt reserveEdges(Code level, Exp parents) {
            return Growth.reserve(List.of(edges(level)), parents);
          }

          @Override
          public Stmt closeEdge(Code level, Exp parent, Exp end) {
            return store(edges(level), add(parent, constant(1)), end);
          }

          @Override
          public Stmt finish(Code level, Exp parents, Exp count, Edges known) {
            Exp length = add(parents, constant(1));
            Variable p = new Variable(edges(level).name() + "_at", Type.INT32);
            Exp before = load(edges(level), subtract(p, constant(1)));
            return block(
                Growth.reserve(List.of(edges(level)), parents),
                assign(edges(level), call(RuntimeFunction.TRIM, edges(level), length)),
                forLoop(
                    p,
                    constant(1),
                    length,
                    store(edges(level), p, max(load(edges(level), p), before))),
                assign(toEnd(level), call(RuntimeFunction.TRIM, toEnd(level), count)));
          }
        });
  }

  @Override
  public Optional<Packing> packing() {
    return Optional.of(
        (parents, parent, coordinate, size) -> {
          int[] toEnd = new int[parent.length];
          int[] edges = new int[parents + 1];
          int[] position = new int[parent.length];
          int count = 0;
          for (int k = 0; k < parent.length; k++) {
            if (k == 0 || parent[k] != parent[k - 1] || coordinate[k] != coordinate[k - 1]) {
              toEnd[count++] = size - 1 - coordinate[k];
            }
            position[k] = count - 1;
            edges[parent[k] + 1] = count;
          }
          for (int p = 1; p <= parents; p++) {
            edges[p] = Math.max(edges[p], edges[p - 1]);
          }
          return new Packed(List.of(Arrays.copyOf(toEnd, count), edges), count, position);
        });
  }
}
