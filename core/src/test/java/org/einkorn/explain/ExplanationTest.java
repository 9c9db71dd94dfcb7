package org.einkorn.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.Map;
import org.einkorn.Computation;
import org.einkorn.Einkorn;
import org.einkorn.Tensor;
import org.einkorn.TensorBuilder;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.runtime.ChunkRuns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplanationTest {
  private static Tensor band(int size, int width, String format) {
    TensorBuilder builder = Tensor.builder(size, size);
    for (int i = 0; i < size; i++) {
      for (int j = Math.max(0, i - width); j <= Math.min(size - 1, i + width); j++) {
        builder.add(1, i, j);
      }
    }
    return builder.build(format);
  }

  private static Explanation.Choice choice(Explanation explanation, String subject) {
    return explanation.choices().stream()
        .filter(c -> c.subject().equals(subject))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + subject + " in\n" + explanation));
  }

  private static Computation square(Tensor a) {
    return Einkorn.expression("C(i,j) = A(i,k) * A(k,j)").with("A", a).result("csr");
  }

  @Test
  void theOrderOfLoopsHasARunnerUpThatCostsMore() {
    Explanation.Choice order = choice(square(band(3000, 2, "csr")).explain(), "loop order");
    assertThat(order.chosen()).isEqualTo("i, k, j");
    assertThat(order.runnerUp().orElseThrow().timesTheCost()).isGreaterThan(1);
    assertThat(order.runnerUp().get().what()).isNotEqualTo(order.chosen());
  }

  @Test
  void factorsThatAreTakenOutOfASumAreNamed() {
    Tensor a = band(3000, 2, "csr");
    Tensor x = Tensor.dense(new double[3000], 3000);
    Explanation explanation =
        Einkorn.expression("y(i) = A(i,j) * B(j,k) * x(k)")
            .with(Map.of("A", a, "B", a, "x", x))
            .explain();
    Explanation.Choice grouping = choice(explanation, "grouping");
    assertThat(grouping.chosen()).isEqualTo("B with x, then A");
    assertThat(grouping.runnerUp().orElseThrow().timesTheCost()).isGreaterThan(1);
    assertThat(explanation.spaces())
        .singleElement()
        .satisfies(
            space -> {
              assertThat(space.name()).isEqualTo("w(j)");
              assertThat(space.what()).isEqualTo("array");
              assertThat(space.bytes().orElseThrow()).isEqualTo(3000 * 8);
            });
  }

  @Test
  void aLargeCopyIsMadeBeforeTheLoopsRun() {
    Tensor b = band(20_000, 2, "csc");
    Explanation explanation =
        Einkorn.expression("C(i,j) = A(i,j) + B(i,j)")
            .with(Map.of("A", band(20_000, 1, "csr"), "B", b))
            .result("csr")
            .explain();
    assertThat(choice(explanation, "copy of B(i,j)").chosen())
        .isEqualTo("w, csr, before the loops run");
    assertThat(explanation.loops())
        .isEqualTo(
            """
            first convert B(i,j) to csr, as w(i,j)
            forall i
              forall j
                C(i,j) = A(i,j) + w(i,j)
            """);
    assertThat(explanation.plan()).startsWith("first convert B(i,j) to csr, as w(i,j)\n");
    assertThat(explanation.spaces())
        .singleElement()
        .satisfies(
            space -> {
              assertThat(space.name()).isEqualTo("w(i,j)");
              assertThat(space.what()).isEqualTo("csr");
              assertThat(space.bytes().orElseThrow()).isCloseTo(b.bytes(), withinPercentage(1));
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "B(i,j) = 2 * A(i,j) | each run makes its own",
        "B(i,j) = A(i,j) + A(j,i) | is kept"
      })
  void aCopyIsKeptUnlessResultsShareIt(String statement, String expected) {
    Explanation explanation =
        Einkorn.expression(statement).with("A", band(20_000, 1, "csc")).result("csr").explain();
    assertThat(explanation.choices())
        .filteredOn(choice -> choice.subject().startsWith("copy of A"))
        .isNotEmpty()
        .allMatch(choice -> choice.reason().contains(expected));
  }

  @Test
  void aCopyInAnotherOrderIsNamedWithItsSize() {
    Tensor a = band(3000, 1, "csr");
    Tensor b = band(3000, 1, "csc");
    Explanation explanation =
        Einkorn.expression("C(i,j) = A(i,j) + B(i,j)")
            .with(Map.of("A", a, "B", b))
            .result("csr")
            .explain();
    assertThat(explanation.spaces())
        .singleElement()
        .satisfies(
            space -> {
              assertThat(space.why()).isEqualTo("a copy of B(i,j) in the order of the loops");
              assertThat(space.bytes().orElseThrow()).isGreaterThan(b.stored() * 12.0);
            });
  }

  @Test
  void theNonzerosOfTheResultAreEstimated() {
    Tensor a = band(3000, 2, "csr");
    Explanation explanation = square(a).analyze();
    double estimated = explanation.result().stored().orElseThrow();
    double actual = explanation.analysis().orElseThrow().nonzeros();
    // Five in each row of A, so at most 25 in one of C; a band has nine.
    assertThat(estimated).isBetween(actual, actual * 3);
  }

  @Test
  void threadsGetChunksAsTheTensorsAllow() {
    assertThat(threads(band(100, 2, "csr")).chosen()).isEqualTo("one");
    assertThat(threads(band(200_000, 2, "csr")).chosen()).isEqualTo("up to 15 chunks of i");
    TensorBuilder skewed = Tensor.builder(1000, 600_000);
    for (int j = 0; j < 600_000; j++) {
      skewed.add(1, j % 3 == 0 ? j % 1000 : 500, j);
    }
    Explanation.Choice byEntries = threads(skewed.build("csr"));
    assertThat(byEntries.chosen()).isEqualTo("up to 9 chunks of the entries of an operand");
    assertThat(byEntries.reason())
        .isEqualTo(
            "Some coordinates have so many entries that chunks of i could not share the work"
                + " evenly.");
    assertThat(choice(Einkorn.expression("a = 3").explain(), "threads").reason())
        .isEqualTo("There is no loop to divide.");
  }

  /** Joining parts of a sparse result costs a pass over it. */
  @Test
  void threadsShareASparseResultWhereMoreThanACopyIsDone() {
    Tensor a = band(200_000, 2, "csr");
    Computation copy = Einkorn.expression("S(i,j) = 2 * A(i,j)").with("A", a);
    assertThat(choice(copy.result("dcsr").explain(), "threads").reason())
        .isEqualTo("Parts of the result would take as long to join as to compute.");
    assertThat(choice(copy.result("csr").explain(), "threads").chosen())
        .isEqualTo("up to 15 chunks of i");
    Tensor c = Tensor.dense(new double[200_000 * 4], 200_000, 4);
    assertThat(
            choice(
                    Einkorn.expression("S(i,j) = A(i,j) * C(i,k) * C(j,k)")
                        .with("A", a)
                        .with("C", c)
                        .result("csr")
                        .explain(),
                    "threads")
                .chosen())
        .isEqualTo("up to 61 chunks of i");
  }

  @Test
  void aResultWithThePatternOfAnOperandIsAnnounced() {
    Computation scaled = Einkorn.expression("S(i,j) = 2 * A(i,j)").with("A", band(10, 1, "csr"));
    Explanation.Choice result = choice(scaled.result("csr").explain(), "result");
    assertThat(result.chosen()).isEqualTo("values only");
    assertThat(result.reason())
        .isEqualTo("It has its entries where A has them, and shares these arrays with it.");
    assertThat(scaled.result("csc").explain().choices())
        .extracting(Explanation.Choice::subject)
        .doesNotContain("result");
  }

  /** What costs nothing cannot be compared with tiles that would cost nothing. */
  @Test
  void emptyOperandsHaveNoRunnerUp() {
    Tensor empty = Tensor.builder(3, 3).build("csr");
    Explanation told = Einkorn.expression("S(i,j) = 2 * A(i,j)").with("A", empty).explain();
    assertThat(choice(told, "tiles").runnerUp()).isEmpty();
    assertThat(told.toJson()).doesNotContain("NaN");
  }

  /** What a result shares is read, not written. */
  @Test
  void sharedArraysAreCountedOnce() {
    Tensor a = band(100, 1, "csr");
    Explanation.Analysis analysis =
        Einkorn.expression("S(i,j) = 2 * A(i,j)")
            .with("A", a)
            .result("csr")
            .analyze()
            .analysis()
            .orElseThrow();
    assertThat(analysis.bytes()).isEqualTo(a.bytes() + 8 * a.stored());
  }

  @Test
  void threadsHaveARunnerUp() {
    int before = Einkorn.threads();
    try {
      Einkorn.threads(4);
      assertThat(threads(band(200_000, 2, "csr")).runnerUp())
          .contains(new Explanation.RunnerUp("one", 4));
      Einkorn.threads(1);
      assertThat(threads(band(200_000, 2, "csr")).runnerUp()).isEmpty();
    } finally {
      Einkorn.threads(before);
    }
  }

  private static final String HOW =
      MachineCode.isPresent()
          ? "to machine code when it has run for some time."
          : "when that was seen to be faster.";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          y(i) = A(i,j) * x(j)   | csr | none | The innermost loop over j follows what is stored of A, which meets other operands at scattered places.
          y(i) = A(i,j) * x(j)   | dd  | registers, along j | What is computed side by side stays in registers. A kernel begins without, and changes over %s
          y(i) = exp(A(i,j)) * x(j) | dd | none | The innermost loop over j adds up floating-point numbers, whose order the JIT must keep.
          B(i,j) = A(i,j) * x(j) | dd  | left to the JIT, for the loop over j | Its rounds walk along dense memory and do not wait for one another.
          B(j,i) = A(i,j) * x(j) | dd  | none | The innermost loop over i jumps through A(i,j), whose values do not lie side by side along i.
          """)
  void vectors(String statement, String format, String chosen, String reason) {
    Explanation explanation =
        Einkorn.expression(statement)
            .with("A", band(50, 2, format))
            .with("x", Tensor.vector(new double[50]))
            .explain();
    Explanation.Choice vectors = choice(explanation, "vectors");
    assertThat(vectors.chosen()).isEqualTo(chosen);
    assertThat(vectors.reason()).isEqualTo(reason.replace("%s", HOW));
  }

  @Test
  void tilesAndFormatsHaveARunnerUp() {
    Explanation explanation = square(band(2000, 2, "csr")).explain();
    assertThat(choice(explanation, "tiles").chosen()).isEqualTo("none");
    assertThat(choice(explanation, "tiles").runnerUp().orElseThrow().what())
        .isEqualTo("tiles of 64 along j");
    Explanation chosen =
        Einkorn.expression("C(i,j) = 2 * A(i,j)").with("A", band(2000, 2, "csr")).explain();
    assertThat(choice(chosen, "result format").runnerUp().orElseThrow().what()).isEqualTo("dense");
  }

  /** With a sparse A, the difference has a value everywhere. */
  @Test
  void productsOfSumsThatTakeLong() {
    Tensor a = band(20_000, 2, "csr");
    Tensor x = Tensor.vector(new double[20_000]);
    Computation centred =
        Einkorn.expression("y(i) = (A(i,j) - m(j)) * x(j)").with(Map.of("A", a, "m", x, "x", x));
    assertThat(centred.explain().warnings())
        .singleElement()
        .asString()
        .contains("Multiplied out, as y(i) = A(i,j) * x(j) - m(j) * x(j), it is estimated to cost")
        .endsWith("times less; floating-point numbers would be rounded differently.");
    // Not the same: c would be taken once, and not for each j.
    assertThat(
            Einkorn.expression("y(i) = (A(i,j) - 3) * z(i)")
                .with(Map.of("A", a, "z", x))
                .explain()
                .warnings())
        .isEmpty();
  }

  private static Explanation.Choice threads(Tensor a) {
    Tensor x = Tensor.dense(new double[a.dimension(1)], a.dimension(1));
    return choice(
        Einkorn.expression("y(i) = A(i,j) * x(j)").with(Map.of("A", a, "x", x)).explain(),
        "threads");
  }

  @Test
  void aRunIsMeasured() {
    Explanation.Analysis analysis = square(band(100, 2, "csr")).analyze().analysis().orElseThrow();
    assertThat(analysis.phases())
        .extracting(Explanation.Phase::name)
        .containsExactly("compile", "compute first", "compute best");
    assertThat(analysis.phases()).allSatisfy(p -> assertThat(p.seconds()).isPositive());
    assertThat(analysis.bandwidth()).isGreaterThan(1e6);
    assertThat(analysis.bytes()).isGreaterThan(100 * 12);
  }

  /** Each way to run is told where chunks ran so. */
  @Test
  void chunksAreCounted() {
    assertThat(ofChunks(new ChunkRuns(64, 0, 0)))
        .contains("\n  in vector registers or as machine code: 0 of 64 chunks\n");
    assertThat(ofChunks(new ChunkRuns(64, 8, 0)))
        .contains("\n  in vector registers: 8 of 64 chunks\n")
        .doesNotContain("machine code:");
    assertThat(ofChunks(new ChunkRuns(64, 0, 50)))
        .contains("\n  as machine code: 50 of 64 chunks\n")
        .doesNotContain("in vector registers:");
    assertThat(ofChunks(new ChunkRuns(0, 0, 0))).doesNotContain("chunks\n");
  }

  private static String ofChunks(ChunkRuns runs) {
    List<Explanation.Phase> phases = List.of(new Explanation.Phase("compute best", 1));
    Explanation.Analysis analysis = new Explanation.Analysis(phases, 1, 1, 1, runs);
    Explanation explanation = square(band(9, 1, "csr")).explain().with(analysis);
    assertThat(explanation.toJson())
        .contains("\"chunks\": " + runs.all())
        .contains("\"chunksInVectors\": " + runs.inVectors())
        .contains("\"chunksAsMachineCode\": " + runs.asMachineCode());
    return explanation.toString();
  }

  @Test
  void aLoopOverEveryCoordinateOfAHugeSparseDimensionIsAnnounced() {
    Tensor x = Tensor.builder(50_000_000).add(1, 7).add(2, 30_000_000).build("s");
    Explanation sum = Einkorn.expression("a = max(i, x(i))").with("x", x).explain();
    assertThat(sum.warnings())
        .containsExactly(
            "The loop over i visits each of its 50,000,000 coordinates, though no tensor has nearly"
                + " as many values: Where x has nothing, there is still something to compute.");
    assertThat(Einkorn.expression("a = x(i)").with("x", x).explain().warnings()).isEmpty();
    Tensor rows = Tensor.builder(20_000_000, 10).add(1, 7, 3).build("csr");
    assertThat(Einkorn.expression("a = A(i,j)").with("A", rows).explain().warnings())
        .singleElement()
        .asString()
        .endsWith("A format that compresses i would help.");
  }

  @Test
  void withoutTensorsNothingIsEstimated() {
    Explanation explanation =
        Einkorn.expression("C(i,j) = A(i,k) * A(k,j)")
            .withType("A", band(2, 1, "csr").type())
            .compile()
            .explain();
    assertThat(explanation.result().stored()).isEmpty();
    assertThat(explanation.spaces().getFirst().bytes()).isEmpty();
    assertThat(choice(explanation, "loop order").chosen()).isEqualTo("i, k, j");
  }

  @Test
  void aResultThatIsPackedAfterwardsSaysSo() {
    Explanation explanation =
        Einkorn.expression("C(i,j) = A(i,j)").with("A", band(9, 1, "csr")).result("dia").explain();
    assertThat(choice(explanation, "result format").chosen()).isEqualTo("dia");
  }

  @Test
  void jsonEscapesAndNests() {
    Explanation explanation = square(band(5, 1, "csr")).explain();
    String json =
        explanation
            .with(
                new Explanation.Choice(
                    "quotes", "a \"b\" \\ c", "line\nbreak", java.util.Optional.empty()))
            .toJson();
    assertThat(json)
        .startsWith("{\n  \"statement\": \"C(i,j) = A(i,k) * A(k,j)\",")
        .contains("\"chosen\": \"a \\\"b\\\" \\\\ c\"", "\"reason\": \"line\\nbreak\"")
        .contains("\"stored\": 13,")
        .endsWith("}\n");
  }

  @Test
  void aScheduleIsExplainedBesideWhatWouldBeChosen() {
    Explanation chosen = square(band(3000, 2, "csr")).explain();
    Explanation told =
        square(band(3000, 2, "csr"))
            .schedule(
                "split(i,i0,i1,16); reorder(i0,i1,k,j); workspace(j,dense);"
                    + " parallelize(i0,threads)")
            .explain();
    assertThat(told.spaces()).isEqualTo(chosen.spaces());
    Explanation.Choice order = choice(told, "loop order");
    assertThat(order.chosen()).isEqualTo("i0, i, k, j");
    assertThat(order.reason()).isEqualTo("The schedule says so.");
    assertThat(order.runnerUp().orElseThrow().what()).isEqualTo("i, k, j");
    assertThat(order.runnerUp().get().timesTheCost()).isBetween(0.8, 1.0);
    assertThat(choice(told, "threads").chosen()).isEqualTo("chunks of i0");
    assertThat(told.tensors()).isEqualTo(chosen.tensors());
  }

  @Test
  void aScheduleThatTakesLongerIsSeenToDoSo() {
    Tensor a = band(3000, 2, "csr");
    Explanation told = square(a).schedule("reorder(i,j,k); fuse(i,j,f)").explain();
    assertThat(choice(told, "loop order").runnerUp().orElseThrow().timesTheCost()).isLessThan(0.1);
  }
}
