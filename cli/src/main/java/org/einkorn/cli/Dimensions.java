package org.einkorn.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.einkorn.EinkornException;

/** The sizes of index variables, given as {@code --dim i=5}. */
final class Dimensions {
  private static final Pattern FORM = Pattern.compile("\\s*([^=\\s]+)\\s*=\\s*(\\d+)\\s*");

  private Dimensions() {}

  static Map<String, Integer> parse(List<String> texts) {
    Map<String, Integer> sizes = new LinkedHashMap<>();
    for (String text : texts) {
      Matcher form = FORM.matcher(text);
      if (!form.matches()) {
        throw new EinkornException(
            "'--dim " + text + "' gives no size; write for example --dim i=5.");
      }
      Integer before = sizes.put(form.group(1), size(text, form.group(2)));
      if (before != null) {
        throw new EinkornException("The size of " + form.group(1) + " is given twice.");
      }
    }
    return sizes;
  }

  private static int size(String text, String digits) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      throw new EinkornException(
          "'--dim " + text + "' is too large; a size is at most " + Integer.MAX_VALUE + ".", e);
    }
  }
}
