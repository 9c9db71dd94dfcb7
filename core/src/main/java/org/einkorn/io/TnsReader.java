package org.einkorn.io;

import java.util.Arrays;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;

/** Reads a .tns file; {@link TnsFormat} says what one looks like. */
final class TnsReader implements BlockReading.Body<TnsReader.Part> {
  private static final char COMMENT = '#';

  private static final String NUMBER = "(?i)[+-]?([^a-z].*|inf(inity)?|nan)";

  /** The entries of a block, and what it says about the tensor. */
  static final class Part {
    final EntryBuffer entries;
    final UsualLines usual;

    /** One more than the largest coordinates. */
    final int[] sizes;

    /** Null if the block does not give it. */
    Double fill;

    Part(EntryBuffer entries, int[] largest) {
      this.entries = entries;
      this.usual = new UsualLines(largest, UsualLines.Value.REAL, 0);
      this.sizes = new int[largest.length];
    }
  }

  private final String name;

  /** The sizes: given by the file, or the largest coordinates so far. Null before both. */
  private int[] sizes;

  private boolean sizesKnown;

  /** What coordinates go up to. */
  private int[] largest;

  private double fill;

  /** The line that settled the order. */
  private long orderLine;

  private EntryBuffer entries;

  private TnsReader(String name) {
    this.name = name;
  }

  static FileContent read(NumberScanner in) {
    TnsReader reader = new TnsReader(in.name());
    reader.readComments(in);
    if (in.nextLine() && reader.entries == null) {
      int order = in.countWords() - 1;
      // Without dimensions there is no size to be unknown.
      reader.setOrder(new int[order], order == 0, in.line());
    }
    if (reader.entries == null) {
      throw in.ended("without an entry, expected one or a line '# dims' with the sizes");
    }
    BlockReading.read(in, reader);
    return new FileContent.Listed(
        reader.entries.toList(reader.sizes), Constant.of(reader.fill), reader.sizesKnown);
  }

  /** Reads on until the first entry. */
  private void readComments(NumberScanner in) {
    while (in.nextLine() && in.take(COMMENT)) {
      String subject = subject(in);
      if (subject.equals(TnsFormat.FILL)) {
        fill = in.real();
      } else if (subject.equals(TnsFormat.SIZES)) {
        rejectSecondSizes(in);
        int[] given = new int[in.countWords()];
        for (int d = 0; d < given.length; d++) {
          given[d] =
              (int) in.integer(0, Integer.MAX_VALUE, "a size from 0 to " + Integer.MAX_VALUE);
        }
        setOrder(given, true, in.line());
      }
      in.skipLine();
    }
  }

  /** The word that says what a comment gives, passed; empty if the comment is only prose. */
  private static String subject(NumberScanner in) {
    String word = in.peek();
    in.skipWord();
    // A comment that goes on in words gives nothing.
    boolean isNumber = !in.atLineEnd() && in.peek().matches(NUMBER);
    boolean gives =
        word.equals(TnsFormat.FILL) && isNumber
            || word.equals(TnsFormat.SIZES) && (isNumber || in.atLineEnd());
    return gives ? word : "";
  }

  private void rejectSecondSizes(NumberScanner in) {
    if (entries != null) {
      throw in.wrong("found a second '# dims' or one after entries, expected it before them");
    }
  }

  private void setOrder(int[] initialSizes, boolean known, long line) {
    sizes = initialSizes;
    sizesKnown = known;
    largest = initialSizes.clone();
    if (!known) {
      Arrays.fill(largest, Integer.MAX_VALUE);
    }
    orderLine = line;
    entries = newEntries();
  }

  private EntryBuffer newEntries() {
    return new EntryBuffer(name, ElementType.FLOAT64, sizes.length, Integer.MAX_VALUE);
  }

  @Override
  public Part newPart() {
    return new Part(newEntries(), largest);
  }

  @Override
  public long found() {
    return entries.count();
  }

  @Override
  public void expectMore(double times) {
    entries.expectMore(times);
  }

  @Override
  public void read(NumberScanner in, Part part, long before) {
    part.entries.truncate(0);
    part.fill = null;
    in.readUsual(part.usual, part.entries, Integer.MAX_VALUE);
    while (in.nextLine()) {
      if (!in.take(COMMENT)) {
        readEntry(in, part);
        in.readUsual(part.usual, part.entries, Integer.MAX_VALUE);
      } else {
        String subject = subject(in);
        if (subject.equals(TnsFormat.FILL)) {
          part.fill = in.real();
        } else if (subject.equals(TnsFormat.SIZES)) {
          rejectSecondSizes(in);
        }
        in.skipLine();
      }
    }
    for (int d = 0; d < part.sizes.length; d++) {
      part.sizes[d] = 0;
      int[] coordinates = part.entries.coordinates[d];
      for (int k = 0; k < part.entries.count(); k++) {
        part.sizes[d] = Math.max(part.sizes[d], coordinates[k] + 1);
      }
    }
  }

  private void readEntry(NumberScanner in, Part part) {
    int k = part.entries.add();
    for (int d = 0; d < sizes.length; d++) {
      if (in.atLineEnd()) {
        throw wrongLength(in, d);
      }
      part.entries.coordinates[d][k] = in.coordinate("coordinate", largest[d]);
    }
    if (in.atLineEnd()) {
      throw wrongLength(in, sizes.length);
    }
    part.entries.reals[k] = in.real();
    if (!in.atLineEnd()) {
      throw wrongLength(in, sizes.length + 1 + in.countWords());
    }
    in.endLine();
  }

  @Override
  public boolean append(Part part) {
    entries.append(part.entries);
    if (part.fill != null) {
      fill = part.fill;
    }
    if (!sizesKnown) {
      Arrays.setAll(sizes, d -> Math.max(sizes[d], part.sizes[d]));
    }
    return true;
  }

  private EinkornException wrongLength(NumberScanner in, int words) {
    return in.wrong(
        "found a line of %s, expected %s and a value by line %d"
            .formatted(count(words, "word"), count(sizes.length, "coordinate"), orderLine));
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
