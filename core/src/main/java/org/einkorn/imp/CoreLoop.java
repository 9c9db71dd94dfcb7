package org.einkorn.imp;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.einkorn.imp.Exp.Variable;

/**
 * A function in pieces, one of which is a loop that calls nothing and makes no arrays: of those at
 * the top level the one with most loops inside each other, which should take the time.
 *
 * <pre>
 * int[] crd = new int[16];                  before: what the loop needs is made
 * for (int i = 0; i &lt; size; i++) {          loop: from some i to before another
 *   …
 *   if (crd.length &lt; room)                    stops here, and says at which i;
 *     crd = grow(crd, room);                  rest: does this i from here on to its end
 *   …
 * }
 * crd = trim(crd, n);                       after
 * </pre>
 *
 * Whoever runs it calls the loop again and again, each time from where it stopped, with the values
 * that its variables had. What is left to others stands in a branch, so that the loop stops only
 * where that is taken.
 *
 * @param before from the parameters of the whole function; gives all variables that are declared or
 *     assigned before the loop, and between which values it counts
 * @param loop takes some of the parameters and of these variables, and as the last two from which
 *     value of its counter to before which it goes; gives why it stopped, 0 at the end, and at
 *     which value, then variables
 * @param rests one for each other reason to stop, in order; take what the loop was called with or
 *     has given, and give variables
 * @param after gives the results of the whole function
 * @param alike parameters of the loop that are arrays of the same length
 * @param kept results of what is before that may as well be as an earlier call of the whole has
 *     left them: what is computed does not depend on them, only how fast
 * @param bounds a parameter of the loop that says at a turn's place where its entries begin, and at
 *     the next one where they end, if there is one
 */
public record CoreLoop(
    Function before,
    Function loop,
    List<Function> rests,
    Function after,
    List<Set<Variable>> alike,
    List<Variable> kept,
    Optional<Variable> bounds) {
  public CoreLoop {
    kept = List.copyOf(kept);
    rests = List.copyOf(rests);
    alike = List.copyOf(alike);
  }

  /** With the loop written otherwise. */
  public CoreLoop with(Function other) {
    return new CoreLoop(before, other, rests, after, alike, kept, bounds);
  }

  /** With the rests written otherwise. */
  CoreLoop withRests(UnaryOperator<Function> other) {
    return new CoreLoop(
        before, loop, rests.stream().map(other).toList(), after, alike, kept, bounds);
  }

  /** With variables that keep their values from one call to the next. */
  CoreLoop keeping(List<Variable> some) {
    return new CoreLoop(before, loop, rests, after, alike, some, bounds);
  }

  /** Where the loop begins, and where it ends: the last two results of what is before. */
  public Variable first() {
    return before.results().get(before.results().size() - 2);
  }

  public Variable end() {
    return before.results().getLast();
  }

  /** Why the loop stopped, and where. */
  public Variable reason() {
    return loop.results().get(0);
  }

  public Variable place() {
    return loop.results().get(1);
  }

  /**
   * The pieces of a function whose main loop counts at the top level.
   *
   * @param isPossible whether the loop may have a statement
   * @param maker makes some of the arrays that the function takes
   * @param inRegisters whether a few coordinates are put in order by the processor itself
   */
  public static Optional<CoreLoop> of(
      Function function, Predicate<Stmt> isPossible, Function maker, boolean inRegisters) {
    List<Stmt> statements = Walk.statements(function.body());
    int at = main(statements);
    return !statements.isEmpty() && statements.get(at) instanceof Stmt.For loop
        ? new CoreLoopBuilder(function, isPossible, maker, inRegisters)
            .pieces(statements.subList(0, at), loop, statements.subList(at + 1, statements.size()))
        : Optional.empty();
  }

  /** Which of these has most loops inside each other. */
  static int main(List<Stmt> statements) {
    int at = 0;
    for (int k = 1; k < statements.size(); k++) {
      at = loops(statements.get(k)) >= loops(statements.get(at)) ? k : at;
    }
    return at;
  }

  /** How many loops it has inside each other. */
  private static int loops(Stmt s) {
    int inner = Walk.parts(s).stream().mapToInt(CoreLoop::loops).max().orElse(0);
    return s instanceof Stmt.For || s instanceof Stmt.While ? 1 + inner : inner;
  }
}
