package org.einkorn.imp;

/** All that is done to generated code before it is printed or compiled. */
public final class Optimiser {
  private Optimiser() {}

  public static Function optimise(Function function) {
    return split(simplify(function));
  }

  /** All but partial sums, which vectors make of their own. */
  public static Function simplify(Function function) {
    Function simple = Simplifier.simplify(function);
    Function hoisted = Hoister.hoist(simple);
    if (hoisted != simple) {
      simple = Simplifier.simplify(hoisted);
    }
    simple = Collapser.collapse(simple);
    Verifier.verify(simple);
    return simple;
  }

  /** With partial sums. */
  public static Function split(Function function) {
    Function split = PartialSums.split(function);
    if (split != function) {
      Verifier.verify(split);
    }
    return split;
  }
}
