package org.einkorn.notation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OpenSizesTest {
  private static Map<String, int[]> settle(
      String statement,
      Map<String, int[]> dimensions,
      Set<String> open,
      Map<String, Integer> given) {
    return OpenSizes.settle(Parser.parse(statement), dimensions, open, given);
  }

  private static int[] sizes(int... sizes) {
    return sizes;
  }

  @Test
  void anOpenTensorTakesTheSizesOfOthers() {
    assertThat(
            settle(
                "y(i) = A(i,j) * x(j)",
                Map.of("A", sizes(2, 3), "x", sizes(5)),
                Set.of("A"),
                Map.of()))
        .containsEntry("A", sizes(2, 5))
        .containsEntry("x", sizes(5));
  }

  @Test
  void givenSizesCount() {
    assertThat(settle("y(i) = A(i,j)", Map.of("A", sizes(2, 3)), Set.of("A"), Map.of("i", 4)))
        .containsEntry("A", sizes(4, 3));
  }

  @Test
  void openTensorsAgreeOnTheLargest() {
    assertThat(
            settle(
                "C(i,j) = A(i,j) + B(i,j)",
                Map.of("A", sizes(2, 7), "B", sizes(4, 3)),
                Set.of("A", "B"),
                Map.of()))
        .containsEntry("A", sizes(4, 7))
        .containsEntry("B", sizes(4, 7));
  }

  @Test
  void oneTensorTiesItsVariablesTogether() {
    assertThat(
            settle(
                "y(i) = A(i,j) * A(j,k) * x(k)",
                Map.of("A", sizes(2, 3), "x", sizes(6)),
                Set.of("A"),
                Map.of()))
        .containsEntry("A", sizes(6, 6));
  }

  @Test
  void aVariableThatIsSummedInSeveralPlacesIsOne() {
    assertThat(
            settle(
                "y(i) = A(i,j) + B(i,j)",
                Map.of("A", sizes(2, 3), "B", sizes(2, 8)),
                Set.of("A"),
                Map.of()))
        .containsEntry("A", sizes(2, 8));
  }

  @Test
  void contradictionsStay() {
    assertThat(
            settle(
                "y(i) = A(i,j) * x(j)",
                Map.of("A", sizes(2, 3), "x", sizes(2)),
                Set.of("A"),
                Map.of()))
        .containsEntry("A", sizes(2, 3));
  }
}
