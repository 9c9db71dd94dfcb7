package org.einkorn.legalise;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.einkorn.notation.Expression;
import org.einkorn.notation.IndexVariable;

/**
 * How reductions within a term are best computed beforehand, as far as it was found out for one
 * statement, and how much more may be tried. A statement with many variables has thousands of ways;
 * whoever waits for it to be compiled would rather have a good one soon.
 */
final class Exploration {
  /** Statements that people write need some dozens. */
  private static final int MOST_TRIES = 60;

  private final Map<Question, Answer> answers = new HashMap<>();
  private int tries;

  /**
   * How a reduction is best computed for all values of some variables, given others. Tables take
   * entries in any order and arrays have one variable, so that of their own makes no difference.
   */
  record Question(
      Expression reduction, Set<IndexVariable> own, List<IndexVariable> outer, boolean dense) {}

  /** The order of its loops, and after how many of them its own reductions are computed. */
  record Answer(List<IndexVariable> order, int depth) {}

  /** The answer, from the supplier when the question is new. */
  Answer answer(Question question, Supplier<Answer> best) {
    Answer known = answers.get(question);
    if (known == null) {
      known = best.get(); // asks more questions
      answers.put(question, known);
    }
    return known;
  }

  /** Notes that another way is tried. */
  void tried() {
    tries++;
  }

  /** Whether it is time to take what promises to be good. */
  boolean isOver() {
    return tries >= MOST_TRIES;
  }
}
