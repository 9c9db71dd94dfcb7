package org.einkorn.notation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.UnaryOperator;
import org.einkorn.notation.Expression.Access;
import org.junit.jupiter.api.Test;

class ExpressionsTest {
  private static Expression parse(String text) {
    return Parser.parse("T(i,j) = " + text).value();
  }

  private static IndexVariable variable(String name) {
    return new IndexVariable(name);
  }

  @Test
  void freeVariablesInOrderOfAppearance() {
    assertThat(Expressions.variables(parse("A(l,k) * sum(k, B(k,j)) + i")).toString())
        .isEqualTo("[l, k, j, i]");
    assertThat(Expressions.variables(parse("sum(k, max(k, B(k)) + B(k))"))).isEmpty();
    assertThat(Expressions.variables(parse("3"))).isEmpty();
  }

  @Test
  void accessesFromLeftToRight() {
    assertThat(Expressions.accesses(parse("A(l) * sum(k, B(k,j)) + A(l) + 2")))
        .extracting(Access::tensor)
        .containsExactly("A", "B", "A");
  }

  @Test
  void anUnchangedExpressionStaysTheSameInstance() {
    Expression e = parse("A(l) * sum(k, B(k,j)) + i");
    assertThat(Expressions.mapChildren(e, UnaryOperator.identity())).isSameAs(e);
    assertThat(Expressions.substitute(e, Map.of(variable("k"), variable("m")))).isSameAs(e);
    assertThat(Expressions.children(e)).hasSize(2);
  }

  @Test
  void substitutesFreeVariablesOnly() {
    Expression e = parse("A(k) * sum(k, B(k,j)) + k");
    assertThat(Printer.print(Expressions.substitute(e, Map.of(variable("k"), variable("m")))))
        .isEqualTo("A(m) * sum(k, B(k,j)) + m");
    assertThat(Printer.print(Expressions.substitute(e, Map.of(variable("j"), variable("k")))))
        .isEqualTo("A(k) * sum(k2, B(k2,k)) + k");
    Map<IndexVariable, IndexVariable> swap =
        Map.of(variable("k"), variable("j"), variable("j"), variable("k"));
    assertThat(Printer.print(Expressions.substitute(parse("C(k,j)"), swap))).isEqualTo("C(j,k)");
  }

  @Test
  void depthCountsNodes() {
    assertThat(Expressions.depth(parse("a"))).isEqualTo(1);
    assertThat(Expressions.depth(parse("a + b * sum(k, B(k))"))).isEqualTo(4);
  }
}
