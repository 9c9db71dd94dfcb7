package org.einkorn.imp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;

/**
 * Computes rows in registers, for sizes that are known. Where loops do nothing but compute rows,
 * the row is taken into registers before them and put back after them:
 *
 * <pre>
 * double&lt;8&gt; C = C_vals[i * 16 : 8];
 * double&lt;8&gt; C_2 = C_vals[i * 16 + 8 : 8];
 * for (int p = pos[i]; p &lt; pos[i + 1]; p++) {
 *   int k = crd[p];
 *   double a = vals[p];
 *   C += double&lt;8&gt;(a) * B_vals[k * 16 : 8];
 *   C_2 += double&lt;8&gt;(a) * B_vals[k * 16 + 8 : 8];
 * }
 * C_vals[i * 16 : 8] = C;
 * C_vals[i * 16 + 8 : 8] = C_2;
 * </pre>
 *
 * A long row is computed a tile after the other, each by loops of its own. Every element has the
 * same done to it in the same order as before, so its bits are the same.
 */
final class RegisterTiles {
  /** How many registers rows are held in at a time; as many again are needed to compute them. */
  private static final int REGISTERS = 8;

  private final Function function;
  private final List<Stmt> loops;
  private final List<TileRegion> regions;

  private RegisterTiles(Function function, List<Stmt> loops, List<TileRegion> regions) {
    this.function = function;
    this.loops = loops;
    this.regions = regions;
  }

  /** What of the function can be computed so. */
  static RegisterTiles of(Function function) {
    List<Stmt> loops = new ArrayList<>();
    List<TileRegion> regions = new ArrayList<>();
    find(function.body(), new LinkedHashSet<>(function.parameters()), loops, regions);
    return new RegisterTiles(function, loops, regions);
  }

  private static void find(
      Stmt s, Set<Variable> parameters, List<Stmt> loops, List<TileRegion> regions) {
    Optional<TileRegion> region = TileRegion.of(s, parameters);
    if (region.isPresent()) {
      loops.add(s);
      regions.add(region.get());
    } else {
      Walk.parts(s).forEach(part -> find(part, parameters, loops, regions));
    }
  }

  /** The parameters that say how long rows are. */
  Set<Variable> sizes() {
    Set<Variable> sizes = new LinkedHashSet<>();
    regions.forEach(region -> sizes.add(region.size()));
    return sizes;
  }

  /** The function for rows of these sizes, and for no others; itself if all are too short. */
  Function with(Map<Variable, Integer> sizes, ToIntFunction<ElementType> lanes, int shortest) {
    LocalNames names = new LocalNames(function);
    Map<Stmt, Stmt> tiled = new IdentityHashMap<>();
    for (int k = 0; k < regions.size(); k++) {
      TileRegion region = regions.get(k);
      int size = sizes.getOrDefault(region.size(), 0);
      int width = lanes.applyAsInt(region.element());
      if (size >= shortest && width > 1 && region.written().size() <= REGISTERS) {
        tiled.put(loops.get(k), tiles(loops.get(k), region, size, width, names));
      }
    }
    Stmt body = replace(function.body(), tiled);
    return new Function(function.name(), function.parameters(), function.results(), body);
  }

  private static Stmt replace(Stmt s, Map<Stmt, Stmt> others) {
    Stmt other = others.get(s);
    if (other != null) {
      return other;
    }
    return Walk.with(
        s, Walk.expressions(s), Walk.map(Walk.parts(s), part -> replace(part, others)));
  }

  private static Stmt tiles(Stmt loops, TileRegion region, int size, int lanes, LocalNames names) {
    List<Integer> all = pieces(size, lanes);
    int most = Math.max(1, REGISTERS / region.written().size());
    List<Stmt> statements = new ArrayList<>();
    Map<Variable, Exp> known = Map.of(region.size(), Imp.constant(size));
    if (all.size() <= most) {
      statements.addAll(new Tile(region, names, Imp.constant(0), all).around(loops));
      return Copying.replace(Imp.block(statements), known);
    }
    int width = most * lanes;
    int end = size / width * width;
    List<Integer> full = pieces(width, lanes);
    if (end > width) {
      Variable tile = names.fresh("tile", Type.INT32);
      List<Stmt> turn = new ArrayList<>(new Tile(region, names, tile, full).around(loops));
      turn.add(Imp.assign(tile, Imp.add(tile, Imp.constant(width))));
      statements.add(Imp.declare(tile, Imp.constant(0)));
      statements.add(Imp.whileLoop(Imp.less(tile, Imp.constant(end)), Imp.block(turn)));
    } else if (end > 0) {
      statements.addAll(new Tile(region, names, Imp.constant(0), full).around(loops));
    }
    if (end < size) {
      Stmt copy = renamed(loops, names);
      TileRegion again = TileRegion.of(copy, region.parameters()).orElseThrow();
      statements.addAll(
          new Tile(again, names, Imp.constant(end), pieces(size - end, lanes)).around(copy));
    }
    return Copying.replace(Imp.block(statements), known);
  }

  private static Stmt renamed(Stmt loops, LocalNames names) {
    Map<Variable, Exp> others = new HashMap<>();
    Copying.rename(loops, v -> names.another(v.name(), v.type()), others);
    return Copying.replace(loops, others);
  }

  /** Whole registers, then ever shorter ones: 21 are 8, 8, 4 and 1. */
  static List<Integer> pieces(int size, int lanes) {
    List<Integer> pieces = new ArrayList<>();
    int left = size;
    for (int width = lanes; left > 0; width /= 2) {
      for (; left >= width; left -= width) {
        pieces.add(width);
      }
    }
    return pieces;
  }

  /** The registers of one tile, and the code that computes in them. */
  private static final class Tile {
    private final TileRegion region;
    private final LocalNames names;
    private final Exp first;
    private final List<Integer> pieces;
    private final Map<Variable, List<Variable>> registers = new LinkedHashMap<>();

    Tile(TileRegion region, LocalNames names, Exp first, List<Integer> pieces) {
      this.region = region;
      this.names = names;
      this.first = first;
      this.pieces = pieces;
      region.written().keySet().forEach(array -> registers.put(array, registersFor(array.name())));
    }

    private List<Variable> registersFor(String name) {
      String plain = name.replaceFirst("_vals$", "");
      List<Variable> registers = new ArrayList<>();
      for (int lanes : pieces) {
        registers.add(names.fresh(plain + "_row", type(lanes)));
      }
      return registers;
    }

    private Type type(int lanes) {
      return lanes == 1 ? Type.of(region.element()) : new Type.Vector(region.element(), lanes);
    }

    /** The loops in registers, and what comes before and after them. */
    List<Stmt> around(Stmt loops) {
      List<Stmt> statements = new ArrayList<>();
      registers.forEach(
          (array, own) -> {
            Exp begin = region.written().get(array);
            for (int k = 0; k < own.size(); k++) {
              statements.add(Imp.declare(own.get(k), load(array, begin, k)));
            }
          });
      statements.add(inRegisters(loops));
      registers.forEach(
          (array, own) -> {
            Exp begin = region.written().get(array);
            for (int k = 0; k < own.size(); k++) {
              statements.add(Imp.store(array, at(begin, k), own.get(k)));
            }
          });
      return statements;
    }

    private Exp load(Variable array, Exp begin, int piece) {
      int lanes = pieces.get(piece);
      Exp index = at(begin, piece);
      return lanes == 1 ? Imp.load(array, index) : new Exp.LoadVector(array, index, lanes);
    }

    /** Where a piece lies in a row that begins there. */
    private Exp at(Exp begin, int piece) {
      int before = 0;
      for (int k = 0; k < piece; k++) {
        before += pieces.get(k);
      }
      return Imp.add(Imp.add(begin, first), Imp.constant(before));
    }

    private Stmt inRegisters(Stmt s) {
      if (s instanceof Stmt.Block(List<Stmt> parts)) {
        List<Stmt> statements = new ArrayList<>();
        for (Stmt part : parts) {
          if (region.isRow(part)) {
            statements.addAll(row((Stmt.For) part));
          } else {
            statements.add(inRegisters(part));
          }
        }
        return Imp.block(statements);
      }
      return region.isRow(s)
          ? Imp.block(row((Stmt.For) s))
          : Walk.with(s, Walk.expressions(s), Walk.map(Walk.parts(s), this::inRegisters));
    }

    private List<Stmt> row(Stmt.For row) {
      Map<Variable, List<Variable>> own = new HashMap<>();
      RowValue values =
          new RowValue(region.element(), row.variable(), own::containsKey, load -> true);
      List<Stmt> statements = new ArrayList<>();
      for (Stmt step : TileRegion.steps(row)) {
        if (step instanceof Stmt.Declare d) {
          own.put(d.variable(), registersFor(d.variable().name()));
        }
        for (int k = 0; k < pieces.size(); k++) {
          statements.add(inRegister(step, k, values, own));
        }
      }
      return statements;
    }

    private Stmt inRegister(
        Stmt step, int piece, RowValue values, Map<Variable, List<Variable>> own) {
      Exp value =
          values.vector(
              Walk.expressions(step).getLast(),
              pieces.get(piece),
              v -> own.get(v).get(piece),
              load -> element(load, piece, values));
      return switch (step) {
        case Stmt.Declare d -> Imp.declare(own.get(d.variable()).get(piece), value);
        case Stmt.Store s -> Imp.assign(registers.get(s.array()).get(piece), value);
        case Stmt.Update u -> {
          Variable register = registers.get(u.array()).get(piece);
          yield Imp.assign(register, new Exp.Binary(u.op(), register, value));
        }
        default -> throw new IllegalStateException("no step of a row: " + step);
      };
    }

    private Exp element(Exp.Load load, int piece, RowValue values) {
      List<Variable> own = registers.get(load.array());
      return own != null ? own.get(piece) : load(load.array(), values.begin(load), piece);
    }
  }
}
