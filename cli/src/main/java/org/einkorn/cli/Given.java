package org.einkorn.cli;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.einkorn.Tensor;
import org.einkorn.advice.FormatAdvice;

/** Reads a tensor that a command is about: {@code SOURCE[:FORMAT][,fill=VALUE]}. */
final class Given {
  private Given() {}

  /** The tensor; {@code name} is what it is called in sentences about it. */
  static Tensor tensor(String name, String text, Terminal terminal) {
    return tensor(name, text, terminal, size -> size);
  }

  /** The same for a matrix, which is made square if its file leaves its size open. */
  static Tensor square(String name, String text, Terminal terminal) {
    return tensor(
        name,
        text,
        terminal,
        sizes -> {
          int[] square = sizes.clone();
          Arrays.fill(square, Arrays.stream(sizes).max().orElse(0));
          return square;
        });
  }

  /** The same for a vector, which is made so long if its file leaves its size open. */
  static Tensor vector(String name, String text, Terminal terminal, int size) {
    return tensor(
        name,
        text,
        terminal,
        sizes -> sizes.length == 1 ? new int[] {Math.max(size, sizes[0])} : sizes);
  }

  private static Tensor tensor(
      String name, String text, Terminal terminal, UnaryOperator<int[]> settle) {
    Input input = Input.parse(name + "=" + text);
    Content content = input.load(terminal);
    int[] dimensions =
        content.sizesKnown() ? content.dimensions() : settle.apply(content.dimensions());
    Consumer<FormatAdvice> chosen = advice -> terminal.note(name + " is stored as " + advice + ".");
    return Input.about(name, () -> content.store(dimensions, input.place(), chosen));
  }
}
