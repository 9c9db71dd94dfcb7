package org.einkorn.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.TensorType;
import org.einkorn.io.FileContent;
import org.einkorn.io.TensorFiles;
import org.einkorn.runtime.Conversion;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.Storage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Any tensor in any format comes back from a .ek file bit by bit, or the file is refused. */
class BinaryFilesTest {
  private static final int TENSORS = 200;
  private static final int DAMAGED_TENSORS = 25;

  @TempDir Path folder;

  private final RandomGenerator random = new SplittableRandom(17);

  @Test
  void everyTensorComesBackAsItWas() {
    for (int n = 0; n < TENSORS; n++) {
      Storage tensor = tensor();
      Path file = folder.resolve(random.nextInt(4) == 0 ? "T.ek.gz" : "T.ek");
      TensorFiles.write(file, new FileContent.Stored(tensor));
      FileContent content = TensorFiles.read(file);
      assertThat(content).isInstanceOf(FileContent.Stored.class);
      assertThat(content.sizesKnown()).isTrue();
      Storage back = content.storage();
      assertThat(back.type()).isEqualTo(tensor.type());
      assertThat(back.dimensions()).isEqualTo(tensor.dimensions());
      assertThat(arrays(back)).as(tensor.type()::toString).isEqualTo(arrays(tensor));
    }
  }

  @Test
  void noBitCanChangeUnnoticed() throws IOException {
    Path file = folder.resolve("D.ek");
    for (int n = 0; n < DAMAGED_TENSORS; n++) {
      TensorFiles.write(file, new FileContent.Stored(tensor()));
      byte[] bytes = Files.readAllBytes(file);
      for (int at :
          IntStream.range(0, 300).map(k -> k < 150 ? k : random.nextInt(bytes.length)).toArray()) {
        byte[] damaged = bytes.clone();
        damaged[Math.min(at, bytes.length - 1)] ^= (byte) (1 << random.nextInt(8));
        assertRefused(file, damaged);
      }
    }
  }

  @Test
  void noPartCanBeMissingUnnoticed() throws IOException {
    Path file = folder.resolve("D.ek");
    for (int n = 0; n < DAMAGED_TENSORS; n++) {
      TensorFiles.write(file, new FileContent.Stored(tensor()));
      byte[] bytes = Files.readAllBytes(file);
      for (int k = 0; k < 20; k++) {
        assertRefused(file, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
      }
      assertRefused(file, Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(100)));
    }
  }

  private static void assertRefused(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes);
    assertThatThrownBy(() -> TensorFiles.read(file))
        .isInstanceOf(EinkornException.class)
        .message()
        .startsWith("D.ek ")
        .endsWith(".");
  }

  private Storage tensor() {
    int order = random.nextInt(5);
    ElementType element = ElementType.values()[random.nextInt(ElementType.values().length)];
    int[] sizes = IntStream.range(0, order).map(d -> random.nextInt(9)).toArray();
    boolean empty = IntStream.of(sizes).anyMatch(size -> size == 0);
    CoordinateList list = new CoordinateList(element, sizes);
    for (int k = empty ? 0 : order == 0 ? 1 : random.nextInt(40); k > 0; k--) {
      list.add(value(element).asDouble(), IntStream.of(sizes).map(random::nextInt).toArray());
    }
    Constant fill = random.nextBoolean() ? Constant.zero(element) : value(element);
    return Conversion.pack(
        list, new TensorType(element, RandomFormats.random(random, order), fill));
  }

  private Constant value(ElementType element) {
    double number =
        element.isFloat()
            ? switch (random.nextInt(8)) {
              case 0 -> Double.NaN;
              case 1 -> Double.NEGATIVE_INFINITY;
              case 2 -> -0.0;
              default -> random.nextGaussian();
            }
            : random.nextInt(2_000) - 1_000;
    return Constant.of(number).as(element);
  }

  /** All arrays as bits, so that NaN equals itself and zeros keep their sign. */
  private static List<List<Object>> arrays(Storage tensor) {
    return tensor.arrays().stream().map(BinaryFilesTest::bits).toList();
  }

  private static List<Object> bits(Object array) {
    List<Object> bits = new ArrayList<>();
    for (int k = 0; k < Array.getLength(array); k++) {
      bits.add(
          switch (Array.get(array, k)) {
            case Double d -> Double.doubleToRawLongBits(d);
            case Float f -> Float.floatToRawIntBits(f);
            case Object other -> other;
          });
    }
    return bits;
  }
}
