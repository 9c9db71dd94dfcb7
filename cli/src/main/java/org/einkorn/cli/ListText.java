package org.einkorn.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;

/** A list of numbers, or of lists of one length: {@code [1, 2.5]}, {@code [[1,0],[0,1]]}. */
final class ListText {
  private ListText() {}

  static Tensor parse(String text) {
    Reader reader = new Reader(text);
    reader.list(0);
    reader.skipSpace();
    if (reader.at < text.length()) {
      throw reader.wrong("nothing after the last ]");
    }
    int[] dimensions = reader.dimensions.stream().mapToInt(Integer::intValue).toArray();
    return Tensor.dense(Arrays.copyOf(reader.values, reader.count), dimensions);
  }

  /** Reads from left to right; the first list at each depth settles how long the others are. */
  private static final class Reader {
    private static final int DEEPEST = 16;

    private final String text;
    private final List<Integer> dimensions = new ArrayList<>();
    private double[] values = new double[16];
    private int count;
    private int leafDepth = -1;
    private int at;

    Reader(String text) {
      this.text = text;
    }

    void list(int depth) {
      if (depth == DEEPEST) {
        throw wrong("no more than " + DEEPEST + " lists inside each other");
      }
      boolean first = dimensions.size() == depth;
      if (first) {
        dimensions.add(-1);
      }
      expect('[');
      int length = 0;
      skipSpace();
      if (peek() == ']') {
        at++;
      } else {
        do {
          element(depth);
          length++;
          skipSpace();
        } while (take(','));
        expect(']');
      }
      if (dimensions.get(depth) < 0) {
        dimensions.set(depth, length);
      } else if (dimensions.get(depth) != length) {
        throw new EinkornException(
            "In "
                + shown()
                + " one list has "
                + dimensions.get(depth)
                + " elements and another "
                + length
                + "; all must be equally long.");
      }
    }

    private void element(int depth) {
      skipSpace();
      boolean leaf = peek() != '[';
      if (leaf && leafDepth < 0 && dimensions.size() == depth + 1) {
        leafDepth = depth;
      }
      if (leaf != (depth == leafDepth)) {
        throw wrong(leaf ? "a list, as its neighbours are" : "a number, as its neighbours are");
      }
      if (!leaf) {
        list(depth + 1);
        return;
      }
      int end = at;
      while (end < text.length() && ",[]".indexOf(text.charAt(end)) < 0) {
        end++;
      }
      String word = text.substring(at, end).strip();
      if (count == values.length) {
        values = Arrays.copyOf(values, count * 2);
      }
      values[count++] = Numbers.parse(word).orElseThrow(() -> wrong("a number"));
      at = end;
    }

    private boolean take(char c) {
      if (peek() == c) {
        at++;
        return true;
      }
      return false;
    }

    private void expect(char c) {
      skipSpace();
      if (!take(c)) {
        throw wrong("" + c);
      }
    }

    private char peek() {
      return at < text.length() ? text.charAt(at) : '\0';
    }

    void skipSpace() {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }

    EinkornException wrong(String expected) {
      String found =
          at >= text.length()
              ? "the end"
              : "'" + text.substring(at, Math.min(at + 12, text.length())) + "'";
      return new EinkornException(
          "In "
              + shown()
              + ", column "
              + (at + 1)
              + ": found "
              + found
              + ", expected "
              + expected
              + ".");
    }

    private String shown() {
      return text.length() <= 40 ? text : text.substring(0, 37) + "...";
    }
  }
}
