package org.einkorn.cli;

import java.util.Optional;
import java.util.stream.Stream;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;

/** What is said about a tensor that is only described: {@code ds:1,0}, {@code csr,int64}. */
record TypeText(Optional<String> format, Optional<ElementType> element) {
  static TypeText parse(String text) {
    int comma = text.lastIndexOf(',');
    Optional<ElementType> element =
        Stream.of(ElementType.values())
            .filter(type -> type.toString().equals(text.substring(comma + 1).strip()))
            .findFirst();
    String rest = element.isEmpty() ? text : comma < 0 ? "" : text.substring(0, comma).strip();
    return new TypeText(Optional.of(rest).filter(r -> !r.isEmpty()), element);
  }

  /** The type of a tensor of the given order; dense float64 where nothing is said. */
  TensorType at(int order) {
    return TensorType.of(
        element.orElse(ElementType.FLOAT64),
        format.map(f -> Formats.parse(f, order)).orElseGet(() -> Formats.dense(order)));
  }
}
