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
 * Where a loop just before them sets the whole row to a constant, the registers start with that
 * instead. A long row is computed a tile after the other, each by loops of its own. Every element
 * has the same done to it in the same order as before, so its bits are the same.
 */
final class RegisterTiles {
  /** How many registers rows are held in at a time; as many again are needed to compute them. */
  private static final int REGISTERS = 8;

  /** How many of them a single row gets: with more at once, what is read and written is slower. */
  private static final int REGISTERS_OF_ROW = 4;

  private final Function function;
  private final List<Stmt> loops;
  private final List<TileRegion> regions;

  /** The loops that set rows just before others compute them, by these. */
  private final Map<Stmt, ClearedRow> cleared;

  private RegisterTiles(
      Function function,
      List<Stmt> loops,
      List<TileRegion> regions,
      Map<Stmt, ClearedRow> cleared) {
    this.function = function;
    this.loops = loops;
    this.regions = regions;
    this.cleared = cleared;
  }

  /** What of the function can be computed so. */
  static RegisterTiles of(Function function) {
    List<Stmt> loops = new ArrayList<>();
    List<TileRegion> regions = new ArrayList<>();
    Map<Stmt, ClearedRow> cleared = new IdentityHashMap<>();
    find(function.body(), new LinkedHashSet<>(function.parameters()), loops, regions, cleared);
    return new RegisterTiles(function, loops, regions, cleared);
  }

  private static void find(
      Stmt s,
      Set<Variable> parameters,
      List<Stmt> loops,
      List<TileRegion> regions,
      Map<Stmt, ClearedRow> cleared) {
    Optional<TileRegion> region = TileRegion.of(s, parameters);
    if (region.isPresent()) {
      loops.add(s);
      regions.add(region.get());
      return;
    }
    List<Stmt> parts = Walk.parts(s);
    for (int k = 0; k < parts.size(); k++) {
      int known = regions.size();
      find(parts.get(k), parameters, loops, regions, cleared);
      if (s instanceof Stmt.Block && regions.size() > known && loops.getLast() == parts.get(k)) {
        ClearedRow.before(parts.subList(0, k), regions.getLast())
            .ifPresent(row -> cleared.put(loops.getLast(), row));
      }
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
        Optional<ClearedRow> row = Optional.ofNullable(cleared.get(loops.get(k)));
        tiled.put(loops.get(k), tiles(loops.get(k), region, row, size, width, names));
        row.ifPresent(r -> tiled.put(r.loop(), Stmt.NOTHING));
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
    List<Stmt> parts = Walk.map(Walk.parts(s), part -> replace(part, others));
    return s instanceof Stmt.Block && parts.contains(Stmt.NOTHING)
        ? Imp.block(parts)
        : Walk.with(s, Walk.expressions(s), parts);
  }

  private static Stmt tiles(
      Stmt loops,
      TileRegion region,
      Optional<ClearedRow> cleared,
      int size,
      int lanes,
      LocalNames names) {
    List<Integer> all = pieces(size, lanes);
    int most = Math.clamp(REGISTERS / region.written().size(), 1, REGISTERS_OF_ROW);
    List<Stmt> statements = new ArrayList<>();
    Map<Variable, Exp> known = Map.of(region.size(), Imp.constant(size));
    if (all.size() <= most) {
      statements.addAll(new Tile(region, cleared, names, Imp.constant(0), all).around(loops));
      return Copying.replace(Imp.block(statements), known);
    }
    int width = most * lanes;
    int end = size / width * width;
    List<Integer> full = pieces(width, lanes);
    if (end > width) {
      Variable tile = names.fresh("tile", Type.INT32);
      List<Stmt> turn = new ArrayList<>(new Tile(region, cleared, names, tile, full).around(loops));
      turn.add(Imp.assign(tile, Imp.add(tile, Imp.constant(width))));
      statements.add(Imp.declare(tile, Imp.constant(0)));
      statements.add(Imp.whileLoop(Imp.less(tile, Imp.constant(end)), Imp.block(turn)));
    } else if (end > 0) {
      statements.addAll(new Tile(region, cleared, names, Imp.constant(0), full).around(loops));
    }
    if (end < size) {
      Stmt copy = renamed(loops, names);
      TileRegion again = TileRegion.of(copy, region.parameters()).orElseThrow();
      statements.addAll(
          new Tile(again, cleared, names, Imp.constant(end), pieces(size - end, lanes))
              .around(copy));
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
    private final Optional<ClearedRow> cleared;
    private final LocalNames names;
    private final Exp first;
    private final List<Integer> pieces;
    private final Map<Variable, List<Variable>> registers = new LinkedHashMap<>();

    Tile(
        TileRegion region,
        Optional<ClearedRow> cleared,
        LocalNames names,
        Exp first,
        List<Integer> pieces) {
      this.region = region;
      this.cleared = cleared;
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
              statements.add(Imp.declare(own.get(k), initial(array, begin, k)));
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

    private Exp initial(Variable array, Exp begin, int piece) {
      if (cleared.isEmpty() || !cleared.get().array().equals(array)) {
        return load(array, begin, piece);
      }
      Exp value = cleared.get().value();
      int lanes = pieces.get(piece);
      return lanes == 1 ? value : new Exp.Broadcast(value, lanes);
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
