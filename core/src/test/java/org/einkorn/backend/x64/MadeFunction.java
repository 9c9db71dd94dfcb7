package org.einkorn.backend.x64;

import java.lang.reflect.Array;
import java.util.Map;
import java.util.Random;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Type;

/**
 * A function and what it needs to be called.
 *
 * @param ranges of parameters that are used as indices
 */
record MadeFunction(Function function, Map<Variable, Range> ranges) {
  /**
   * Arguments for it, the same for the same seed. Those of a seed that is a multiple of 3 keep most
   * indices within bounds; for others an array may be too short, or given twice.
   */
  Object[] arguments(long seed) {
    Random random = new Random(seed);
    RandomTerms values = new RandomTerms(random, 0, false);
    boolean wild = seed % 3 != 0;
    Object[] arguments = new Object[function.parameters().size()];
    for (int k = 0; k < arguments.length; k++) {
      Variable p = function.parameters().get(k);
      int length =
          switch (random.nextInt(wild ? 12 : 6)) {
            case 0, 1 -> RandomPlaces.LENGTH + random.nextInt(5);
            case 6 -> random.nextInt(RandomPlaces.LENGTH);
            case 7, 8 -> RandomPlaces.LENGTH - 1 - random.nextInt(4);
            default -> RandomPlaces.LENGTH;
          };
      Object array = p.type().element().allocate(p.type() instanceof Type.Array ? length : 1);
      for (int n = 0; n < Array.getLength(array); n++) {
        Range range = ranges.get(p);
        boolean any =
            range == null || (wild && p.type() instanceof Type.Array && random.nextInt(50) == 0);
        Array.set(
            array,
            n,
            any
                ? values.value(p.type().element()).boxed()
                : (int) random.nextLong(range.least(), range.greatest() + 1));
      }
      arguments[k] = p.type() instanceof Type.Array ? array : Array.get(array, 0);
      int other = random.nextInt(k + 1);
      if (wild
          && random.nextInt(6) == 0
          && p.type() instanceof Type.Array
          && function.parameters().get(other).type().equals(p.type())) {
        arguments[k] = arguments[other];
      }
    }
    return arguments;
  }
}
