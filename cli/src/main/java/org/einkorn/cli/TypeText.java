package org.einkorn.cli;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;

/**
 * What is said about a tensor that is only described: {@code ds:1,0}, {@code csr,int64}, {@code
 * csr,fill=inf}.
 */
record TypeText(Optional<String> format, Optional<ElementType> element, OptionalDouble fill) {
  static TypeText parse(String text) {
    int filled = text.lastIndexOf(Input.FILL);
    String described = filled < 0 ? text : text.substring(0, filled);
    OptionalDouble fill =
        filled < 0
            ? OptionalDouble.empty()
            : Input.fill(text.substring(filled + Input.FILL.length()));
    int comma = described.lastIndexOf(',');
    Optional<ElementType> element =
        Stream.of(ElementType.values())
            .filter(type -> type.toString().equals(described.substring(comma + 1).strip()))
            .findFirst();
    String rest =
        element.isEmpty() ? described : comma < 0 ? "" : described.substring(0, comma).strip();
    return new TypeText(Optional.of(rest).filter(r -> !r.isEmpty()), element, fill);
  }

  /** The type of a tensor of the given order; dense float64 where nothing is said. */
  TensorType at(int order) {
    return new TensorType(
        element.orElse(ElementType.FLOAT64),
        format.map(f -> Formats.parse(f, order)).orElseGet(() -> Formats.dense(order)),
        Constant.of(fill.orElse(0)));
  }
}
