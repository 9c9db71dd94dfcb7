package org.einkorn;

import java.util.Optional;
import org.einkorn.element.ElementType;

/** What somebody wants of a computation beside its statement; what is left open is chosen. */
record Wishes(
    Optional<String> resultFormat,
    Optional<ElementType> resultElement,
    Schedule schedule,
    Progress progress) {
  static final Wishes NONE =
      new Wishes(Optional.empty(), Optional.empty(), Schedule.empty(), Progress.IGNORED);

  Wishes resultFormat(String format) {
    return new Wishes(Optional.of(format), resultElement, schedule, progress);
  }

  Wishes resultElement(ElementType element) {
    return new Wishes(resultFormat, Optional.of(element), schedule, progress);
  }

  Wishes schedule(Schedule wanted) {
    return new Wishes(resultFormat, resultElement, wanted, progress);
  }

  Wishes progress(Progress listener) {
    return new Wishes(resultFormat, resultElement, schedule, listener);
  }
}
