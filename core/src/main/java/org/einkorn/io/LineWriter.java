package org.einkorn.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;

/**
 * Writes lines of words; numbers are as short as they can be and still be read back as the same.
 */
final class LineWriter {
  private final OutputStream out;
  private boolean lineStarted;

  LineWriter(OutputStream out) {
    this.out = out;
  }

  void word(String word) throws IOException {
    if (lineStarted) {
      out.write(' ');
    }
    lineStarted = true;
    out.write(word.getBytes(StandardCharsets.US_ASCII));
  }

  void word(long number) throws IOException {
    word(Long.toString(number));
  }

  /** The element of a primitive array of the type. */
  void value(ElementType type, Object values, int index) throws IOException {
    switch (type) {
      case BOOL -> word(((boolean[]) values)[index] ? "1" : "0");
      case INT32 -> word(((int[]) values)[index]);
      case INT64 -> word(((long[]) values)[index]);
      case FLOAT32 -> {
        float value = ((float[]) values)[index];
        word(isShortInteger(value) ? Long.toString((long) value) : Float.toString(value));
      }
      case FLOAT64 -> {
        double value = ((double[]) values)[index];
        word(isShortInteger(value) ? Long.toString((long) value) : Double.toString(value));
      }
    }
  }

  void value(Constant value) throws IOException {
    Object one = value.type().allocate(1);
    value.type().set(one, 0, value);
    value(value.type(), one, 0);
  }

  void endLine() throws IOException {
    out.write('\n');
    lineStarted = false;
  }

  /** Integers that a long shows exactly; not the negative zero. */
  private static boolean isShortInteger(double value) {
    return value == Math.rint(value)
        && Math.abs(value) < 1e15
        && (value != 0 || Double.doubleToRawLongBits(value) == 0);
  }
}
