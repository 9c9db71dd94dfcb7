package org.einkorn.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.einkorn.operator.Arithmetic.ADD;
import static org.einkorn.operator.Arithmetic.DIVIDE;
import static org.einkorn.operator.Arithmetic.MAX;
import static org.einkorn.operator.Arithmetic.MIN;
import static org.einkorn.operator.Arithmetic.MULTIPLY;
import static org.einkorn.operator.Arithmetic.NEGATE;
import static org.einkorn.operator.Arithmetic.SUBTRACT;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.operator.Elementary;
import org.einkorn.operator.Operator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParserTest {
  private static Access access(String tensor, String... indices) {
    return new Access(tensor, Stream.of(indices).map(IndexVariable::new).toList());
  }

  private static Expression apply(Operator operator, Expression... arguments) {
    return new Apply(operator, List.of(arguments));
  }

  private static Expression value(String variable) {
    return new IndexValue(new IndexVariable(variable));
  }

  private static Expression reduce(Operator operator, String variable, Expression body) {
    return new Reduce(operator, new IndexVariable(variable), body);
  }

  private static Expression number(long value) {
    return new Literal(Constant.of(value));
  }

  private static Expression number(double value) {
    return new Literal(Constant.of(value));
  }

  /** The right side of an assignment to a scalar. */
  private static Expression right(String text) {
    return Parser.parse("s = " + text).value();
  }

  @Test
  void readsAMatrixProduct() {
    assertThat(Parser.parse("A(i,j) = B(i,k) * C(k,j)"))
        .isEqualTo(
            new Assignment(
                access("A", "i", "j"),
                Optional.empty(),
                apply(MULTIPLY, access("B", "i", "k"), access("C", "k", "j"))));
  }

  @Test
  void groupsToTheLeftAndByPrecedence() {
    assertThat(right("a - b - c * d / e"))
        .isEqualTo(
            apply(
                SUBTRACT,
                apply(SUBTRACT, access("a"), access("b")),
                apply(DIVIDE, apply(MULTIPLY, access("c"), access("d")), access("e"))));
    assertThat(right("a - (b - c)"))
        .isEqualTo(apply(SUBTRACT, access("a"), apply(SUBTRACT, access("b"), access("c"))));
    assertThat(right("-a * b")).isEqualTo(apply(MULTIPLY, apply(NEGATE, access("a")), access("b")));
  }

  @Test
  void readsTheSymbolsOfMathematics() {
    assertThat(right("a × b ÷ c · d ⋅ e − f")).isEqualTo(right("a * b / c * d * e - f"));
  }

  @Test
  void readsNumbers() {
    assertThat(right("42")).isEqualTo(number(42));
    assertThat(right("9223372036854775807")).isEqualTo(number(Long.MAX_VALUE));
    assertThat(right("-9223372036854775808")).isEqualTo(number(Long.MIN_VALUE));
    assertThat(right("2.5")).isEqualTo(number(2.5));
    assertThat(right(".5")).isEqualTo(number(0.5));
    assertThat(right("5.")).isEqualTo(number(5.0));
    assertThat(right("1e3")).isEqualTo(number(1000.0));
    assertThat(right("1.5E-3")).isEqualTo(number(0.0015));
    assertThat(right("-0.0")).isEqualTo(number(-0.0));
  }

  @Test
  void aMinusDirectlyBeforeANumberBelongsToTheNumber() {
    assertThat(right("-5")).isEqualTo(number(-5));
    assertThat(right("--5")).isEqualTo(apply(NEGATE, number(-5)));
    assertThat(right("-(5)")).isEqualTo(apply(NEGATE, number(5)));
    assertThat(right("+5")).isEqualTo(number(5));
    assertThat(right("a - 5")).isEqualTo(apply(SUBTRACT, access("a"), number(5)));
  }

  @Test
  void readsAccumulation() {
    assertThat(Parser.parse("a += b").accumulate()).contains(ADD);
    assertThat(Parser.parse("a *= b").accumulate()).contains(MULTIPLY);
    assertThat(Parser.parse("a min= b").accumulate()).contains(MIN);
    assertThat(Parser.parse("a(i) max= b(i)").accumulate()).contains(MAX);
    assertThat(Parser.parse("a -= b + c")).isEqualTo(Parser.parse("a += -(b + c)"));
  }

  @Test
  void readsReductions() {
    assertThat(right("sum(k, x(k))")).isEqualTo(reduce(ADD, "k", access("x", "k")));
    assertThat(right("prod(k, x(k))")).isEqualTo(reduce(MULTIPLY, "k", access("x", "k")));
    assertThat(right("max(k, x(k))")).isEqualTo(reduce(MAX, "k", access("x", "k")));
    assertThat(right("min(j,k, A(j,k))"))
        .isEqualTo(reduce(MIN, "j", reduce(MIN, "k", access("A", "j", "k"))));
    assertThat(right("sum(k, 1)")).isEqualTo(reduce(ADD, "k", number(1)));
    assertThat(right("sum(k, k)")).isEqualTo(reduce(ADD, "k", value("k")));
    assertThat(right("min(k, k) + x(k)"))
        .isEqualTo(apply(ADD, reduce(MIN, "k", value("k")), access("x", "k")));
  }

  @Test
  void minAndMaxOfTwoValues() {
    assertThat(right("min(a, b)")).isEqualTo(apply(MIN, access("a"), access("b")));
    assertThat(right("max(x(k), k)")).isEqualTo(apply(MAX, access("x", "k"), value("k")));
    assertThat(right("min(k, k)")).isEqualTo(apply(MIN, access("k"), access("k")));
    assertThat(right("max((k), x(k))")).isEqualTo(apply(MAX, value("k"), access("x", "k")));
    assertThat(right("max(k, a) * x(k)"))
        .isEqualTo(apply(MULTIPLY, apply(MAX, value("k"), access("a")), access("x", "k")));
    assertThat(right("max(k, sum(k, x(k)))"))
        .isEqualTo(apply(MAX, value("k"), reduce(ADD, "k", access("x", "k"))));
  }

  @Test
  void aNameThatIsAnIndexSomewhereIsAVariableEverywhere() {
    assertThat(Parser.parse("y(i) = i * a").value())
        .isEqualTo(apply(MULTIPLY, value("i"), access("a")));
    assertThat(right("j * x(j)")).isEqualTo(apply(MULTIPLY, value("j"), access("x", "j")));
    assertThat(right("a()")).isEqualTo(access("a"));
    assertThat(Parser.parse("a() = b()")).isEqualTo(Parser.parse("a = b"));
  }

  @Test
  void anyJavaIdentifierIsAName() {
    String longName = "n".repeat(500);
    assertThat(right(longName)).isEqualTo(access(longName));
    assertThat(Parser.parse("class(for, äß) = while(for) * 𝒳(äß)").value())
        .isEqualTo(apply(MULTIPLY, access("while", "for"), access("𝒳", "äß")));
    assertThat(right("sum + max")).isEqualTo(apply(ADD, access("sum"), access("max")));
    assertThat(right("a_1$")).isEqualTo(access("a_1$"));
  }

  @Test
  void operatorsBindAsInJava() {
    assertThat(right("a + 1 < b && !c || d == e"))
        .isEqualTo(right("(((a + 1) < b) && (!c)) || (d == e)"));
    assertThat(right("a ? b : c ? d : e")).isEqualTo(right("a ? b : (c ? d : e)"));
    assertThat(right("a < b ? a : b")).isEqualTo(right("(a < b) ? a : b"));
    assertThat(right("a ≤ b ∧ ¬c ∨ d ≠ e")).isEqualTo(right("a <= b && !c || d != e"));
    assertThat(right("pow(a, 2) + sqrt(b)"))
        .isEqualTo(
            apply(
                ADD,
                apply(Elementary.POW, access("a"), new Literal(Constant.of(2L))),
                right("sqrt(b)")));
  }

  @Test
  void spacesAndLineBreaksDoNotMatter() {
    assertThat(Parser.parse(" y ( i )\t=\n A ( i , j ) *\u00a0x ( j ) "))
        .isEqualTo(Parser.parse("y(i)=A(i,j)*x(j)"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "| | the expression is empty; write an assignment such as y(i) = A(i,j) * x(j).",
        "A(i)^ | an '=' is missing before the end of the text; write A(…) = … with one tensor on"
            + " its left.",
        "a ^b | an '=' is missing before 'b'; write a = … with one tensor on its left.",
        "B(i)^*2 = 3 | an '=' is missing before '*'; write B(…) = … with one tensor on its left.",
        "^2 = a | the left side must be a tensor, not '2'; write an assignment such as y(i) ="
            + " A(i,j) * x(j).",
        "^= a | the left side must be a tensor, not '='; write an assignment such as y(i) = A(i,j)"
            + " * x(j).",
        "^sum = 3 | a tensor on the left side cannot be called 'sum', the name of a function;"
            + " rename it.",
        "^max(i) = x(i) | a tensor on the left side cannot be called 'max', the name of a function;"
            + " rename it.",
        "A(i) ^/= 2 | '/=' does not assign; use =, +=, -=, *=, min=, max=, ||= or &&=.",
        "A(i) ^prod= 2 | 'prod=' does not assign; use =, +=, -=, *=, min=, max=, ||= or &&=.",
        "A(i) ^== b(i) | an assignment has one '=', not '=='; remove one of them.",
        "A(i) =^ | the text ends where a tensor, a number or '(' should follow.",
        "A(i) = b(i) +^ | the text ends where a tensor, a number or '(' should follow.",
        "A(i) = ^* b(i) | a tensor, a number or '(' should stand here, not '*'.",
        "A(i) = (^) | a tensor, a number or '(' should stand here, not ')'.",
        "A(i) = ^[b] | a tensor, a number or '(' should stand here, not '['.",
        "A(i) = b *^* 2 | a tensor, a number or '(' should stand here, not '*'.",
        "A(i) = (b(i)^ | the ')' for the '(' at column 8 is missing.",
        "A(i) = b(i^ | the ')' for the '(' at column 9 is missing.",
        "A(i) = sum(k, b(k)^ | the ')' for the '(' at column 11 is missing.",
        "A(i) = b(i)^) | this ')' has no matching '('; remove it.",
        "A(i) = b(i) ^c(i) | an operator is missing before 'c'; write * for a product.",
        "A(i) = (b(i) ^c(i)) | an operator is missing before 'c'; write * for a product.",
        "A(i) = 3 ^(b(i)) | an operator is missing before '('; write * for a product.",
        "A(i) = b(i) ^= c(i) | this is a second '='; write one assignment at a time.",
        "A(i) = b(i)^, c(i) | a ',' separates indices and arguments only; write one assignment at a"
            + " time.",
        "A(i) = b(i) ^% 4 | '%' has no meaning here; the operators are + - * / == != < <= > >= &&"
            + " || ! ?:.",
        "A(i) = b(i)^; | ';' has no meaning here; the operators are + - * / == != < <= > >= && || !"
            + " ?:.",
        "A(i) = 2^x(i) | the name 'x' cannot follow the number 2 directly; write a product as 2*x.",
        "A(i) = b(^-1) | the coordinate -1 is negative; the first coordinate is 0.",
        "A(i) = b(i(^-1:3)) | the coordinate -1 is negative; coordinates of a window count from 0,"
            + " and i(2:) goes to the end.",
        "A(i) = b(i([0,^-2])) | the coordinate -2 is negative; coordinates of a window count from"
            + " 0, and i(2:) goes to the end.",
        "A(i) = b(i+^2.5) | coordinates are computed with integers up to 2147483647, not with"
            + " '2.5'.",
        "A(i) = b(2*^3) | an index must be a variable such as i, but '3' is not the beginning of"
            + " one.",
        "A(i) = b(i(2^)) | a window has a ':' between where it begins and where it ends, as in"
            + " i(2:8); a single coordinate is written by itself, as in A(3,j).",
        "A(i) = b(i(^5:2)) | a window ends where it begins or after it, not before, as 5:2 does.",
        "A(i) = b(i(^0:4:0)) | the step of a window is 1 or more, not 0.",
        "A(i) = b(i(2:4^, j) | the ')' for the '(' at column 11 is missing; a window is written"
            + " i(2:8), i(2:8:2) or i([1,3,5]).",
        "A(i) = b(i([1,2^)) | a list of coordinates ends with ']', as in i([1,3,5]).",
        "A(i) = b(^:, i) | an index must be a variable such as i, but ':' is not the beginning of"
            + " one.",
        "A(i) = b(i^:j) | a window belongs to a variable; write it as i(2:8), after the variable's"
            + " name.",
        "A(i) = b(i^/2) | '/' cannot follow an index, only ',' or ')'; a coordinate is computed"
            + " with + - and integer factors, as 2*i+k-1.",
        "A(i) = b(i ^j) | a ',' is missing before 'j'.",
        "A(i,^) = b | an index variable is missing before ')'.",
        "A(^,i) = b | an index variable is missing before ','.",
        "A(i) = b(^ | an index variable is missing before the end of the text.",
        "A(i) = f(^b(i)) | 'b' cannot be indexed here: there is no function 'f', and the indices of"
            + " a tensor are variables and windows such as i(2:8).",
        "A(i) = min(j, b(i,j) ^where c(i)) | where selects entries of the result, so it comes once"
            + " and last; within an expression write condition ? a : b.",
        "A(i) = ^exp(b(i), 2) | exp takes 1 value, not 2; a tensor cannot have the name of a"
            + " function.",
        "A(i) = ^any(b(i)) | any takes index variables and then an expression that uses them, as in"
            + " any(k, A(i,k)).",
        "A(i) = b(i) > 0 ? 1^ | the ':' of the '?' at column 17 is missing; write condition ? a :"
            + " b.",
        "A = ^99999999999999999999 | the integer 99999999999999999999 does not fit into 64 bits;"
            + " write it as a decimal, 99999999999999999999.0.",
        "A = ^9223372036854775808 | the integer 9223372036854775808 does not fit into 64 bits;"
            + " write it as a decimal, 9223372036854775808.0.",
        "A = ^1e999 | the number 1e999 is too large for a float64; the largest is"
            + " 1.7976931348623157E308.",
        "A(i) = B(i,i) + ^B(i) | 'B' has 1 index here but 2 indices at column 8; a tensor has the"
            + " same number everywhere.",
        "A(i) = ^A | 'A' has no indices here but 1 index at column 1; a tensor has the same number"
            + " everywhere.",
        "A(i) = ^i(j) | 'i' is a tensor here but an index variable at column 3; rename one of"
            + " them.",
        "A(^A) = 1 | 'A' is an index variable here but a tensor at column 1; rename one of them.",
        "s = A(i) + B(^A) | 'A' is an index variable here but a tensor at column 5; rename one of"
            + " them.",
        "k = sum(^k, 1) | 'k' is an index variable here but a tensor at column 1; rename one of"
            + " them.",
        "A = ^sum(b(i)) | sum takes index variables and then an expression that uses them, as in"
            + " sum(k, A(i,k)).",
        "A = ^sum(2, b(i)) | sum takes index variables and then an expression that uses them, as in"
            + " sum(k, A(i,k)).",
        "A = ^prod((k), b(k)) | prod takes index variables and then an expression that uses them,"
            + " as in prod(k, A(i,k)).",
        "A = ^min(a) | min takes index variables and then an expression that uses them, as in"
            + " min(k, A(i,k)), or two values, as in min(a, b).",
        "A = ^min(a,b,c) | min takes index variables and then an expression that uses them, as in"
            + " min(k, A(i,k)), or two values, as in min(a, b).",
        "A = sum(k,^k, b(k)) | 'k' is named twice in one sum; name it once.",
        "A = min(k,^k, b(k)) | 'k' is named twice in one min; name it once.",
      })
  void refuses(String example) {
    // "text with the caret before the mistake | message"; the one with a power is tested apart.
    String marked = example.substring(0, example.indexOf(" | "));
    String text = marked.replace("^", "").replace("|", "");
    int place = Math.max(0, marked.indexOf('^'));
    assertRefused(text, place + 1, example.substring(example.indexOf(" | ") + 3));
  }

  private static void assertRefused(String text, int column, String sentence) {
    assertThatThrownBy(() -> Parser.parse(text))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "Column "
                + column
                + ": "
                + sentence
                + "\n"
                + text
                + "\n"
                + " ".repeat(column - 1)
                + "^");
  }

  @Test
  void refusesPowers() {
    assertRefused("y(i) = x(i)^2", 12, "there is no '^'; write pow(x(i), 2).");
  }

  @Test
  void columnsCountCharactersAndTheCaretFollowsTabs() {
    assertThatThrownBy(() -> Parser.parse("𝒳(i)\t=\n)"))
        .hasMessage(
            "Column 8: a tensor, a number or '(' should stand here, not ')'.\n"
                + "𝒳(i)\t= )\n"
                + "    \t  ^");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "-", "+", "sum(k,", "min(a,", "a+(", "a/(", "-("})
  void refusesDeepNesting(String opening) {
    assertThatThrownBy(() -> Parser.parse("x = " + opening.repeat(10_000) + "a"))
        .isInstanceOf(EinkornException.class)
        .message()
        .contains("several assignments.")
        .hasSizeLessThan(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"+", "-", "*", "/"})
  void refusesLongChainsButTakesOrdinaryOnes(String operator) {
    String term = operator + "a";
    assertThatThrownBy(() -> Parser.parse("x = a" + term.repeat(10_000)))
        .hasMessageContaining("Column 516: the expression has more than 256 levels,");
    Assignment longest = Parser.parse("x = a" + term.repeat(255));
    assertThat(Expressions.depth(longest.value())).isEqualTo(Expressions.MAX_DEPTH);
    assertThat(Parser.parse(Printer.print(longest))).isEqualTo(longest);
  }

  @Test
  void refusesAReductionOverVeryManyVariables() {
    StringBuilder text = new StringBuilder("x = sum(");
    for (int k = 0; k < 1000; k++) {
      text.append("k").append(k).append(',');
    }
    assertThatThrownBy(() -> Parser.parse(text + " 1)"))
        .hasMessageContaining("more than 256 levels");
  }

  @Test
  void aSubtractedAssignmentIsNoDeeperThanOthers() {
    String deepest = "a" + "+a".repeat(255);
    assertThatThrownBy(() -> Parser.parse("x -= " + deepest))
        .hasMessageContaining("more than 256 levels");
  }

  /** Whatever the text is, the answer is an assignment that can be printed or one sentence. */
  @Test
  void anyTextIsReadOrRefused() {
    String[] pieces = {
      "A", "i", "j", "k", "sum", "min", "(", ")", ",", "=", "+", "-", "*", "/", "2", "0.5", "e",
      " ", ".", ":", "𝒳", "\ud800", "\u0000", "A(i)", "(i,j)", "min=", "sum(k,", "\n"
    };
    for (int seed = 0; seed < 20_000; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "A(i) = " : "");
      for (int k = random.nextInt(12); k >= 0; k--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      try {
        Assignment assignment = Parser.parse(text.toString());
        assertThat(Parser.parse(Printer.print(assignment)))
            .as(text.toString())
            .isEqualTo(assignment);
        Reductions.bind(assignment);
      } catch (EinkornException refusal) {
        assertThat(refusal.getMessage()).startsWith("Column ").contains(".\n").endsWith("^");
      }
    }
  }
}
