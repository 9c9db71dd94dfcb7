package org.einkorn.cli;

import java.nio.file.Path;
import java.util.OptionalDouble;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.einkorn.io.FileContent;
import org.einkorn.io.TensorFiles;

/** Where a tensor comes from: a file, a number, a list, or a generator. */
sealed interface Source {
  /** Reads or makes it. {@code name} is what it will be called; random numbers depend on it. */
  Content load(String name, Terminal terminal);

  record File(Path path) implements Source {
    @Override
    public Content load(String name, Terminal terminal) {
      try (ProgressLine progress = ProgressLine.reading(terminal, path.getFileName().toString())) {
        return switch (TensorFiles.read(path, progress)) {
          case FileContent.Listed list ->
              new Content.Entries(list.entries(), list.fill().asDouble(), list.sizesKnown());
          case FileContent.Stored tensor -> new Content.Stored(Tensor.of(tensor.storage()));
        };
      }
    }
  }

  record Scalar(double value) implements Source {
    @Override
    public Content load(String name, Terminal terminal) {
      return new Content.Ready(Tensor.scalar(value));
    }
  }

  record Values(Tensor tensor) implements Source {
    @Override
    public Content load(String name, Terminal terminal) {
      return new Content.Ready(tensor);
    }
  }

  record Generated(Generator generator) implements Source {
    @Override
    public Content load(String name, Terminal terminal) {
      return generator.generate(name);
    }
  }

  static Source parse(Place place) {
    String text = place.text().strip();
    OptionalDouble number = Numbers.parse(text);
    if (number.isPresent()) {
      return new Scalar(number.getAsDouble());
    }
    if (text.startsWith("[")) {
      rejectWrongFormat(text);
      return new Values(ListText.parse(text));
    }
    if (Generator.looksLikeOne(text)) {
      return new Generated(Generator.parse(text));
    }
    if (!TensorFiles.hasKnownEnding(place.path())) {
      rejectWrongFormat(text);
      throw new EinkornException(
          "'"
              + text
              + "' is no tensor: give a file (.mtx, .tns, .ek, or these with .gz), a number, a list"
              + " as [1,2,3], or a generator as ones(3,4).");
    }
    return new File(place.path());
  }

  private static void rejectWrongFormat(String text) {
    Place.wrongFormat(text, Source::isComplete)
        .ifPresent(
            sentence -> {
              throw new EinkornException(sentence);
            });
  }

  private static boolean isComplete(String text) {
    return Numbers.parse(text).isPresent()
        || (text.startsWith("[") && text.endsWith("]"))
        || Generator.looksLikeOne(text)
        || (!text.isEmpty() && TensorFiles.hasKnownEnding(Path.of(text)));
  }
}
