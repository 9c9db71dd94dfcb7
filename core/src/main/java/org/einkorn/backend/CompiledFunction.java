package org.einkorn.backend;

/**
 * A function that is compiled. It keeps no state between runs, so any number of threads may run it
 * at once.
 */
public interface CompiledFunction {
  /**
   * Runs over the arguments, in the order of the parameters, and returns the results in theirs.
   * Scalars are boxed as the type that Java boxes them as; arrays are primitive arrays.
   */
  Object[] run(Object[] arguments);
}
