package org.einkorn.lattice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.junit.jupiter.api.Test;

class LatticeTest {
  private final Formula a = present("a");
  private final Formula b = present("b");
  private final Formula c = present("c");

  private static Formula present(String tensor) {
    return new Formula.Present(cursor(tensor));
  }

  private static Cursor cursor(String tensor) {
    return new Cursor(new Access(tensor, List.of(new IndexVariable("i"))), 0);
  }

  private static Formula and(Formula... parts) {
    return Formula.and(List.of(parts));
  }

  private static Formula or(Formula... parts) {
    return Formula.or(List.of(parts));
  }

  @Test
  void whatImpliesTheRestIsLeft() {
    assertThat(and(a, or(a, b))).isEqualTo(a);
    assertThat(and(b, c, or(a, and(b, c)))).isEqualTo(and(b, c));
    assertThat(and(b, or(a, and(b, c)))).hasToString("b1 ∩ (a1 ∪ b1 ∩ c1)");
    assertThat(or(a, and(a, b))).isEqualTo(a);
    assertThat(or(b, c, and(a, or(b, c)))).isEqualTo(or(b, c));
    assertThat(or(b, and(a, or(b, c)))).hasToString("b1 ∪ a1 ∩ (b1 ∪ c1)");
  }

  @Test
  void aPointForEverySetThatMatters() {
    assertThat(Lattice.of(and(or(a, b), c), Set.of(), 9).orElseThrow().points())
        .extracting(Object::toString)
        .containsExactly("[a1, b1, c1]", "[a1, c1]", "[b1, c1]");
    assertThat(Lattice.of(a, Set.of(cursor("b")), 9).orElseThrow().points())
        .extracting(Object::toString)
        .containsExactly("[b1, a1]", "[a1]");
  }

  /** Even where what is left of the first few falls together. */
  @Test
  void noLatticeIsCutShort() {
    Formula formula = new Formula.And(List.of(or(a, and(b, c)), b, c));
    assertThat(Lattice.of(formula, Set.of(), 1)).isEmpty();
    assertThat(Lattice.of(formula, Set.of(), 2).orElseThrow().points()).hasSize(2);
    List<Formula> many = new ArrayList<>();
    for (int k = 0; k < 40; k++) {
      many.add(present("t" + k));
    }
    assertThat(Lattice.of(Formula.or(many), Set.of(), 64)).isEmpty();
    many.addFirst(new Formula.And(List.of(or(a, b), a)));
    assertThat(Lattice.of(new Formula.And(many), Set.of(), 64).orElseThrow().points()).hasSize(2);
  }
}
