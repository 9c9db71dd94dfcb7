package org.einkorn.imp;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;

/**
 * Loops that do nothing but compute rows: stretches of arrays, always the same ones, element by
 * element.
 *
 * <pre>
 * for (int p = pos[i]; p &lt; pos[i + 1]; p++) {
 *   int k = crd[p];
 *   double a = vals[p];
 *   for (int j = 0; j &lt; n; j++) {
 *     C[i * n + j] += a * B[k * n + j];
 *   }
 * }
 * </pre>
 *
 * An element is computed from those of its own number j and from values that are the same for all.
 * So it does not matter whether all elements of a row are computed before the next turn of the loop
 * around it, or all turns for some elements before the next elements: each has the same operations
 * done to it, in the same order.
 */
final class TileRegion {
  private final Set<Variable> parameters;
  private final Set<Variable> inside;
  private final Set<String> labels = new HashSet<>();
  private final Set<Stmt.For> rows = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Variable, Exp> written = new LinkedHashMap<>();
  private Variable size;
  private ElementType element;

  private TileRegion(Stmt loops, Set<Variable> parameters) {
    this.parameters = parameters;
    this.inside = Occurrences.bound(loops);
  }

  /**
   * The loops as such a region, if they are one.
   *
   * @param parameters those of the function: what a row's size can be
   */
  static Optional<TileRegion> of(Stmt loops, Set<Variable> parameters) {
    TileRegion region = new TileRegion(loops, parameters);
    boolean found =
        (loops instanceof Stmt.For || loops instanceof Stmt.While)
            && region.asRow(loops).isEmpty()
            && region.findRows(loops)
            && !region.rows.isEmpty()
            && region.onlyComputesRows(loops);
    return found ? Optional.of(region) : Optional.empty();
  }

  Set<Variable> parameters() {
    return parameters;
  }

  /** How many elements a row has. */
  Variable size() {
    return size;
  }

  ElementType element() {
    return element;
  }

  /** The arrays that rows are computed in, with where the row begins. */
  Map<Variable, Exp> written() {
    return written;
  }

  boolean isRow(Stmt s) {
    return s instanceof Stmt.For f && rows.contains(f);
  }

  /** What is done to each element. */
  static List<Stmt> steps(Stmt.For row) {
    return row.body() instanceof Stmt.Block(List<Stmt> steps) ? steps : List.of(row.body());
  }

  /** A loop over a dimension that writes to arrays and does nothing else. */
  private Optional<Stmt.For> asRow(Stmt s) {
    return s instanceof Stmt.For f
            && Imp.isInteger(f.from(), 0)
            && f.to() instanceof Variable to
            && parameters.contains(to)
            && steps(f).stream().allMatch(TileRegion::isStep)
            && steps(f).stream().anyMatch(step -> !(step instanceof Stmt.Declare))
        ? Optional.of(f)
        : Optional.empty();
  }

  private static boolean isStep(Stmt s) {
    return s instanceof Stmt.Declare || s instanceof Stmt.Store || s instanceof Stmt.Update;
  }

  /** Finds the rows and what they write; false if they do not go together. */
  private boolean findRows(Stmt s) {
    Optional<Stmt.For> row = asRow(s);
    if (row.isEmpty()) {
      return Walk.parts(s).stream().allMatch(this::findRows);
    }
    rows.add(row.get());
    Variable to = (Variable) row.get().to();
    if (size != null && !size.equals(to)) {
      return false;
    }
    size = to;
    for (Stmt step : steps(row.get())) {
      boolean known =
          switch (step) {
            case Stmt.Store(Variable array, Exp index, Exp value, boolean streamed) ->
                writes(array, index, row.get().variable());
            case Stmt.Update(Variable array, Exp index, BinaryOp op, Exp value) ->
                writes(array, index, row.get().variable());
            default -> true;
          };
      if (!known) {
        return false;
      }
    }
    return true;
  }

  private boolean writes(Variable array, Exp index, Variable j) {
    ElementType type = array.type().element();
    if (type == ElementType.BOOL || element != null && element != type) {
      return false;
    }
    element = type;
    Optional<Exp> begin = RowValue.begin(index, j);
    if (begin.isEmpty()) {
      return false;
    }
    Exp other = written.putIfAbsent(array, begin.get());
    return other == null || other.equals(begin.get());
  }

  private boolean onlyComputesRows(Stmt loops) {
    return written.values().stream().allMatch(this::isFixed) && isAllowed(loops);
  }

  /** Whether it has the same value throughout. */
  private boolean isFixed(Exp e) {
    return isRepeatable(e) && !Walk.readsAny(e, inside::contains);
  }

  /** Whether evaluating it again gives the same, whatever rows have been computed meanwhile. */
  private boolean isRepeatable(Exp e) {
    return RowValue.isCallFree(e) && !Walk.readsAny(e, written::containsKey);
  }

  private boolean isAllowed(Stmt s) {
    if (isRow(s)) {
      return isElementwise((Stmt.For) s);
    }
    if (PartialSums.Sum.of(s).isPresent()) {
      return false; // its order depends on a size that is a variable
    }
    if (s instanceof Stmt.Labelled l) {
      labels.add(l.label());
    }
    boolean allowed =
        switch (s) {
          case Stmt.Declare d -> d.variable().type() instanceof Type.Scalar;
          case Stmt.Assign a -> inside.contains(a.variable());
          case Stmt.Store t -> false;
          case Stmt.StoreRow t -> false;
          case Stmt.Update u -> false;
          case Stmt.Run r -> false;
          case Stmt.Labelled l -> true;
          case Stmt.Break b -> labels.contains(b.label());
          case Stmt.Block b -> true;
          case Stmt.If i -> true;
          case Stmt.While w -> true;
          case Stmt.For f -> true;
          case Stmt.Prefetch p -> true;
          case Stmt.Comment c -> true;
        };
    return allowed
        && Walk.expressions(s).stream().allMatch(this::isRepeatable)
        && Walk.parts(s).stream().allMatch(this::isAllowed);
  }

  private boolean isElementwise(Stmt.For row) {
    Set<Variable> own = new HashSet<>();
    RowValue values = new RowValue(element, row.variable(), own::contains, this::isUnchanged);
    for (Stmt step : steps(row)) {
      boolean elementwise =
          switch (step) {
            case Stmt.Declare(Variable variable, Exp value) ->
                values.isElementwise(value) && own.add(variable);
            case Stmt.Store(Variable array, Exp index, Exp value, boolean streamed) ->
                values.isElementwise(value);
            case Stmt.Update(Variable array, Exp index, BinaryOp op, Exp value) ->
                op.accepts(new Type.Vector(element, 2)) && values.isElementwise(value);
            default -> false;
          };
      if (!elementwise) {
        return false;
      }
    }
    return true;
  }

  /** What is loaded of a row that is being computed must be the element itself. */
  private boolean isUnchanged(Exp.Load load) {
    Exp begin = written.get(load.array());
    return begin == null || rows.stream().anyMatch(row -> isElement(load, begin, row));
  }

  private static boolean isElement(Exp.Load load, Exp begin, Stmt.For row) {
    return RowValue.begin(load.index(), row.variable()).filter(begin::equals).isPresent();
  }
}
