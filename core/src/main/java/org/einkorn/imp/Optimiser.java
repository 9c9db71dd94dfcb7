package org.einkorn.imp;

/** All that is done to generated code before it is printed or compiled. */
public final class Optimiser {
  private Optimiser() {}

  public static Function optimise(Function function) {
    Function optimal =
        PartialSums.split(Simplifier.simplify(Hoister.hoist(Simplifier.simplify(function))));
    Verifier.verify(optimal);
    return optimal;
  }
}
