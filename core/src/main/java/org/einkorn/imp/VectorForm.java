package org.einkorn.imp;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;

/** What of a function can be computed in vectors, once it is known how long its rows are. */
public final class VectorForm {
  /** What the JIT does best with: with more of a row at once, reading and writing is slower. */
  private static final RowTile FOR_JIT = new RowTile(8, 256);

  private final Function function;
  private final Set<Variable> sizes;

  private VectorForm(Function function, Set<Variable> sizes) {
    this.function = function;
    this.sizes = sizes;
  }

  /**
   * What can be computed so, if anything can.
   *
   * @param function without partial sums
   */
  public static Optional<VectorForm> of(Function function) {
    Set<Variable> sizes = new LinkedHashSet<>(RegisterTiles.of(function).sizes());
    sizes.addAll(VectorSums.sizes(function));
    return sizes.isEmpty() ? Optional.empty() : Optional.of(new VectorForm(function, sizes));
  }

  /** Whether rows of the function are set before they are added to, all in registers. */
  public static boolean setsRows(Function function) {
    return RegisterTiles.of(function).setsRows();
  }

  /** The parameters that say how long rows are. */
  public Set<Variable> sizes() {
    return sizes;
  }

  /** The function for rows of these sizes, with as much in registers as suits the JIT. */
  public Optional<Function> with(
      Map<Variable, Integer> sizes, ToIntFunction<ElementType> lanes, int shortest) {
    return with(sizes, lanes, shortest, FOR_JIT);
  }

  /**
   * The function for rows of these sizes, and for no others, with the same bits as results; empty
   * if all rows are too short.
   *
   * @param lanes how many elements of a type a register takes: a power of two
   * @param shortest how long a row must be at least
   * @param tile how much of rows registers hold at a time
   */
  public Optional<Function> with(
      Map<Variable, Integer> sizes, ToIntFunction<ElementType> lanes, int shortest, RowTile tile) {
    Function sums = VectorSums.with(function, sizes, lanes);
    // Sums first: registers of rows would look like sums, and their order must stay.
    Function split = PartialSums.split(sums);
    Function whole = RegisterTiles.of(split).with(sizes, lanes, shortest, tile);
    return sums.body() == function.body() && whole.body() == split.body()
        ? Optional.empty()
        : verified(whole);
  }

  /**
   * The same in vectors that begin where lines of memory do; empty if there are no such rows.
   * Machine code alone can tell where that is.
   */
  public Optional<Function> inLines(
      Map<Variable, Integer> sizes, ToIntFunction<ElementType> lanes, int shortest, RowTile tile) {
    Function split = PartialSums.split(VectorSums.with(function, sizes, lanes));
    Function whole = RegisterTiles.of(split).inLines(sizes, lanes, shortest, tile);
    return whole.body() == split.body() ? Optional.empty() : verified(whole);
  }

  private static Optional<Function> verified(Function form) {
    Verifier.verify(form);
    return Optional.of(form);
  }
}
