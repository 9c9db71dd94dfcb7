package org.einkorn.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;

/** A folder that the parts of a decomposition are written to, if that is wanted. */
record FactorFolder(Optional<Path> path) {
  /** Makes the folder at once, so that work is not done in vain. */
  static FactorFolder parse(String text) {
    if (text == null) {
      return new FactorFolder(Optional.empty());
    }
    try {
      return new FactorFolder(Optional.of(Files.createDirectories(Path.of(text))));
    } catch (IOException | InvalidPathException e) {
      throw new EinkornException("No folder can be made at '" + text + "'.", e);
    }
  }

  void write(List<Tensor> factors, String name, Tensor beside) {
    path.ifPresent(
        folder -> {
          beside.write(folder.resolve(name));
          for (int mode = 0; mode < factors.size(); mode++) {
            factors.get(mode).write(folder.resolve("factor" + (mode + 1) + ".mtx"));
          }
        });
  }
}
