package org.einkorn.runtime;

import java.util.Map;
import org.einkorn.notation.IndexVariable;

/** The names that a kernel has for the tensors and variables of a statement. */
interface Naming {
  /** Those of the statement itself. */
  Naming OWN =
      new Naming() {
        @Override
        public IndexVariable written(IndexVariable variable) {
          return variable;
        }

        @Override
        public <T> Map<String, T> tensors(Map<String, T> byName) {
          return byName;
        }

        @Override
        public Map<IndexVariable, Integer> sizes(Map<IndexVariable, Integer> byName) {
          return byName;
        }
      };

  /** The variable of the statement that the kernel has this one for, or the kernel's own. */
  IndexVariable written(IndexVariable variable);

  <T> Map<String, T> tensors(Map<String, T> byName);

  Map<IndexVariable, Integer> sizes(Map<IndexVariable, Integer> byName);
}
