package org.einkorn.io;

import java.io.IOException;
import java.io.OutputStream;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.storage.CoordinateList;

/**
 * The exchange format of the Matrix Market: all of it that is not complex is read. Written are
 * coordinate files without symmetry; a vector becomes a matrix of one column, bool a pattern.
 */
final class MatrixMarketFormat implements TensorFileFormat {
  @Override
  public String extension() {
    return ".mtx";
  }

  @Override
  public FileContent read(FileBytes file) {
    return MatrixMarketReader.read(new NumberScanner(file.name(), TextBlocks.of(file)));
  }

  @Override
  public void checkOrder(String name, int order) {
    if (order != 1 && order != 2) {
      throw new EinkornException(
          name
              + " cannot hold a tensor of order "
              + order
              + ", only matrices and vectors: write it to a .tns file.");
    }
  }

  @Override
  public void checkFill(String name, Constant fill) {
    if (fill.asDouble() != 0) {
      throw new EinkornException(
          name
              + " cannot hold a tensor that is "
              + fill
              + " where nothing is stored: write it to a .tns file, or in the format dense.");
    }
  }

  @Override
  public void write(String name, FileContent file, OutputStream out) throws IOException {
    CoordinateList content = file.entries();
    boolean vector = content.order() == 1;
    boolean pattern = content.type() == ElementType.BOOL;
    LineWriter lines = new LineWriter(out);
    lines.word(
        MatrixMarketHeader.BANNER + " matrix coordinate " + field(content.type()) + " general");
    lines.endLine();
    lines.word(content.dimensions()[0]);
    lines.word(vector ? 1 : content.dimensions()[1]);
    lines.word(pattern ? countTrue(content) : content.count());
    lines.endLine();
    for (int k = 0; k < content.count(); k++) {
      if (pattern && !((boolean[]) content.values())[k]) {
        continue;
      }
      lines.word(content.coordinates(0)[k] + 1L);
      lines.word(vector ? 1 : content.coordinates(1)[k] + 1L);
      if (!pattern) {
        lines.value(content.type(), content.values(), k);
      }
      lines.endLine();
    }
  }

  private static String field(ElementType type) {
    return switch (type) {
      case BOOL -> "pattern";
      case INT32, INT64 -> "integer";
      case FLOAT32, FLOAT64 -> "real";
    };
  }

  private static int countTrue(CoordinateList content) {
    boolean[] values = (boolean[]) content.values();
    int count = 0;
    for (int k = 0; k < content.count(); k++) {
      count += values[k] ? 1 : 0;
    }
    return count;
  }
}
