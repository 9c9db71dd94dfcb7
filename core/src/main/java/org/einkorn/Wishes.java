package org.einkorn;

import java.util.Optional;
import org.einkorn.element.ElementType;

/** What somebody wants of a computation beside its statement; what is left open is chosen. */
record Wishes(
    Optional<String> resultFormat, Optional<ElementType> resultElement, Schedule schedule) {
  static final Wishes NONE = new Wishes(Optional.empty(), Optional.empty(), Schedule.empty());

  Wishes resultFormat(String format) {
    return new Wishes(Optional.of(format), resultElement, schedule);
  }

  Wishes resultElement(ElementType element) {
    return new Wishes(resultFormat, Optional.of(element), schedule);
  }

  Wishes schedule(Schedule wanted) {
    return new Wishes(resultFormat, resultElement, wanted);
  }
}
