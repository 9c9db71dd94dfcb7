package org.einkorn.runtime;

import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.UnaryOperator;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.support.Workers;

/**
 * Workspaces that calls of a function leave to one another: to make a row of all columns for each
 * chunk of a product of sparse matrices takes a tenth of its time, and more. A call has them for
 * itself. There are as many as threads, and the JVM may have them whenever it is short of memory.
 */
final class Workspaces {
  private final CompiledFunction maker;

  /** Where the sizes that they are made of are among the function's arguments, and they are. */
  private final int[] sizes;

  private final int first;

  /** Where the function's results have each of them; -1 if it leaves the variable as it is. */
  private final int[] results;

  /** How many other results it has, before these. */
  private final int others;

  private final ConcurrentLinkedDeque<SoftReference<Made>> left = new ConcurrentLinkedDeque<>();

  /**
   * @param sizes what they were made of
   */
  private record Made(Object[] sizes, Object[] variables) {}

  /**
   * @param maker makes workspaces; what it takes the function takes too
   * @param function takes what the maker gives, one after the other, and gives what it sets of that
   */
  Workspaces(Function maker, Function function) {
    List<Variable> variables = maker.results();
    List<Variable> parameters = function.parameters();
    this.maker = JvmCompiler.compile(maker);
    this.sizes = maker.parameters().stream().mapToInt(parameters::indexOf).toArray();
    this.first = variables.isEmpty() ? 0 : parameters.indexOf(variables.getFirst());
    this.results = variables.stream().mapToInt(function.results()::indexOf).toArray();
    this.others = (int) function.results().stream().filter(v -> !variables.contains(v)).count();
  }

  boolean isEmpty() {
    return results.length == 0;
  }

  /**
   * Runs the function and gives its results but for workspaces.
   *
   * @param arguments have a place for workspaces, which is set
   */
  Object[] run(Object[] arguments, UnaryOperator<Object[]> function) {
    if (isEmpty()) {
      return function.apply(arguments);
    }
    Made own = take(arguments);
    give(own, arguments);
    Object[] given = function.apply(arguments);
    for (int k = 0; k < results.length; k++) {
      if (results[k] >= 0) {
        own.variables[k] = given[results[k]];
      }
    }
    leave(own); // only now: a call that fails may leave anything in them
    return Arrays.copyOf(given, others);
  }

  /** Sets arguments to workspaces that nobody else will have. */
  void giveNew(Object[] arguments) {
    if (!isEmpty()) {
      give(make(arguments), arguments);
    }
  }

  private void give(Made own, Object[] arguments) {
    System.arraycopy(own.variables, 0, arguments, first, own.variables.length);
  }

  private Made take(Object[] arguments) {
    Object[] needed = sizes(arguments);
    for (SoftReference<Made> last = left.pollFirst(); last != null; last = left.pollFirst()) {
      Made made = last.get();
      if (made != null && Arrays.equals(made.sizes, needed)) {
        return made;
      }
    }
    return make(arguments);
  }

  private Made make(Object[] arguments) {
    Object[] needed = sizes(arguments);
    return new Made(needed, maker.run(needed));
  }

  private Object[] sizes(Object[] arguments) {
    Object[] own = new Object[sizes.length];
    for (int k = 0; k < sizes.length; k++) {
      own[k] = arguments[sizes[k]];
    }
    return own;
  }

  private void leave(Made own) {
    if (left.size() < Workers.threads()) {
      left.addFirst(new SoftReference<>(own));
    }
  }
}
