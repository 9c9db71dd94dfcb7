package org.einkorn.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.einkorn.EinkornException;
import org.junit.jupiter.api.Test;

class SizesTest {
  private final Map<String, int[]> tensors = new HashMap<>();
  private final Map<String, Integer> given = new HashMap<>();

  private String infer(String text) {
    return Sizes.infer(Parser.parse(text), tensors, given).toString();
  }

  private void assertRefused(String text, String message) {
    assertThatThrownBy(() -> infer(text)).isInstanceOf(EinkornException.class).hasMessage(message);
  }

  @Test
  void takesSizesFromTheTensors() {
    tensors.put("A", new int[] {3, 4});
    tensors.put("x", new int[] {4});
    assertThat(infer("y(i) = A(i,j) * x(j)")).isEqualTo("{i=3, j=4}");
    assertThat(infer("y(i) = A(i,j) * x(j) + A(i,j)")).isEqualTo("{i=3, j=4, j2=4}");
    assertThat(infer("A(i,j) = 1")).isEqualTo("{i=3, j=4}");
    assertThat(infer("x(j) = x(j)")).isEqualTo("{j=4}");
    tensors.put("a", new int[0]);
    assertThat(infer("s = a")).isEqualTo("{}");
  }

  @Test
  void takesGivenSizes() {
    given.put("i", 5);
    assertThat(infer("y(i) = 1")).isEqualTo("{i=5}");
    tensors.put("x", new int[] {5});
    assertThat(infer("y(i) = x(i)")).isEqualTo("{i=5}");
    assertThat(infer("y = sum(i, 1) + sum(i, 2)")).isEqualTo("{i=5, i2=5}");
  }

  @Test
  void explicitReductionsMayDiffer() {
    tensors.put("x", new int[] {3});
    tensors.put("z", new int[] {4});
    assertThat(infer("s = sum(k, x(k)) + sum(k, z(k))")).isEqualTo("{k=3, k2=4}");
    assertThat(infer("s = sum(k, x(k)) + z(k)")).isEqualTo("{k2=3, k=4}");
    given.put("k", 4);
    assertThat(infer("s = sum(k, x(k)) + z(k)")).isEqualTo("{k2=3, k=4}");
  }

  @Test
  void refusesSizesThatDisagree() {
    tensors.put("A", new int[] {3, 4});
    tensors.put("x", new int[] {5});
    assertRefused(
        "y(i) = A(i,j) * x(j)",
        "Variable j has size 4 as dimension 2 of A(i,j) but has size 5 as dimension 1 of x(j); "
            + "use another variable for one of them or tensors of the same size.");
    assertRefused(
        "y(i) = A(i,j) + x(j)",
        "Variable j has size 4 as dimension 2 of A(i,j) but has size 5 as dimension 1 of x(j); "
            + "use another variable for one of them or tensors of the same size.");
    assertRefused(
        "y(i) = A(i,i)",
        "Variable i has size 3 as dimension 1 of A(i,i) but has size 4 as dimension 2 of A(i,i); "
            + "use another variable for one of them or tensors of the same size.");
    assertRefused(
        "x(i) = A(i,j)",
        "Variable i has size 5 as dimension 1 of x(i) but has size 3 as dimension 1 of A(i,j); "
            + "use another variable for one of them or tensors of the same size.");
    given.put("j", 7);
    assertRefused(
        "y(i) = A(i,j)",
        "Variable j was given size 7 but has size 4 as dimension 2 of A(i,j); give no size or that"
            + " one.");
  }

  @Test
  void refusesWhatIsMissing() {
    assertRefused(
        "y(i) = 1",
        "Variable i has no size because it indexes no given tensor; "
            + "give it one: --dim i=5 on the command line, size(\"i\", 5) in Java.");
    assertRefused(
        "y(i) = B(i)", "No tensor 'B' was given, but B(i) reads it; no tensors were given.");
    tensors.put("b", new int[] {2});
    assertRefused(
        "y(i) = b(i+k)",
        "Variable i has no size because b(i+k) alone does not tell it; give it one: --dim i=5 on"
            + " the command line, size(\"i\", 5) in Java.");
    tensors.put("a", new int[] {2});
    assertRefused("y(i) = B(i)", "No tensor 'B' was given, but B(i) reads it; given: a, b.");
  }

  @Test
  void refusesAWrongNumberOfIndices() {
    tensors.put("A", new int[] {2, 2, 2});
    assertRefused("y = A(i,j)", "A has order 3 but is used with 2 indices in A(i,j).");
    assertRefused("y = A(i)", "A has order 3 but is used with 1 index in A(i).");
    assertRefused("A = 1", "A has order 3 but is used with 0 indices in A.");
  }

  @Test
  void refusesANegativeSize() {
    given.put("i", -1);
    assertRefused("y(i) = 1", "The size given for variable i is -1; a size is 0 or more.");
  }
}
