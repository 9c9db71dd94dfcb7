package org.einkorn.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.einkorn.storage.CoordinateList;

/**
 * The text format of FROSTT, for tensors of any order: an entry is a line of 1-based coordinates
 * and a value; a line that starts with # is a comment. A comment {@code # dims 3 4} before the
 * entries gives the sizes; we write it always and do well without it. For a scalar both lines have
 * no coordinates.
 */
final class TnsFormat implements TensorFileFormat {
  /** The word that makes a comment give the sizes. */
  static final String SIZES = "dims";

  @Override
  public String extension() {
    return ".tns";
  }

  @Override
  public FileContent read(String name, InputStream in) {
    return TnsReader.read(new NumberScanner(name, in));
  }

  @Override
  public void write(String name, CoordinateList content, OutputStream out) throws IOException {
    LineWriter lines = new LineWriter(out);
    lines.word("# " + SIZES);
    for (int size : content.dimensions()) {
      lines.word(size);
    }
    lines.endLine();
    for (int k = 0; k < content.count(); k++) {
      for (int d = 0; d < content.order(); d++) {
        lines.word(content.coordinates(d)[k] + 1L);
      }
      lines.value(content.type(), content.values(), k);
      lines.endLine();
    }
  }
}
