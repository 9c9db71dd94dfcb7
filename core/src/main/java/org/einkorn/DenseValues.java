package org.einkorn;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.einkorn.advice.Quantities;
import org.einkorn.advice.TensorLimit;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.storage.Storage;

/** Dense tensors from arrays that somebody gives. */
final class DenseValues {
  private DenseValues() {}

  /** A matrix by its rows, which must be equally long. */
  static Storage ofRows(double[][] rows) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    int[] dimensions = {rows.length, columns};
    TensorLimit.check(
        "A matrix of size " + Quantities.sizes(dimensions),
        TensorType.of(ElementType.FLOAT64, Formats.dense(2)),
        dimensions,
        "give its nonzeros to Tensor.builder");
    double[] values = new double[rows.length * columns];
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != columns) {
        throw new EinkornException(
            "Row " + i + " has " + rows[i].length + " entries but row 0 has " + columns + ".");
      }
      System.arraycopy(rows[i], 0, values, i * columns, columns);
    }
    return stored(values, dimensions);
  }

  /** A tensor by a copy of its values, of which there must be as many as its size says. */
  static Storage of(double[] values, int[] dimensions) {
    BigInteger size =
        Arrays.stream(dimensions)
            .mapToObj(BigInteger::valueOf)
            .reduce(BigInteger.ONE, BigInteger::multiply);
    if (!size.equals(BigInteger.valueOf(values.length))) {
      throw new EinkornException(
          "A dense tensor of size "
              + Quantities.sizes(dimensions)
              + " has "
              + size
              + " values, not "
              + values.length
              + ".");
    }
    return stored(values.clone(), dimensions);
  }

  private static Storage stored(double[] values, int[] dimensions) {
    return new Storage(
        TensorType.of(ElementType.FLOAT64, Formats.dense(dimensions.length)),
        Arrays.stream(dimensions).boxed().toList(),
        IntStream.range(0, dimensions.length).mapToObj(d -> List.<Object>of()).toList(),
        values);
  }
}
