package org.einkorn.lower;

import java.util.HashMap;
import java.util.Map;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Type;

/**
 * Hands out variables with names that are unique within a function, and as plain as that allows.
 */
final class Names {
  private final Map<String, Integer> used = new HashMap<>();

  Variable fresh(String base, Type type) {
    String name = base;
    while (used.containsKey(name)) {
      name = base + "_" + used.merge(base, 1, Integer::sum);
    }
    used.put(name, 1);
    return new Variable(name, type);
  }
}
