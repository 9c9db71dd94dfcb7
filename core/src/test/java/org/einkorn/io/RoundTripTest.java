package org.einkorn.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.storage.CoordinateList;
import org.junit.jupiter.api.Test;

/** Random tensors come back from files as they were, up to the types that files have. */
class RoundTripTest extends FileTest {
  private final Random random = new Random(11);

  @Test
  void tnsFilesHoldEveryTensor() {
    for (ElementType type : ElementType.values()) {
      for (int order = 0; order <= 4; order++) {
        for (String name : new String[] {"T.tns", "T.tns.gz"}) {
          CoordinateList tensor = tensor(type, order, random.nextInt(order == 0 ? 2 : 200));
          CoordinateList back = writtenAndRead(name, tensor);
          assertThat(back.type()).isEqualTo(ElementType.FLOAT64);
          assertThat(back.dimensions()).isEqualTo(tensor.dimensions());
          // A long beyond 2^53 rounds to the nearest double on both sides.
          assertSame(back, tensor);
        }
      }
    }
  }

  @Test
  void matrixMarketFilesHoldEveryMatrixAndVector() {
    for (ElementType type : ElementType.values()) {
      for (int order = 1; order <= 2; order++) {
        for (String name : new String[] {"A.mtx", "A.mtx.gz"}) {
          CoordinateList tensor = tensor(type, order, random.nextInt(200));
          CoordinateList back = writtenAndRead(name, tensor);
          boolean integer = type == ElementType.INT32 || type == ElementType.INT64;
          assertThat(back.type()).isEqualTo(integer ? ElementType.INT64 : ElementType.FLOAT64);
          assertThat(back.dimensions()[0]).isEqualTo(tensor.dimensions()[0]);
          assertThat(back.dimensions()[1]).isEqualTo(order == 1 ? 1 : tensor.dimensions()[1]);
          if (type != ElementType.BOOL) {
            assertSame(back, tensor);
          }
        }
      }
    }
  }

  /** More than one block, so that lines lie across its ends. */
  @Test
  void largeFilesToo() {
    CoordinateList tensor = tensor(ElementType.FLOAT64, 3, 50_000);
    assertSame(writtenAndRead("T.tns", tensor), tensor);
    assertSame(writtenAndRead("T.tns.gz", tensor), tensor);
  }

  private CoordinateList writtenAndRead(String name, CoordinateList tensor) {
    Path file = directory.resolve(name);
    TensorFiles.write(file, tensor);
    FileContent content = TensorFiles.read(file);
    assertThat(content.sizesKnown()).isTrue();
    return content.entries();
  }

  private static void assertSame(CoordinateList back, CoordinateList tensor) {
    assertThat(back.count()).isEqualTo(tensor.count());
    for (int k = 0; k < tensor.count(); k++) {
      for (int d = 0; d < tensor.order(); d++) {
        assertThat(back.coordinates(d)[k]).isEqualTo(tensor.coordinates(d)[k]);
      }
      Constant was = tensor.type().get(tensor.values(), k);
      Constant is = back.type().get(back.values(), k);
      if (tensor.type() == ElementType.FLOAT32) {
        assertThat(is.as(ElementType.FLOAT32)).isEqualTo(was);
      } else {
        assertThat(is).isEqualTo(was.as(back.type()));
      }
    }
  }

  private CoordinateList tensor(ElementType type, int order, int count) {
    int[] sizes = random.ints(order, 1, 1000).toArray();
    CoordinateList tensor = new CoordinateList(type, sizes);
    for (int k = 0; k < count; k++) {
      int[] coordinate = new int[order];
      for (int d = 0; d < order; d++) {
        coordinate[d] = random.nextInt(sizes[d]);
      }
      switch (type) {
        case BOOL -> tensor.add(random.nextInt(2), coordinate);
        case INT32 -> tensor.add((long) random.nextInt(), coordinate);
        case INT64 -> tensor.add(random.nextLong(), coordinate);
        case FLOAT32 -> tensor.add((double) Float.intBitsToFloat(random.nextInt()), coordinate);
        case FLOAT64 -> tensor.add(Double.longBitsToDouble(random.nextLong()), coordinate);
      }
    }
    return tensor;
  }
}
