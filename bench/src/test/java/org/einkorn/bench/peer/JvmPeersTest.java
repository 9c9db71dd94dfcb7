package org.einkorn.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.einkorn.bench.data.Csr;
import org.einkorn.bench.problem.Answer;
import org.einkorn.bench.problem.Problem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Peers that come with the benchmark compute what Einkorn computes. */
class JvmPeersTest {
  private static final Csr A = Csr.random(60, 5, 1);
  private static final Csr B = Csr.banded(60, 4, 2);

  static Stream<Problem> problems() {
    return Stream.of(
        new Problem.Spmv(A, Csr.values(60, 3)),
        new Problem.Spmm(A, Csr.values(60 * 7, 3), 7),
        new Problem.Add(List.of(A, B)),
        new Problem.Add(List.of(A, B, A.shifted(1))),
        new Problem.Spgemm(A, B));
  }

  @ParameterizedTest
  @MethodSource("problems")
  void agree(Problem problem) {
    Answer expected = new EinkornItself(1).prepare(problem).orElseThrow().answer();
    List<Contender> contenders =
        Stream.of(new Ejml(), new Mtj(), new Breeze(), new OjAlgo())
            .flatMap(peer -> peer.prepare(problem).stream())
            .toList();
    assertThat(contenders).hasSizeGreaterThan(1);
    for (Contender contender : contenders) {
      assertThat(contender.answer().differenceFrom(expected)).isEmpty();
    }
  }
}
