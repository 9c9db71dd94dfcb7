package org.einkorn.schedule;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody meant who wrote a name that does not exist. */
final class Spelling {
  private Spelling() {}

  /** The name that a word is a slip or a part of; none if nothing is near. */
  static Optional<String> nearest(String word, Collection<String> names) {
    String written = word.toLowerCase(Locale.ROOT);
    return names.stream()
        .filter(name -> isNear(written, name))
        .min(Comparator.comparingInt(name -> distance(written, name)));
  }

  private static boolean isNear(String written, String name) {
    boolean abbreviated = written.length() > 2 && name.startsWith(written);
    return abbreviated
        || written.startsWith(name)
        || distance(written, name) <= Math.max(1, name.length() / 3);
  }

  /** How many letters must be added, removed, replaced or swapped with the next. */
  private static int distance(String a, String b) {
    int[][] steps = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          steps[i][j] = i + j;
          continue;
        }
        int replaced = steps[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        steps[i][j] = Math.min(replaced, 1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          steps[i][j] = Math.min(steps[i][j], steps[i - 2][j - 2] + 1);
        }
      }
    }
    return steps[a.length()][b.length()];
  }
}
