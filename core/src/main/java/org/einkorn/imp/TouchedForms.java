package org.einkorn.imp;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.einkorn.element.ElementType;

/**
 * The ways in which the main loop of a function may go about places that it touches and then needs
 * in order. All give the same; which is fastest depends on what is touched.
 */
public final class TouchedForms {
  /** Fewer are not worth to be looked at for how close together they lie. */
  public static final int FEW_TOUCHES = 32;

  private TouchedForms() {}

  /**
   * The function in pieces, the plainest first; then, where a processor orders places itself, with
   * that, and measured before: with places listed, or a few sorted with their values, or rows
   * remembered. None if its main loop has statements that are not possible.
   *
   * @param isPossible whether the loop may have a statement
   * @param maker makes some of the arrays that the function takes
   * @param lanes how many elements a vector register takes
   * @param few so many touches need not be close together
   */
  public static List<CoreLoop> of(
      Function function,
      Predicate<Stmt> isPossible,
      Function maker,
      ToIntFunction<ElementType> lanes,
      int few) {
    Optional<CoreLoop> plain = CoreLoop.of(function, isPossible, maker, false);
    if (plain.isEmpty() || !ordersTouched(function.body()) || !isPossible.test(ORDERING)) {
      return plain.stream().toList();
    }
    Function listing = MeasuredTouches.of(function, few, false);
    Function sorting = MeasuredTouches.of(function, few, true);
    Function keeping = KeptEntries.of(sorting);
    List<CoreLoop> all = new ArrayList<>(plain.stream().toList());
    for (Function other : new LinkedHashSet<>(List.of(listing, sorting, keeping))) {
      CoreLoop.of(other, isPossible, maker, true).ifPresent(all::add);
    }
    MeasuredTouches.remembering(function, few, lanes)
        .flatMap(
            remembering ->
                CoreLoop.of(remembering.function(), isPossible, maker, true)
                    .map(core -> core.keeping(remembering.kept()))
                    .map(core -> core.withRests(RememberedTouches::anew)))
        .ifPresent(all::add);
    for (int k = 1; k < all.size(); k++) {
      CoreLoop core = all.get(k);
      all.set(k, core.with(SideBySide.inVectors(core.loop(), lanes)));
    }
    return all;
  }

  private static final Stmt ORDERING =
      Imp.run(RuntimeFunction.SORT_FEW, Imp.variable("list", Type.INT32_ARRAY), Imp.constant(0));

  private static boolean ordersTouched(Stmt s) {
    return s instanceof Stmt.Run(Exp.Call call) && call.function() == RuntimeFunction.SORT_TOUCHED
        || Walk.parts(s).stream().anyMatch(TouchedForms::ordersTouched);
  }
}
