package org.einkorn.imp;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
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
 *
 * <p>Vectors may also begin where lines of memory do that have the rows which are read most often
 * ({@link Exp.LineRows}); there is one more of them then, with something of the row at its begin:
 *
 * <pre>
 * C += double&lt;8&gt;(a) * B_vals[k * 16 : 16 | line 0 of B_vals];
 * C_2 += double&lt;8&gt;(a) * B_vals[k * 16 : 16 | line 1 of B_vals];
 * C_3 += double&lt;8&gt;(a) * B_vals[k * 16 : 16 | line 2 of B_vals];
 * …
 * C_vals[i * 16 : 16 | lines of B_vals] = C, C_2, C_3;
 * </pre>
 */
final class RegisterTiles {
  /** What a processor reads at once. */
  private static final int LINE = 64;

  private final Function function;
  private final List<Found> found;

  /**
   * Loops that compute rows.
   *
   * @param cleared the loop just before them that sets the whole row, if there is one
   */
  private record Found(Stmt loops, TileRegion region, Optional<ClearedRow> cleared) {}

  private RegisterTiles(Function function, List<Found> found) {
    this.function = function;
    this.found = found;
  }

  /** What of the function can be computed so. */
  static RegisterTiles of(Function function) {
    List<Found> found = new ArrayList<>();
    find(function.body(), List.of(), new LinkedHashSet<>(function.parameters()), found);
    return new RegisterTiles(function, found);
  }

  /**
   * @param before what stands before it in its block
   */
  private static void find(Stmt s, List<Stmt> before, Set<Variable> parameters, List<Found> found) {
    Optional<TileRegion> region = TileRegion.of(s, parameters);
    if (region.isPresent()) {
      found.add(new Found(s, region.get(), ClearedRow.before(before, region.get())));
      return;
    }
    List<Stmt> parts = Walk.parts(s);
    for (int k = 0; k < parts.size(); k++) {
      List<Stmt> earlier = s instanceof Stmt.Block ? parts.subList(0, k) : List.of();
      find(parts.get(k), earlier, parameters, found);
    }
  }

  /** Whether there are rows that a loop just before them sets. */
  boolean setsRows() {
    return found.stream().anyMatch(each -> each.cleared.isPresent());
  }

  /** The parameters that say how long rows are. */
  Set<Variable> sizes() {
    Set<Variable> sizes = new LinkedHashSet<>();
    found.forEach(each -> sizes.add(each.region.size()));
    return sizes;
  }

  /** The function for rows of these sizes, and for no others; itself if all are too short. */
  Function with(
      Map<Variable, Integer> sizes, ToIntFunction<ElementType> lanes, int shortest, RowTile tile) {
    return with(sizes, lanes, shortest, tile, List.of());
  }

  /**
   * The same where vectors of some rows begin where lines of memory do; itself if a line is no
   * vector, or no row is as long as some lines.
   */
  Function inLines(
      Map<Variable, Integer> sizes, ToIntFunction<ElementType> lanes, int shortest, RowTile tile) {
    return found.stream()
        .filter(each -> isAsLongAsLines(each.region, sizes, lanes))
        .flatMap(each -> mostRead(each).stream())
        .findFirst()
        .map(array -> with(sizes, lanes, shortest, tile, List.of(array)))
        .orElse(function);
  }

  private static boolean isAsLongAsLines(
      TileRegion region, Map<Variable, Integer> sizes, ToIntFunction<ElementType> lanes) {
    int size = sizes.getOrDefault(region.size(), 0);
    int width = lanes.applyAsInt(region.element());
    return size > 0 && size % width == 0 && width * region.element().bytes() == LINE;
  }

  /**
   * @param lines the array with whose lines vectors begin, if any; other rows begin with a vector
   */
  private Function with(
      Map<Variable, Integer> sizes,
      ToIntFunction<ElementType> lanes,
      int shortest,
      RowTile tile,
      List<Variable> lines) {
    LocalNames names = new LocalNames(function);
    Map<Stmt, Stmt> tiled = new IdentityHashMap<>();
    for (Found each : found) {
      TileRegion region = each.region;
      int size = sizes.getOrDefault(region.size(), 0);
      int width = lanes.applyAsInt(region.element());
      if (size >= shortest && width > 1 && region.written().size() <= tile.vectors()) {
        boolean inLines =
            isAsLongAsLines(region, sizes, lanes)
                && mostRead(each).equals(lines.stream().findFirst());
        List<Variable> own = inLines ? lines : List.of();
        tiled.put(each.loops, tiles(each, size, width, tile, own, names));
        each.cleared.ifPresent(row -> tiled.put(row.loop(), Stmt.NOTHING));
      }
    }
    Stmt body = replace(function.body(), tiled);
    return function.with(body);
  }

  /** The array whose rows are read in the most loops, and not written. */
  private Optional<Variable> mostRead(Found each) {
    Map<Variable, Integer> depths = new LinkedHashMap<>();
    collectRead(each.loops, each.region, 0, depths);
    return depths.keySet().stream()
        .filter(function.parameters()::contains)
        .filter(array -> !each.region.written().containsKey(array))
        .max(Comparator.comparing(depths::get));
  }

  private static void collectRead(
      Stmt s, TileRegion region, int depth, Map<Variable, Integer> depths) {
    if (region.isRow(s)) {
      Stmt.For row = (Stmt.For) s;
      for (Stmt step : TileRegion.steps(row)) {
        collectRows(Walk.expressions(step).getLast(), row.variable(), depth, depths);
      }
    } else {
      int inside = s instanceof Stmt.Block ? depth : depth + 1;
      Walk.parts(s).forEach(part -> collectRead(part, region, inside, depths));
    }
  }

  private static void collectRows(Exp e, Variable j, int depth, Map<Variable, Integer> depths) {
    if (e instanceof Exp.Load load && RowValue.begin(load.index(), j).isPresent()) {
      depths.merge(load.array(), depth, Math::max);
    } else {
      Walk.children(e).forEach(child -> collectRows(child, j, depth, depths));
    }
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
      Found found, int size, int lanes, RowTile tile, List<Variable> lines, LocalNames names) {
    List<Integer> all = pieces(size, lanes);
    int inRow = tile.bytes() / (lanes * found.region.element().bytes());
    int most = Math.clamp(tile.vectors() / found.region.written().size(), 1, Math.max(1, inRow));
    List<Stmt> statements = new ArrayList<>();
    Map<Variable, Exp> known = Map.of(found.region.size(), Imp.constant(size));
    if (all.size() <= most) {
      statements.addAll(new Tile(found, names, Imp.constant(0), all, lines).statements());
      return Copying.replace(Imp.block(statements), known);
    }
    int width = most * lanes;
    int end = size / width * width;
    List<Integer> full = pieces(width, lanes);
    if (end > width) {
      Variable from = names.fresh("tile", Type.INT32);
      List<Stmt> turn = new ArrayList<>(new Tile(found, names, from, full, lines).statements());
      turn.add(Imp.assign(from, Imp.add(from, Imp.constant(width))));
      statements.add(Imp.declare(from, Imp.constant(0)));
      statements.add(Imp.whileLoop(Imp.less(from, Imp.constant(end)), Imp.block(turn)));
    } else if (end > 0) {
      statements.addAll(new Tile(found, names, Imp.constant(0), full, lines).statements());
    }
    if (end < size) {
      Tile rest =
          new Tile(
              renamed(found, names), names, Imp.constant(end), pieces(size - end, lanes), lines);
      statements.addAll(rest.statements());
    }
    return Copying.replace(Imp.block(statements), known);
  }

  /** The same loops with variables of their own, to stand beside the first ones. */
  private static Found renamed(Found found, LocalNames names) {
    Map<Variable, Exp> others = new HashMap<>();
    Copying.rename(found.loops, v -> names.another(v.name(), v.type()), others);
    Stmt loops = Copying.replace(found.loops, others);
    TileRegion region = TileRegion.of(loops, found.region.parameters()).orElseThrow();
    return new Found(loops, region, found.cleared);
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
    private final Found found;
    private final TileRegion region;
    private final LocalNames names;
    private final Exp first;
    private final List<Integer> pieces;

    /** Where the pieces lie, if they begin where lines do; they are all alike then. */
    private final Optional<Exp.LineRows> rows;

    private final Map<Variable, List<Variable>> registers = new LinkedHashMap<>();

    /**
     * @param lines the array with whose lines they should begin, if any
     */
    Tile(Found found, LocalNames names, Exp first, List<Integer> pieces, List<Variable> lines) {
      this.found = found;
      this.region = found.region;
      this.names = names;
      this.first = first;
      int lanes = pieces.getFirst();
      this.rows =
          lines.stream()
              .findFirst()
              .map(array -> new Exp.LineRows(array, pieces.size() * lanes, lanes));
      this.pieces = rows.map(r -> Collections.nCopies(r.vectors(), lanes)).orElse(pieces);
      region.written().keySet().forEach(array -> registers.put(array, registersFor(array)));
    }

    private List<Variable> registersFor(Variable row) {
      List<Variable> registers = new ArrayList<>();
      for (int lanes : pieces) {
        registers.add(names.row(row, type(lanes)));
      }
      return registers;
    }

    private Type type(int lanes) {
      return lanes == 1 ? Type.of(region.element()) : new Type.Vector(region.element(), lanes);
    }

    /** The loops in registers, and what comes before and after them. */
    List<Stmt> statements() {
      List<Stmt> statements = new ArrayList<>();
      registers.forEach(
          (array, own) -> {
            Exp begin = region.written().get(array);
            for (int k = 0; k < own.size(); k++) {
              statements.add(Imp.declare(own.get(k), initial(array, begin, k)));
            }
          });
      statements.add(inRegisters(found.loops));
      registers.forEach(
          (array, own) -> {
            Exp begin = region.written().get(array);
            if (rows.isPresent()) {
              List<Exp> vectors = List.copyOf(own);
              Exp at = Imp.add(begin, first);
              statements.add(new Stmt.StoreRow(array, at, rows.get(), vectors, false));
              return;
            }
            for (int k = 0; k < own.size(); k++) {
              statements.add(Imp.store(array, at(begin, k), own.get(k)));
            }
          });
      return statements;
    }

    private Exp initial(Variable array, Exp begin, int piece) {
      int lanes = pieces.get(piece);
      return found
          .cleared
          .filter(row -> row.array().equals(array))
          .map(row -> lanes == 1 ? row.value() : new Exp.Broadcast(row.value(), lanes))
          .orElseGet(() -> load(array, begin, piece));
    }

    private Exp load(Variable array, Exp begin, int piece) {
      int lanes = pieces.get(piece);
      if (rows.isPresent()) {
        Exp.Line line = new Exp.Line(rows.get(), piece);
        return new Exp.LoadVector(array, Imp.add(begin, first), lanes, Optional.of(line));
      }
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
          : Walk.map(s, e -> e, this::inRegisters);
    }

    private List<Stmt> row(Stmt.For row) {
      Map<Variable, List<Variable>> own = new HashMap<>();
      RowValue values =
          new RowValue(region.element(), row.variable(), own::containsKey, load -> true);
      List<Stmt> statements = new ArrayList<>();
      for (Stmt step : TileRegion.steps(row)) {
        if (step instanceof Stmt.Declare d) {
          own.put(d.variable(), registersFor(d.variable()));
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
