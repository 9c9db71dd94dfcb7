package org.einkorn.imp;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.bitOr;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.subtract;
import static org.einkorn.imp.Imp.whileLoop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * What a loop does for one row, for several neighbouring rows at once that are as long and have
 * entries at the same coordinates. Vectors that are read there are read once for all of them:
 *
 * <pre>
 * double&lt;8&gt; t = double&lt;8&gt;(0.0);
 * for (int p = pos[i]; p &lt; pos[i + 1]; p++) {
 *   int k = crd[p];
 *   t += double&lt;8&gt;(vals[p]) * B[k * 8 : 8];
 * }
 * C[i * 8 : 8] = t;
 * →
 * int i_3 = i + 1;
 * double&lt;8&gt; t_2 = double&lt;8&gt;(0.0);
 * double&lt;8&gt; t_3 = double&lt;8&gt;(0.0);
 * for (int p_2 = pos[i]; p_2 &lt; pos[i + 1]; p_2++) {
 *   int p_3 = p_2 + length;
 *   int k_2 = crd[p_2];
 *   differences = differences | crd[p_3] - k_2;
 *   double&lt;8&gt; B_row = B[k_2 * 8 : 8];
 *   t_2 += double&lt;8&gt;(vals[p_2]) * B_row;
 *   t_3 += double&lt;8&gt;(vals[p_3]) * B_row;
 * }
 * C[i * 8 : 8] = t_2;
 * C[i_3 * 8 : 8] = t_3;
 * </pre>
 *
 * Each row has the same done to it in the same order as alone.
 */
final class JoinedRows {
  private final Variable row;
  private final Stmt body;
  private final int count;
  private final Set<Variable> onlyRead;
  private final LocalNames names;
  private final Set<Variable> inside;

  /** What is another for each row. */
  private final Set<Variable> own = new HashSet<>();

  private final List<Stmt.For> overEntries = new ArrayList<>();

  /** What stands in each row for what the loop has for one; made when it is written. */
  private final List<Map<Variable, Exp>> copies = new ArrayList<>();

  private JoinedRows(
      Stmt.For rows, int count, Set<Variable> onlyRead, LocalNames names, Set<Variable> inside) {
    this.row = rows.variable();
    this.body = rows.body();
    this.count = count;
    this.onlyRead = onlyRead;
    this.names = names;
    this.inside = inside;
  }

  /**
   * For so many turns of a loop, if it is one over rows that read vectors at their coordinates.
   *
   * @param onlyRead arrays whose elements never change
   */
  static Optional<JoinedRows> of(
      Stmt.For rows, int count, Set<Variable> onlyRead, LocalNames names) {
    JoinedRows joined =
        new JoinedRows(rows, count, onlyRead, names, Occurrences.bound(rows.body()));
    joined.own.add(joined.row);
    while (joined.findOwn(joined.body)) {
      // What is computed of what is another for each row is another too.
    }
    return joined.canBeJoined(joined.body)
            && joined.coordinates(joined.body).size() == 1
            && joined.overEntries.stream().map(JoinedRows::bounds).distinct().count() == 1
            && joined.overEntries.stream().anyMatch(joined::sharesVectors)
        ? Optional.of(joined)
        : Optional.empty();
  }

  int count() {
    return count;
  }

  /** Says where the entries of each row begin. */
  Variable bounds() {
    return bounds(overEntries.getFirst());
  }

  private static Variable bounds(Stmt.For loop) {
    return ((Exp.Load) loop.from()).array();
  }

  /** Lists the coordinates of all entries. */
  Variable coordinates() {
    return coordinates(body).iterator().next();
  }

  private Set<Variable> coordinates(Stmt s) {
    Set<Variable> lists = new LinkedHashSet<>();
    if (s instanceof Stmt.Declare d && isCoordinate(d)) {
      lists.add(((Exp.Load) d.value()).array());
    }
    Walk.parts(s).forEach(part -> lists.addAll(coordinates(part)));
    return lists;
  }

  /** The arrays that rows are written to. */
  Set<Variable> written() {
    return Occurrences.stored(body);
  }

  /**
   * How many vectors there are at a time: those of all rows, a factor for each, and two more; as
   * many besides wait for the next row where rows lie in lines.
   */
  int registers() {
    int more = storesLines(body) ? 4 : 2;
    return count * (overEntries.stream().mapToInt(this::ownVectors).max().orElse(0) + 1) + more;
  }

  private static boolean storesLines(Stmt s) {
    return s instanceof Stmt.StoreRow || Walk.parts(s).stream().anyMatch(JoinedRows::storesLines);
  }

  private int ownVectors(Stmt loop) {
    return (int)
        Occurrences.used(loop).stream()
            .filter(v -> v.type() instanceof Type.Vector && own.contains(v))
            .count();
  }

  /** Finds more of what is another for each row; false if there is no more. */
  private boolean findOwn(Stmt s) {
    boolean found =
        switch (s) {
          case Stmt.For f when isOverEntries(f) && own.add(f.variable()) -> overEntries.add(f);
          case Stmt.Declare d when !isCoordinate(d) && isOwn(d.value()) -> own.add(d.variable());
          case Stmt.Assign a when isOwn(a.value()) -> own.add(a.variable());
          default -> false;
        };
    for (Stmt part : Walk.parts(s)) {
      found |= findOwn(part);
    }
    return found;
  }

  private boolean isOwn(Exp e) {
    return Walk.readsAny(e, own::contains);
  }

  private boolean isOverEntries(Stmt s) {
    return s instanceof Stmt.For f
        && Rows.bounds(row, f.from(), f.to()).filter(onlyRead::contains).isPresent();
  }

  /** Whether it reads the coordinate of an entry; that is the same in all rows. */
  private boolean isCoordinate(Stmt.Declare d) {
    return d.value() instanceof Exp.Load(Variable list, Exp at)
        && overEntries.stream().anyMatch(loop -> loop.variable().equals(at))
        && d.variable().type().equals(Type.INT32)
        && onlyRead.contains(list);
  }

  private boolean canBeJoined(Stmt s) {
    boolean isPossible =
        switch (s) {
          case Stmt.Declare d -> !(d.variable().type() instanceof Type.Array);
          case Stmt.Assign a -> inside.contains(a.variable());
          case Stmt.Store t -> isOwn(t.index()) && !dependsOnEntries(t.index());
          case Stmt.StoreRow t -> isOwn(t.index()) && !dependsOnEntries(t.index());
          case Stmt.For f when isOverEntries(f) ->
              Walk.statements(f.body()).stream().allMatch(this::canBeDoneForEntries);
          case Stmt.For f -> !isOwn(f.from()) && !isOwn(f.to());
          case Stmt.While w -> !isOwn(w.condition());
          case Stmt.Block b -> true;
          case Stmt.Comment c -> true;
          default -> false;
        };
    return isPossible
        && Walk.expressions(s).stream().allMatch(Effects::isRepeatable)
        && Walk.parts(s).stream().allMatch(this::canBeJoined);
  }

  /**
   * What is computed of entries may be wrong, if rows turn out not to be alike. So it must neither
   * say where something is written, nor what loops do.
   */
  private boolean canBeDoneForEntries(Stmt s) {
    return s instanceof Stmt.Declare || s instanceof Stmt.Assign a && own.contains(a.variable());
  }

  private boolean dependsOnEntries(Exp e) {
    return overEntries.stream()
        .map(Occurrences::assigned)
        .anyMatch(assigned -> Walk.readsAny(e, assigned::contains));
  }

  private boolean sharesVectors(Stmt s) {
    return !shared(s).isEmpty() || Walk.parts(s).stream().anyMatch(this::sharesVectors);
  }

  /** What a statement reads in vectors that are the same for all rows. */
  private Set<Exp.LoadVector> shared(Stmt s) {
    Set<Exp.LoadVector> shared = new LinkedHashSet<>();
    Walk.expressions(s).forEach(e -> collectShared(e, shared));
    return shared;
  }

  private void collectShared(Exp e, Set<Exp.LoadVector> shared) {
    if (e instanceof Exp.LoadVector vector && onlyRead.contains(vector.array()) && !isOwn(e)) {
      shared.add(vector);
    } else {
      Walk.children(e).forEach(child -> collectShared(child, shared));
    }
  }

  /**
   * The rows from that of the loop's variable on; to be called once.
   *
   * @param length how many entries each has
   * @param differences a number that is zero as long as coordinates are the same
   */
  List<Stmt> statements(Variable length, Variable differences) {
    List<Stmt> all = new ArrayList<>();
    Map<Variable, Exp> common = new HashMap<>();
    Copying.rename(body, v -> names.another(v.name(), v.type()), common);
    copies.add(common);
    for (int k = 1; k < count; k++) {
      Map<Variable, Exp> others = new HashMap<>(common);
      own.forEach(v -> others.put(v, names.another(v.name(), v.type())));
      copies.add(others);
      all.add(declare((Variable) others.get(row), add(row, constant(k))));
    }
    all.addAll(joined(body, length, differences));
    return all;
  }

  private List<Stmt> joined(Stmt s, Variable length, Variable differences) {
    return switch (s) {
      case Stmt.Block b -> ofAll(b.statements(), length, differences);
      case Stmt.Declare d when isCoordinate(d) -> {
        Exp.Load first = (Exp.Load) d.value();
        List<Stmt> all = new ArrayList<>(List.of(copy(s, 0)));
        for (int k = 1; k < count; k++) {
          Exp difference = subtract(copy(first, k), copy(d.variable(), 0));
          all.add(assign(differences, bitOr(differences, difference)));
        }
        yield all;
      }
      case Stmt.Declare d when !own.contains(d.variable()) -> List.of(copy(s, 0));
      case Stmt.Assign a when !own.contains(a.variable()) -> List.of(copy(s, 0));
      case Stmt.For f -> {
        Variable p = (Variable) copy(f.variable(), 0);
        List<Stmt> turn = new ArrayList<>();
        if (isOverEntries(f)) {
          for (int k = 1; k < count; k++) {
            Exp before = copy(f.variable(), k - 1);
            turn.add(declare((Variable) copy(f.variable(), k), add(before, length)));
          }
        }
        turn.addAll(joined(f.body(), length, differences));
        yield List.of(forLoop(p, copy(f.from(), 0), copy(f.to(), 0), new Stmt.Block(turn)));
      }
      case Stmt.While w -> {
        List<Stmt> turn = joined(w.body(), length, differences);
        yield List.of(whileLoop(copy(w.condition(), 0), new Stmt.Block(turn)));
      }
      case Stmt.Comment c -> List.of(c);
      default -> inEachRow(s);
    };
  }

  /** What is written stays together row by row. */
  private List<Stmt> ofAll(List<Stmt> statements, Variable length, Variable differences) {
    List<Stmt> all = new ArrayList<>();
    List<Stmt> stores = new ArrayList<>();
    for (int k = 0; k < statements.size(); k++) {
      Stmt s = statements.get(k);
      if (!(s instanceof Stmt.Store)) {
        all.addAll(joined(s, length, differences));
        continue;
      }
      stores.add(s);
      if (k + 1 == statements.size() || !(statements.get(k + 1) instanceof Stmt.Store)) {
        all.addAll(inEachRow(new Stmt.Block(stores)));
        stores.clear();
      }
    }
    return all;
  }

  private List<Stmt> inEachRow(Stmt s) {
    List<Stmt> all = new ArrayList<>();
    Map<Exp, Variable> vectors = new HashMap<>();
    for (Exp.LoadVector vector : shared(s)) {
      Variable once = names.row(vector.array(), vector.type());
      vectors.put(vector, once);
      all.add(declare(once, copy(vector, 0)));
    }
    Stmt sharing = Copying.exchange(s, vectors);
    for (int k = 0; k < count; k++) {
      all.addAll(Walk.statements(copy(sharing, k)));
    }
    return all;
  }

  private Stmt copy(Stmt s, int number) {
    return Copying.replace(s, copies.get(number));
  }

  private Exp copy(Exp e, int number) {
    return Copying.replace(e, copies.get(number));
  }
}
