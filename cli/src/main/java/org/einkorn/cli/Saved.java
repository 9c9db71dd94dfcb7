package org.einkorn.cli;

import java.util.Arrays;
import java.util.Optional;
import org.einkorn.Tensor;

/** Where a command saves a tensor, if that is wanted: {@code FILE[:FORMAT]}. */
record Saved(Optional<Output> output) {
  /** Reads the option; refuses what could not be written, before work is done for it. */
  static Saved parse(String text, String argument, int order) {
    Optional<Output> output =
        Optional.ofNullable(text).map(given -> Output.parseForKnown(given, argument));
    output.ifPresent(o -> o.check(order));
    return new Saved(output);
  }

  boolean isWanted() {
    return output.isPresent();
  }

  /** The same for a vector of vertices, which count from 0 in Java and from 1 in files. */
  void writeVertices(Tensor vertices, Terminal terminal) {
    write(Tensor.vector(Arrays.stream(vertices.toArray()).map(v -> v + 1).toArray()), terminal);
  }

  void write(Tensor tensor, Terminal terminal) {
    output.ifPresent(
        o -> o.write(o.place().format().map(tensor::to).orElse(tensor), terminal.out()));
  }
}
