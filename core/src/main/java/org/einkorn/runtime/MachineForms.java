package org.einkorn.runtime;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.element.ElementType;
import org.einkorn.imp.AlikeRows;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.HeldVectors;
import org.einkorn.imp.Optimiser;
import org.einkorn.imp.Prefetching;
import org.einkorn.imp.RowForm;
import org.einkorn.imp.RowTile;
import org.einkorn.imp.RowsAhead;
import org.einkorn.imp.Searches;
import org.einkorn.imp.ShortLoops;
import org.einkorn.imp.Streaming;
import org.einkorn.imp.VectorForm;

/**
 * The forms in which a function is made machine code. All compute the same bits; which is fastest
 * depends on the data.
 */
final class MachineForms {
  /** How much of rows is held in registers at a time. */
  private static final RowTile USUAL = new RowTile(8, 512);

  /** And where a row is longer, as much as there are registers for. */
  private static final RowTile LARGE = new RowTile(MachineCode.vectorRegisters() / 2, 1024);

  /** As wide as a line of a cache: most vectors of this size lie across two lines. */
  private static final int LINE = 64;

  private final Function code;
  private final Map<Variable, Integer> sizes;
  private final int shortest;

  private MachineForms(Function code, Map<Variable, Integer> sizes, int shortest) {
    this.code = code;
    this.sizes = sizes;
    this.shortest = shortest;
  }

  /**
   * What is compiled, for rows of these sizes; the first is the plainest.
   *
   * @param code without partial sums
   * @param lanes how many elements of a type a register takes
   * @param shortest how long a row must be at least to be in registers
   * @param form in which loops over rows add up
   */
  static List<Function> of(
      Function code,
      Map<Variable, Integer> sizes,
      ToIntFunction<ElementType> lanes,
      int shortest,
      RowForm form) {
    return new MachineForms(code, sizes, shortest).all(lanes, form);
  }

  private List<Function> all(ToIntFunction<ElementType> lanes, RowForm form) {
    Optional<Function> vectors = vectors(lanes, USUAL);
    // Only a loop over all entries of a row can fetch ahead.
    RowForm whole = form.keepsOrder() ? RowForm.CONTINUED : form;
    Function plain = vectors.orElseGet(() -> held(whole.of(Optimiser.split(code))));
    Set<Function> forms = new LinkedHashSet<>(fetching(plain));
    if (vectors.isPresent()) {
      Optional<Function> large = vectors(lanes, LARGE).filter(f -> !f.equals(plain));
      // Long rows are seldom read from the nearest cache.
      large.ifPresentOrElse(
          rows -> forms.addAll(fetching(rows)),
          () -> narrow(lanes).ifPresent(rows -> forms.addAll(withStreamed(List.of(rows)))));
      inLines(lanes).ifPresent(lines -> forms.addAll(fetching(lines)));
    } else {
      worthTrying(form).forEach(f -> forms.add(written(f.of(Optimiser.split(code)))));
    }
    return List.copyOf(forms);
  }

  /** A form, and those that fetch ahead, write past the caches or compute rows together. */
  private static List<Function> fetching(Function plain) {
    List<Function> ahead = new ArrayList<>(List.of(plain));
    ahead.addAll(Prefetching.forms(plain));
    RowsAhead.of(plain).ifPresent(ahead::add);
    Set<Function> forms = new LinkedHashSet<>(withStreamed(ahead));
    AlikeRows.of(plain, MachineCode.vectorRegisters()).ifPresent(forms::add);
    return List.copyOf(forms);
  }

  private static List<Function> withStreamed(List<Function> some) {
    List<Function> all = new ArrayList<>(some);
    some.forEach(f -> Streaming.of(f).ifPresent(all::add));
    return all;
  }

  /** With rows in registers, if there are any. */
  private Optional<Function> vectors(ToIntFunction<ElementType> lanes, RowTile tile) {
    return VectorForm.of(code)
        .flatMap(rows -> rows.with(sizes, lanes, shortest, tile))
        .map(MachineForms::held);
  }

  /**
   * With vectors half as wide, where rows are read from the nearest cache: arrays of the JVM seldom
   * begin with a line, so that every wide vector is read in two steps, but only half of these.
   */
  private Optional<Function> narrow(ToIntFunction<ElementType> lanes) {
    return lanes.applyAsInt(ElementType.FLOAT64) * ElementType.FLOAT64.bytes() < LINE
        ? Optional.empty()
        : vectors(type -> Math.max(1, lanes.applyAsInt(type) / 2), USUAL);
  }

  /**
   * With vectors that begin where lines do, for the same reason: one vector more, but none is read
   * in two steps. That takes vectors as wide as a line.
   */
  private Optional<Function> inLines(ToIntFunction<ElementType> lanes) {
    return VectorForm.of(code)
        .flatMap(rows -> rows.inLines(sizes, lanes, shortest, LARGE))
        .map(MachineForms::held);
  }

  private static Function held(Function form) {
    return HeldVectors.of(written(form), MachineCode.vectorRegisters());
  }

  private static Function written(Function form) {
    return ShortLoops.written(Searches.written(form));
  }

  /** What may be faster than one row after the other, or slower; with the same bits. */
  private static List<RowForm> worthTrying(RowForm suited) {
    return switch (suited) {
      case LONG, LONG_FETCHED, LONG_JOINED, LONG_JOINED_FETCHED ->
          List.of(RowForm.LONG_FETCHED, RowForm.LONG_JOINED, RowForm.LONG_JOINED_FETCHED);
      case CONTINUED, FETCHED -> List.of(RowForm.PEELED, RowForm.FETCHED);
      case PEELED, PAIRED -> List.of(RowForm.PEELED, RowForm.FETCHED, RowForm.PAIRED);
      case FLAT -> List.of(RowForm.PEELED, RowForm.FETCHED, RowForm.FLAT);
    };
  }
}
