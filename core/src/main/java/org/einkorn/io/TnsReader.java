package org.einkorn.io;

import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;

/** Reads a .tns file; {@link TnsFormat} says what one looks like. */
final class TnsReader {
  private static final char COMMENT = '#';

  private static final String NUMBER = "(?i)[+-]?([^a-z].*|inf(inity)?|nan)";

  private final NumberScanner in;

  /** The sizes: given by the file, or the largest coordinates so far. Null before both. */
  private int[] sizes;

  private boolean sizesKnown;

  private double fill;

  /** The line that settled the order. */
  private long orderLine;

  private EntryBuffer entries;

  private TnsReader(NumberScanner in) {
    this.in = in;
  }

  static FileContent read(NumberScanner in) {
    TnsReader reader = new TnsReader(in);
    while (in.nextLine()) {
      if (in.take(COMMENT)) {
        reader.readComment();
      } else {
        reader.readEntry();
      }
    }
    if (reader.entries == null) {
      throw in.ended("without an entry, expected one or a line '# dims' with the sizes");
    }
    return new FileContent(
        reader.entries.toList(reader.sizes), Constant.of(reader.fill), reader.sizesKnown);
  }

  private void readComment() {
    String word = in.peek();
    in.skipWord();
    // A comment that goes on in words is only prose.
    boolean isNumber = !in.atLineEnd() && in.peek().matches(NUMBER);
    if (word.equals(TnsFormat.FILL) && isNumber) {
      fill = in.real();
    } else if (word.equals(TnsFormat.SIZES) && (isNumber || in.atLineEnd())) {
      if (entries != null) {
        throw in.wrong("found a second '# dims' or one after entries, expected it before them");
      }
      int[] given = new int[in.countWords()];
      for (int d = 0; d < given.length; d++) {
        given[d] = (int) in.integer(0, Integer.MAX_VALUE, "a size from 0 to " + Integer.MAX_VALUE);
      }
      setOrder(given, true);
    }
    in.skipLine();
  }

  private void setOrder(int[] initialSizes, boolean known) {
    sizes = initialSizes;
    sizesKnown = known;
    orderLine = in.line();
    entries = new EntryBuffer(in.name(), ElementType.FLOAT64, sizes.length, Integer.MAX_VALUE);
  }

  private void readEntry() {
    if (entries == null) {
      int order = in.countWords() - 1;
      // Without dimensions there is no size to be unknown.
      setOrder(new int[order], order == 0);
    }
    int k = entries.add();
    for (int d = 0; d < sizes.length; d++) {
      if (in.atLineEnd()) {
        throw wrongLength(d);
      }
      int coordinate = readCoordinate(d);
      entries.coordinates[d][k] = coordinate;
      if (!sizesKnown && coordinate >= sizes[d]) {
        sizes[d] = coordinate + 1;
      }
    }
    if (in.atLineEnd()) {
      throw wrongLength(sizes.length);
    }
    entries.reals[k] = in.real();
    if (!in.atLineEnd()) {
      throw wrongLength(sizes.length + 1 + in.countWords());
    }
    in.endLine();
  }

  private int readCoordinate(int dimension) {
    return in.coordinate("coordinate", sizesKnown ? sizes[dimension] : Integer.MAX_VALUE);
  }

  private EinkornException wrongLength(int words) {
    return in.wrong(
        "found a line of %s, expected %s and a value by line %d"
            .formatted(count(words, "word"), count(sizes.length, "coordinate"), orderLine));
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
