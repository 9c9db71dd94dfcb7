package org.einkorn.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.einkorn.EinkornException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EinsumTest {
  private static List<String> names(String names) {
    return List.of(names.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'ij,jk->ik'         | A B     | result(i,k) = A(i,j) * B(j,k)",
        "' i j , j k -> i k' | A B     | result(i,k) = A(i,j) * B(j,k)",
        "'ij,jk'             | A B     | result(i,k) = A(i,j) * B(j,k)",
        "'ba'                | A       | result(a,b) = A(b,a)",
        "'ij,jk,kl->il'      | A B C   | result(i,l) = A(i,j) * B(j,k) * C(k,l)",
        "'i,i->'             | x y     | result = x(i) * y(i)",
        "'i,i'               | x x     | result = x(i) * x(i)",
        "'ii->i'             | A       | result(i) = A(i,i)",
        "'ii'                | A       | result = A(i,i)",
        "',ij->ij'           | a A     | result(i,j) = a * A(i,j)",
        "''                  | a       | result = a",
        "'->'                | a       | result = a",
        "'Ij->jI'            | M       | result(j,I) = M(I,j)",
        "'AB,BC->AC'         | A B     | result(A_,C) = A(A_,B_) * B(B_,C)",
        "'i->i'              | result  | result2(i) = result(i)",
      })
  void reads(String subscripts, String names, String assignment) {
    Assignment result = Einsum.parse(subscripts, names(names));
    assertThat(Printer.print(result)).isEqualTo(assignment);
    assertThat(Parser.parse(assignment)).isEqualTo(result);
  }

  @Test
  void takesANameForTheResult() {
    assertThat(Printer.print(Einsum.parse("ij->ji", "T", List.of("A"))))
        .isEqualTo("T(j,i) = A(i,j)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`ij,jk->ik`  | A     | 1  | the subscripts are for 2 operands but 1 tensor was given;"
            + " separate the operands by ','.",
        "`ij->ik`     | A B   | 1  | the subscripts are for 1 operand but 2 tensors were given;"
            + " separate the operands by ','.",
        "`ij,jk->im`  | A B   | 9  | the output letter 'm' is in no operand; add it to one or"
            + " remove it here.",
        "`ij->iji`    | A     | 7  | the output letter 'i' is there twice; name it once.",
        "`...i->i`    | A     | 1  | an ellipsis cannot be used; name every dimension by a letter.",
        "`i...,j->ij` | A B   | 2  | an ellipsis cannot be used; name every dimension by a letter.",
        "`i->...i`    | A     | 4  | an ellipsis cannot be used; name every dimension by a letter.",
        "`i->i->i`    | A     | 5  | this is a second '->'; an einsum has one output.",
        "`i1->i`      | A     | 2  | '1' has no meaning here; write letters, ',' between operands"
            + " and '->' before the output.",
        "`i->i,j`     | A     | 5  | ',' has no meaning here; write letters, ',' between operands"
            + " and '->' before the output.",
        "`ij,i->j`    | A A   | 1  | 'A' has 2 letters as one operand but 1 letter as another; a"
            + " tensor has the same number everywhere.",
      })
  void refuses(String subscripts, String names, int column, String sentence) {
    assertThatThrownBy(() -> Einsum.parse(subscripts, names(names)))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "Column "
                + column
                + ": "
                + sentence
                + "\n"
                + subscripts
                + "\n"
                + " ".repeat(column - 1)
                + "^");
  }

  @Test
  void refusesNamesThatCannotBeWritten() {
    assertThatThrownBy(() -> Einsum.parse("i->i", List.of("a b")))
        .hasMessage(
            "'a b' cannot be the name of a tensor; a name has letters, digits and '_' only.");
    assertThatThrownBy(() -> Einsum.parse("i->i", List.of("max")))
        .hasMessage("A tensor cannot be called 'max', the name of a function; rename it.");
    assertThatThrownBy(() -> Einsum.parse(",".repeat(999), Collections.nCopies(1000, "a")))
        .hasMessage("An einsum of 1000 operands is too long; multiply at most 256 at once.");
  }
}
