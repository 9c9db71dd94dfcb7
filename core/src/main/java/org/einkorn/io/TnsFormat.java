package org.einkorn.io;

import java.io.IOException;
import java.io.OutputStream;
import org.einkorn.storage.CoordinateList;

/**
 * The text format of FROSTT, for tensors of any order: an entry is a line of 1-based coordinates
 * and a value; a line that starts with # is a comment. A comment {@code # dims 3 4} before the
 * entries gives the sizes; we write it always and do well without it. A comment {@code # fill inf}
 * gives the value where there is no entry, if it is not 0. For a scalar both lines have no
 * coordinates.
 */
final class TnsFormat implements TensorFileFormat {
  /** The word that makes a comment give the sizes. */
  static final String SIZES = "dims";

  /** The word that makes a comment give the value where there is no entry. */
  static final String FILL = "fill";

  @Override
  public String extension() {
    return ".tns";
  }

  @Override
  public FileContent read(FileBytes file) {
    return TnsReader.read(new NumberScanner(file.name(), TextBlocks.of(file)));
  }

  @Override
  public void write(String name, FileContent file, OutputStream out) throws IOException {
    CoordinateList content = file.entries();
    LineWriter lines = new LineWriter(out);
    lines.word("# " + SIZES);
    for (int size : content.dimensions()) {
      lines.word(size);
    }
    lines.endLine();
    if (file.fill().asDouble() != 0) {
      lines.word("# " + FILL);
      lines.value(file.fill());
      lines.endLine();
    }
    for (int k = 0; k < content.count(); k++) {
      for (int d = 0; d < content.order(); d++) {
        lines.word(content.coordinates(d)[k] + 1L);
      }
      lines.value(content.type(), content.values(), k);
      lines.endLine();
    }
  }
}
