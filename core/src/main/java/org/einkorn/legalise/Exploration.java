package org.einkorn.legalise;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.schedule.Measurements;

/**
 * How reductions within a term are best computed beforehand, as far as it was found out for one
 * statement, and how much more may be tried. A statement with many variables has thousands of ways;
 * whoever waits for it to be compiled would rather have a good one soon.
 */
final class Exploration {
  /** Statements that people write need some dozens. */
  private static final int MOST_TRIES = 60;

  /** Up to so many accesses times variables a statement is small. */
  private static final int THOROUGH = 24;

  private final boolean isThorough;
  private final Map<Question, Answer> answers = new HashMap<>();
  private int tries;

  /**
   * How a reduction is best computed for all values of some variables, given others. Tables take
   * entries in any order and arrays have one variable, so that of their own makes no difference.
   */
  record Question(
      Expression reduction, Set<IndexVariable> own, List<IndexVariable> outer, boolean dense) {
    private Question inAnyOrder() {
      List<IndexVariable> sorted =
          outer.stream().sorted(Comparator.comparing(IndexVariable::name)).toList();
      return new Question(reduction, own, sorted, dense);
    }
  }

  /**
   * The order of its loops, and after how many of them its own reductions are computed.
   *
   * @param cost what they cost each time, about, without copies that are made beforehand; if all
   *     ways are built anyway, without inserting values
   * @param hasArrays whether it, or what it takes, is computed into arrays
   */
  record Answer(List<IndexVariable> order, int depth, double cost, boolean hasArrays) {}

  /** For a value that reads these. */
  Exploration(List<Access> accesses, Measurements measured) {
    long variables = accesses.stream().flatMap(a -> a.indices().stream()).distinct().count();
    this.isThorough = accesses.size() * variables <= THOROUGH || !measured.tensors().isEmpty();
  }

  /**
   * Whether all that may be good is built, because the statement is small, or because sizes are
   * known: then what is estimated of its parts says too little. Otherwise costs are estimated
   * before anything is built.
   */
  boolean isThorough() {
    return isThorough;
  }

  /**
   * The answer, from the supplier when the question is new. The order of the outer variables seldom
   * matters.
   */
  Answer answer(Question asked, Supplier<Answer> best) {
    Question question = isThorough ? asked : asked.inAnyOrder();
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
