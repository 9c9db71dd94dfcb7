package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.einkorn.element.ElementType;
import org.junit.jupiter.api.Test;

/** Functions that somebody gives with a statement. */
class FunctionsTest {
  private static final Index I = Index.of("i");
  private static final Index J = Index.of("j");

  private static final ScalarOperator CLIP = ScalarOperator.of("clip", x -> Math.min(x, 2));
  private static final ScalarOperator NEXT = ScalarOperator.of("next", x -> x + 1);
  private static final ScalarOperator GAP = ScalarOperator.of("gap", (x, y) -> Math.abs(x - y));
  private static final ScalarOperator LARGEST =
      ScalarOperator.of("largest", Math::max)
          .commutative()
          .associative()
          .identity(Double.NEGATIVE_INFINITY);
  private static final ScalarOperator TIMES =
      ScalarOperator.of("times", (x, y) -> x * y).commutative().associative().annihilator(0);

  private static Tensor matrix() {
    return Tensor.matrix(new double[][] {{0, 3, 0}, {1, 0, 5}}).to("csr");
  }

  private static void refused(String sentence, ThrowingCallable work) {
    assertThatThrownBy(work).isInstanceOf(EinkornException.class).hasMessage(sentence);
  }

  private static Tensor of(String statement, ScalarOperator... functions) {
    return Einkorn.evaluate(
        statement, Map.of("A", matrix(), "x", Tensor.vector(1, 2, 4)), functions);
  }

  @Test
  void mapsAndKeepsWhatIsNotStored() {
    Tensor clipped = of("B(i,j) = clip(A(i,j))", CLIP);
    assertThat(clipped.toArray()).containsExactly(0, 2, 0, 1, 0, 2);
    assertThat(clipped.stored()).isEqualTo(3);
    Tensor next = of("B(i,j) = next(A(i,j))", NEXT);
    assertThat(next.toArray()).containsExactly(1, 4, 1, 2, 1, 6);
    assertThat(next.stored()).isEqualTo(3);
    assertThat(next.type().fill().asDouble()).isEqualTo(1);
  }

  @Test
  void takesTwoAndThreeValues() {
    ScalarOperator middle =
        ScalarOperator.of("middle", (x, y, z) -> x + y + z - Math.max(x, Math.max(y, z)));
    assertThat(of("y(i) = gap(sum(j, A(i,j)), 4)", GAP).toArray()).containsExactly(1, 2);
    assertThat(of("y(j) = middle(x(j), 3, 1)", middle).toArray()).containsExactly(2, 3, 4);
  }

  @Test
  void reducesAsTheBuiltInOnesDo() {
    assertThat(of("y(i) = largest(j, A(i,j))", LARGEST).toArray()).containsExactly(3, 5);
    assertThat(of("a = largest(i,j, A(i,j))", LARGEST).value()).isEqualTo(5);
    assertThat(of("y(i) = largest(largest(j, A(i,j)), 4)", LARGEST).toArray())
        .containsExactly(4, 5);
    Tensor old =
        Einkorn.evaluate(
            "y(i) largest= A(i,j)", Map.of("A", matrix(), "y", Tensor.vector(4, 4)), LARGEST);
    assertThat(old.toArray()).containsExactly(4, 5);
  }

  @Test
  void javaSaysWhatTextSays() {
    Operand a = matrix().at(I, J);
    assertThat(a.apply(CLIP).into(I, J).toArray()).containsExactly(0, 2, 0, 1, 0, 2);
    assertThat(a.apply(GAP, Operand.of(4)).into(I, J).toArray()).containsExactly(4, 1, 4, 3, 4, 1);
    assertThat(a.reduce(LARGEST, J).into(I).toArray()).containsExactly(3, 5);
    assertThat(a.over(I).accumulate(LARGEST, Tensor.vector(4, 4)).evaluate().toArray())
        .containsExactly(4, 5);
  }

  @Test
  void semiringsOfFunctions() {
    Computation product =
        Einkorn.expression("y(i) = A(i,j) * x(j)")
            .with(Map.of("A", matrix(), "x", Tensor.vector(1, 2, 4)));
    assertThat(product.over(LARGEST, TIMES).evaluate().toArray()).containsExactly(6, 20);
    assertThat(product.over(ScalarOperator.named("max"), GAP).evaluate().toArray())
        .containsExactly(4, 2);
    assertThat(product.over(ScalarOperator.named("+"), TIMES).compile().plan())
        .contains("for j in A2");
  }

  @Test
  void otherTypesThanDoubles() throws ReflectiveOperationException {
    Tensor x = Einkorn.evaluate("y(i) = int64(x(i))", Map.of("x", Tensor.vector(6, 0, 9)));
    ScalarOperator bits =
        ScalarOperator.ofLongs("bits", (a, b) -> a | b).commutative().associative().identity(0);
    assertThat(Einkorn.evaluate("a = bits(i, x(i))", Map.of("x", x), bits).value()).isEqualTo(15);
    Tensor odd =
        Einkorn.evaluate(
            "y(i) = odd(x(i))", Map.of("x", x), ScalarOperator.predicate("odd", v -> v % 2 != 0));
    assertThat(odd.elementType()).isEqualTo(ElementType.BOOL);
    assertThat(odd.toArray()).containsExactly(0, 0, 1);
    ScalarOperator scale =
        ScalarOperator.of(
            "scale",
            MethodHandles.publicLookup()
                .findStatic(
                    Math.class,
                    "scalb",
                    MethodType.methodType(double.class, double.class, int.class)));
    assertThat(Einkorn.evaluate("y(i) = scale(0.5, x(i))", Map.of("x", x), scale).toArray())
        .containsExactly(32, 0.5, 256);
  }

  @Test
  void functionsWithOneNameHaveKernelsOfTheirOwn() {
    for (int k = 1; k < 4; k++) {
      double factor = k;
      assertThat(of("y(j) = f(x(j))", ScalarOperator.of("f", x -> factor * x)).toArray())
          .containsExactly(factor, 2 * factor, 4 * factor);
    }
    assertThat(CLIP).isNotEqualTo(ScalarOperator.of("clip", x -> Math.min(x, 2)));
    assertThat(GAP.commutative()).isEqualTo(GAP.commutative()).isNotEqualTo(GAP);
  }

  @Test
  void schedulesAndExplanationsKnowThem() {
    Computation rows =
        Einkorn.expression("y(i) = clip(A(i,j)) * x(j)", CLIP)
            .with(Map.of("A", matrix(), "x", Tensor.vector(1, 2, 4)));
    assertThat(rows.schedule("split(i,i0,i1,2)").evaluate().toArray()).containsExactly(4, 9);
    assertThat(
            rows.schedule(Schedule.of("precompute(clip(A(i,j)), j, jw)", CLIP))
                .evaluate()
                .toArray())
        .containsExactly(4, 9);
    assertThat(rows.explain().toString()).contains("clip");
  }

  @Test
  void whatCannotReduceSaysWhy() {
    assertThatThrownBy(() -> Einkorn.expression("y(i) = gap(j, A(i,j))", GAP))
        .isInstanceOf(EinkornException.class)
        .hasMessageContaining(
            "gap cannot reduce, for it was not declared that it is associative; if gap(gap(a, b),"
                + " c) = gap(a, gap(b, c)) for all values, say so with associative(). For the value"
                + " of j write gap((j), …).");
    assertThat(of("B(i,j) = gap((j), A(i,j))", GAP).toArray()).containsExactly(0, 2, 2, 1, 1, 3);
    refused(
        "gap cannot reduce, for it was not declared that it is commutative; if gap(a, b) ="
            + " gap(b, a) for all values, say so with commutative().",
        () -> matrix().at(I, J).reduce(GAP.associative(), J));
    refused(
        "gap cannot reduce, for it was not declared that it has an identity, which nothing at all"
            + " reduces to; if gap(e, a) = a for all values, say so with identity(e).",
        () -> matrix().at(I, J).over(I).accumulate(GAP.associative().commutative(), matrix()));
    refused(
        "clip takes 1 value, and what reduces takes two.", () -> matrix().at(I, J).reduce(CLIP, J));
    ScalarOperator below =
        ScalarOperator.of("below", (x, y) -> x < y ? x : y).associative().commutative();
    assertThatThrownBy(() -> Einkorn.expression("y(i) below= A(i,j)", below))
        .hasMessageContaining("below cannot reduce, for it was not declared that it has an ident");
    refused(
        "clip takes 1 value, and what takes the place of * takes two.",
        () -> Einkorn.expression("y(i) = A(i,j) * x(j)").over(LARGEST, CLIP));
  }

  @Test
  void typesThatDoNotReduce() throws ReflectiveOperationException {
    ScalarOperator compare =
        ScalarOperator.of(
                "compare",
                MethodHandles.publicLookup()
                    .findStatic(
                        Double.class,
                        "compare",
                        MethodType.methodType(int.class, double.class, double.class)))
            .associative()
            .commutative()
            .identity(0);
    refused(
        "compare gives another type than it takes, so it cannot take what it gave.",
        () -> matrix().at(I, J).reduce(compare, J));
  }

  @Test
  void namesThatClash() {
    refused(
        "There is a function 'min' already; give yours another name.",
        () -> Einkorn.expression("y(i) = x(i)", ScalarOperator.of("min", x -> x)));
    refused(
        "Two functions are called 'clip'; give one of them another name.",
        () -> Einkorn.expression("y(i) = x(i)", CLIP, ScalarOperator.of("clip", x -> x)));
    refused(
        "'2x' cannot be the name of a function; write for example clip or f2.",
        () -> ScalarOperator.of("2x", x -> x));
    assertThatThrownBy(() -> Einkorn.expression("y(i) = clip * x(i)", CLIP))
        .hasMessageContaining(
            "'clip' is a function that was given, but a tensor here; rename one of them.");
    assertThatThrownBy(() -> Einkorn.expression("y(clip) = x(clip)", CLIP))
        .hasMessageContaining("'clip' is a function that was given, but an index variable here;");
    assertThatThrownBy(() -> Einkorn.expression("clip(i) = x(i)", CLIP))
        .hasMessageContaining("a tensor on the left side cannot be called 'clip'");
    assertThatThrownBy(() -> Einkorn.expression("y(i) = clip(x(i), 2)", CLIP))
        .hasMessageContaining("clip takes 1 value, not 2;");
    refused("clip takes 1 value, not 2.", () -> matrix().at(I, J).apply(CLIP, Operand.of(1)));
  }

  @Test
  void whatCannotBeDeclared() {
    refused(
        "clip takes 1 value; this can hold only for a function of two.", () -> CLIP.commutative());
    refused(
        "What holds for '+' is known; it need not be declared.",
        () -> ScalarOperator.named("+").associative());
    refused(
        "There is no operator '**'; name one as it is written in a statement, as +, min or ||.",
        () -> ScalarOperator.named("**"));
    refused(
        "gap takes 2 values, so there is no argument 2, counted from 0.",
        () -> GAP.annihilator(2, 0));
    refused(
        "bits takes values of int64, and 0.5 is none.",
        () -> ScalarOperator.ofLongs("bits", (a, b) -> a | b).identity(0.5));
    refused(
        "text is (String)int, but a function takes at least one double, float, long, int or"
            + " boolean and gives one.",
        () ->
            ScalarOperator.of(
                "text",
                MethodHandles.lookup()
                    .findVirtual(String.class, "length", MethodType.methodType(int.class))));
  }
}
