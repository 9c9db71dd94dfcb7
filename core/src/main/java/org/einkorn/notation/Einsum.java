package org.einkorn.notation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.einkorn.EinkornException;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Semiring;

/**
 * Reads the subscripts of NumPy's einsum: one group of letters for each operand, {@code
 * "ij,jk->ik"}. The result is the product of the operands, summed over the letters that are not in
 * the output; {@code over min-plus} at the end, over another semiring. Without {@code ->} the
 * output has the letters that occur once, in alphabetical order.
 */
public final class Einsum {
  private static final String ARROW = "->";

  /** {@code ij,jk->ik over min-plus}. */
  private static final Pattern OVER = Pattern.compile("(.*?)\\s+over\\s+(\\S+)\\s*");

  private final SourceText source;
  private final List<String> names;
  private int at;

  private Einsum(String subscripts, List<String> names) {
    this.source = new SourceText(subscripts);
    this.names = names;
  }

  /**
   * The assignment to a tensor called {@code result}, or {@code result2} … where an operand has
   * that name.
   */
  public static Assignment parse(String subscripts, List<String> names) {
    IndexVariable result = new IndexVariable("result");
    String target =
        names.contains(result.name())
            ? Expressions.fresh(result, names::contains).name()
            : result.name();
    return parse(subscripts, target, names);
  }

  /** The assignment to a tensor with the given name. */
  public static Assignment parse(String subscripts, String target, List<String> names) {
    Matcher over = OVER.matcher(subscripts);
    if (!over.matches()) {
      return new Einsum(subscripts, names).assignment(target);
    }
    String name = over.group(2);
    Semiring semiring =
        Semiring.named(name)
            .orElseThrow(
                () -> new SourceText(subscripts).error(over.start(2), Semiring.unknown(name)));
    return Over.semiring(new Einsum(over.group(1), names).assignment(target), semiring);
  }

  private Assignment assignment(String target) {
    checkNames(target);
    List<List<Character>> operands = new ArrayList<>();
    do {
      operands.add(letters());
    } while (skip(","));
    if (!source.text().startsWith(ARROW, at)) {
      expectEnd();
    }
    if (operands.size() != names.size()) {
      throw source.error(
          0,
          "the subscripts are for "
              + count(operands.size(), "operand")
              + " but "
              + count(names.size(), "tensor")
              + (names.size() == 1 ? " was" : " were")
              + " given; separate the operands by ','.");
    }
    TreeMap<Character, Integer> occurrences = new TreeMap<>();
    operands.forEach(
        letters -> letters.forEach(letter -> occurrences.merge(letter, 1, Integer::sum)));
    List<Character> output = output(occurrences);
    Expression product = null;
    for (int k = 0; k < operands.size(); k++) {
      Access operand = access(names.get(k), operands.get(k), target);
      product =
          product == null ? operand : new Apply(Arithmetic.MULTIPLY, List.of(product, operand));
    }
    checkOrders(operands);
    return new Assignment(access(target, output, target), Optional.empty(), product);
  }

  private List<Character> output(TreeMap<Character, Integer> occurrences) {
    if (!skip(ARROW)) {
      return occurrences.keySet().stream().filter(letter -> occurrences.get(letter) == 1).toList();
    }
    Set<Character> seen = new HashSet<>();
    int begin = at;
    List<Character> output = letters();
    expectEnd();
    for (Character letter : output) {
      int place = source.text().indexOf(letter, begin);
      if (!occurrences.containsKey(letter)) {
        throw source.error(
            place,
            "the output letter '"
                + letter
                + "' is in no operand; add it to one or remove it here.");
      }
      if (!seen.add(letter)) {
        throw source.error(
            source.text().indexOf(letter, place + 1),
            "the output letter '" + letter + "' is there twice; name it once.");
      }
    }
    return output;
  }

  private List<Character> letters() {
    List<Character> letters = new ArrayList<>();
    skipSpaces();
    while (at < source.text().length() && isLetter(source.text().charAt(at))) {
      letters.add(source.text().charAt(at++));
      skipSpaces();
    }
    return letters;
  }

  private boolean skip(String symbol) {
    if (source.text().startsWith(symbol, at)) {
      at += symbol.length();
      return true;
    }
    return false;
  }

  private void skipSpaces() {
    while (at < source.text().length() && Character.isWhitespace(source.text().charAt(at))) {
      at++;
    }
  }

  private void expectEnd() {
    if (at == source.text().length()) {
      return;
    }
    if (source.text().startsWith("...", at)) {
      throw source.error(at, "an ellipsis cannot be used; name every dimension by a letter.");
    }
    if (source.text().startsWith(ARROW, at)) {
      throw source.error(at, "this is a second '->'; an einsum has one output.");
    }
    String character = Character.toString(source.text().codePointAt(at));
    throw source.error(
        at,
        "'"
            + character
            + "' has no meaning here; write letters, ',' between operands and '->' before the"
            + " output.");
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  /**
   * A letter that is also the name of a tensor gets an underscore, so that the assignment can be
   * printed and read.
   */
  private Access access(String tensor, List<Character> letters, String target) {
    return new Access(
        tensor,
        letters.stream()
            .map(
                letter -> {
                  String name = letter.toString();
                  while (names.contains(name) || target.equals(name)) {
                    name += "_";
                  }
                  return new IndexVariable(name);
                })
            .toList());
  }

  private void checkNames(String target) {
    List<String> all = new ArrayList<>(names);
    all.add(target);
    for (String name : all) {
      if (!Lexer.isName(name)) {
        throw new EinkornException(
            "'"
                + name
                + "' cannot be the name of a tensor; a name has letters, digits and '_' only.");
      }
      if (Functions.BUILT_IN.isFunction(name)) {
        throw new EinkornException(
            "A tensor cannot be called '" + name + "', the name of a function; rename it.");
      }
    }
    if (names.size() > Expressions.MAX_DEPTH) {
      throw new EinkornException(
          "An einsum of "
              + names.size()
              + " operands is too long; multiply at most "
              + Expressions.MAX_DEPTH
              + " at once.");
    }
  }

  private void checkOrders(List<List<Character>> operands) {
    Map<String, Integer> orders = new HashMap<>();
    for (int k = 0; k < names.size(); k++) {
      int order = operands.get(k).size();
      Integer earlier = orders.putIfAbsent(names.get(k), order);
      if (earlier != null && earlier != order) {
        throw source.error(
            0,
            "'"
                + names.get(k)
                + "' has "
                + count(earlier, "letter")
                + " as one operand but "
                + count(order, "letter")
                + " as another; a tensor has the same number everywhere.");
      }
    }
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
