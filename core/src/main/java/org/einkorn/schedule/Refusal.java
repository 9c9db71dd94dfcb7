package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.List;
import org.einkorn.notation.IndexVariable;

/** Stops applying a directive; it becomes a value where the directive was given. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With a sentence for the one who wrote the directive: why it cannot be, and what could. */
  Refusal(String reason) {
    super(reason, null, false, false);
  }

  /** Variables as they stand in such a sentence. */
  static String names(Iterable<IndexVariable> variables) {
    List<String> names = new ArrayList<>();
    variables.forEach(v -> names.add(v.name()));
    return String.join(", ", names);
  }
}
