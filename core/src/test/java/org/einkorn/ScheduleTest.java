package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.einkorn.schedule.Directive.Assembly;
import org.einkorn.schedule.Directive.Layout;
import org.einkorn.schedule.Directive.Merging;
import org.einkorn.schedule.Directive.Races;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private static void refused(ThrowingCallable action, String sentence) {
    assertThatThrownBy(action).isInstanceOf(EinkornException.class).hasMessage(sentence);
  }

  @Test
  void javaSaysWhatTextSays() {
    Schedule schedule =
        Schedule.empty()
            .split("i", "i0", "i1", 32)
            .divide("j", "j0", "j1", 4)
            .fuse("i0", "j0", "f")
            .reorder("f", "i1", "j1")
            .pos("f", "p", "A(i,j)")
            .coord("p", "f")
            .precompute("A(i,j) * x(j)", "j", "jw")
            .precompute("2 * i + A(i,j)", List.of("i", "j"), List.of("iw", "jw"))
            .bound("i1", "i2", 32)
            .boundMax("j1", "j2", 16)
            .unroll("i2", 4)
            .vectorize("j2")
            .parallelize("f")
            .parallelize("f", Races.ATOMIC)
            .merge("j2", Merging.GALLOPING)
            .assemble(Assembly.INSERT)
            .workspace(Layout.HASH, "jw")
            .workspace(Layout.REGISTERS, "iw", "jw");
    String text =
        "split(i,i0,i1,32); divide(j,j0,j1,4); fuse(i0,j0,f); reorder(f,i1,j1); pos(f,p,A(i,j));"
            + " coord(p,f); precompute(A(i,j) * x(j), j, jw);"
            + " precompute(2 * i + A(i,j), [i,j], [iw,jw]); bound(i1,i2,32,exact);"
            + " bound(j1,j2,16,max); unroll(i2,4); vectorize(j2); parallelize(f,threads);"
            + " parallelize(f,threads,atomic); merge(j2,galloping); assemble(insert);"
            + " workspace(jw,hash); workspace([iw,jw],registers)";
    assertThat(schedule).hasToString(text).isEqualTo(Schedule.of(text));
    assertThat(schedule.hashCode()).isEqualTo(Schedule.of(text).hashCode());
    assertThat(schedule).isNotEqualTo(schedule.vectorize("k"));
  }

  @Test
  void nothingChanges() {
    Schedule empty = Schedule.empty();
    assertThat(empty.vectorize("i").directives()).hasSize(1);
    assertThat(empty.isEmpty()).isTrue();
    assertThat(empty).hasToString("").isEqualTo(Schedule.of(""));
    assertThat(Schedule.of("unroll(i,2)").then(Schedule.of("vectorize(j)")))
        .hasToString("unroll(i,2); vectorize(j)");
  }

  @Test
  void whatIsNoVariableOrOperand() {
    refused(
        () -> Schedule.empty().vectorize("2"),
        "'2' cannot be the name of an index; write for example i, j2 or row.");
    refused(
        () -> Schedule.empty().pos("i", "p", "2 * A(i,j)"),
        "'2 * A(i,j)' has no positions; name an operand with its indices, as A(i,j).");
    refused(
        () -> Schedule.empty().pos("i", "p", "A"),
        "'A' has no positions; name an operand with its indices, as A(i,j).");
    refused(
        () -> Schedule.empty().precompute("A(i,j) x(j)", "j", "jw"),
        """
        Column 8: an operator is missing before 'x'; write * for a product.
        A(i,j) x(j)
               ^\
        """);
  }

  @Test
  void aScheduleDecidesAboutTheLoopsAndNotAboutTheResult() {
    Computation copy = Einkorn.expression("y(i) = x(i)").with("x", Tensor.vector(1, 2, 3));
    Computation split = copy.schedule("split(i,i0,i1,2)");
    assertThat(split.compile().loops())
        .isEqualTo(
            """
            # x: float64 d
            # y: float64 d
            forall i0
              forall i from i0*2 to i0*2 + 2
                y(i) = x(i)
            """);
    assertThat(split.evaluate().toArray()).containsExactly(1, 2, 3);
    assertThat(split.schedule(Schedule.empty()).compile().loops())
        .isEqualTo(copy.compile().loops());
  }

  /** Fused variables that only positions count through may stand for more than an int counts. */
  @Test
  void positionsOfALargeMatrix() {
    Tensor a = Tensor.builder(60_000, 60_000).add(2, 59_999, 1).add(3, 5, 59_999).build("csr");
    Tensor ones = Tensor.vector(DoubleStream.generate(() -> 1).limit(60_000).toArray());
    Tensor y =
        Einkorn.expression("y(i) = A(i,j) * x(j)")
            .with(Map.of("A", a, "x", ones))
            .schedule("fuse(i,j,f); pos(f,p,A(i,j)); split(p,p0,p1,16)")
            .evaluate();
    assertThat(y.get(59_999)).isEqualTo(2);
    assertThat(y.get(5)).isEqualTo(3);
    assertThat(y.get(7)).isZero();
  }

  /** Parts that are larger than what they are parts of must not overflow. */
  @Test
  void partsNearTheLargestInt() {
    Tensor a = Tensor.matrix(new double[][] {{1, 2}, {0, 4}});
    for (String schedule :
        List.of(
            "split(i,i0,i1,1073741824); split(i1,i2,i3,1073741824)",
            "divide(i,i0,i1,1073741824)",
            "pos(j,p,A(i,j)); split(p,p0,p1,1073741824)",
            "fuse(i,j,f); pos(f,p,A(i,j)); split(p,p0,p1,1073741824)")) {
      Tensor y =
          Einkorn.expression("y(i) = A(i,j) * A(j,i)")
              .with(Map.of("A", a.to("csr")))
              .schedule(schedule)
              .evaluate();
      assertThat(y.toArray()).as(schedule).containsExactly(1, 16);
    }
  }
}
