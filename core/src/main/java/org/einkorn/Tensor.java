package org.einkorn;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.einkorn.advice.FormatAdvice;
import org.einkorn.advice.Quantities;
import org.einkorn.advice.Statistics;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.io.FileContent;
import org.einkorn.io.TensorFiles;
import org.einkorn.runtime.Conversion;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.SegmentCheck;
import org.einkorn.storage.Storage;

/**
 * A tensor of any order: a scalar, vector, matrix, or more, stored in some {@link Format}. Tensors
 * never change; computing gives new ones.
 *
 * <pre>{@code
 * Tensor a = Tensor.read(Path.of("matrix.mtx"));              // CSR
 * Tensor x = Tensor.vector(1, 2, 3);
 * Tensor b = Tensor.builder(1000, 1000).add(2.5, 0, 7).add(1, 3, 3).build("csc");
 * Tensor y = Einkorn.evaluate("y(i) = A(i,j) * x(j)", Map.of("A", a, "x", x));
 * }</pre>
 */
public final class Tensor {
  /** The text that stands for the recommended format. */
  public static final String AUTO = "auto";

  private final TensorMemory memory;
  private final StoredEntries entries;
  private final boolean sizesKnown;

  Tensor(Storage storage) {
    this(storage, true);
  }

  Tensor(TensorMemory memory) {
    this(memory, true);
  }

  private Tensor(Storage storage, boolean sizesKnown) {
    this(TensorMemory.given(storage), sizesKnown);
  }

  private Tensor(TensorMemory memory, boolean sizesKnown) {
    this.memory = memory;
    this.entries = new StoredEntries(memory.storage());
    this.sizesKnown = sizesKnown;
  }

  // ---- making tensors ----

  /** A scalar. */
  public static Tensor scalar(double value) {
    return dense(new double[] {value});
  }

  /** A dense vector. */
  public static Tensor vector(double... values) {
    return dense(values, values.length);
  }

  /** A dense matrix, given by its rows. */
  public static Tensor matrix(double[][] rows) {
    return new Tensor(DenseValues.ofRows(rows));
  }

  /** A dense tensor from its values, the last dimension running fastest. */
  public static Tensor dense(double[] values, int... dimensions) {
    checkSizes(dimensions);
    return new Tensor(DenseValues.of(values, dimensions));
  }

  /** Collects the nonzeros of a float64 tensor of the given size. */
  public static TensorBuilder builder(int... dimensions) {
    return new TensorBuilder(ElementType.FLOAT64, dimensions);
  }

  /** Collects the nonzeros of a tensor of the given element type and size. */
  public static TensorBuilder builder(ElementType type, int... dimensions) {
    return new TensorBuilder(type, dimensions);
  }

  /** A tensor from a coordinate list, which must not change afterwards. Duplicates are summed. */
  public static Tensor of(CoordinateList entries, Format format) {
    return of(entries, format, true);
  }

  /** The same for a tensor that has another value than zero where the list has no entry. */
  public static Tensor of(CoordinateList entries, double fill, Format format) {
    return new Tensor(Conversion.pack(entries, filled(entries.type(), format, fill)));
  }

  private static TensorType filled(ElementType element, Format format, double fill) {
    TensorType type = new TensorType(element, format, Constant.of(fill));
    if (!type.fill().sameValue(Constant.of(fill))) {
      throw new EinkornException(
          "A tensor of " + element + " cannot hold " + fill + " where nothing is stored.");
    }
    return type;
  }

  private static Tensor of(CoordinateList entries, Format format, boolean sizesKnown) {
    return new Tensor(Conversion.pack(entries, format), sizesKnown);
  }

  /**
   * A tensor that is stored already, in arrays that must not change afterwards.
   *
   * @throws EinkornException if a format keeps coordinates in order and they are not
   */
  public static Tensor of(Storage storage) {
    SegmentCheck.check(storage);
    return new Tensor(storage);
  }

  /**
   * Reads a {@code .mtx} or {@code .tns} file, plain or gzipped: a matrix as CSR, other tensors as
   * CSF. A {@code .ek} file gives the tensor in the format that it was written in. Where a {@code
   * .tns} file does not say how large the tensor is, it is as large as its largest coordinates, and
   * in a computation as large as the other tensors make its variables.
   */
  public static Tensor read(Path file) {
    return switch (TensorFiles.read(file)) {
      case FileContent.Stored stored -> new Tensor(stored.storage());
      case FileContent.Listed listed -> read(listed, defaultFormat(listed.order()));
    };
  }

  /**
   * Reads a file into a format: {@code "csc"}, {@code "bcsr(3,3)"}, {@code "ds:1,0"}, a map such as
   * {@code "(i,j) -> (compressed(j-i), dense(i))"}, or {@code "auto"} for the format that {@link
   * #advice} recommends.
   */
  public static Tensor read(Path file, String format) {
    return switch (TensorFiles.read(file)) {
      case FileContent.Stored stored -> new Tensor(stored.storage()).to(format);
      case FileContent.Listed listed -> read(listed, format(format, listed.entries()));
    };
  }

  static Format format(String text, CoordinateList entries) {
    return text.equals(AUTO)
        ? FormatAdvice.of(entries).recommended().format()
        : Formats.parse(text, entries.order());
  }

  private static Tensor read(FileContent.Listed content, Format format) {
    TensorType type = new TensorType(content.entries().type(), format, content.fill());
    return new Tensor(Conversion.pack(content.entries(), type), content.sizesKnown());
  }

  /** The format that a file is read into if none is named: CSR for a matrix, else CSF. */
  public static Format defaultFormat(int order) {
    return order == 2 ? Formats.csr() : Formats.csf(order);
  }

  // ---- looking at a tensor ----

  public int order() {
    return type().order();
  }

  public int dimension(int d) {
    return memory.described().dimensions().get(d);
  }

  public int[] dimensions() {
    return memory.described().dimensions().stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Whether the size is certain, and not just the largest coordinates that a file happens to have.
   */
  public boolean sizesKnown() {
    return sizesKnown;
  }

  public ElementType elementType() {
    return type().element();
  }

  public Format format() {
    return type().format();
  }

  /** Element type, format and fill value: what kernels are compiled for. */
  public TensorType type() {
    return memory.described().type();
  }

  /** The value where nothing is stored. */
  public double fill() {
    return type().fill().asDouble();
  }

  /** How many values are stored, zeros among them. */
  public int stored() {
    return memory.described().count();
  }

  /** The memory that its arrays take. */
  public long bytes() {
    return memory.described().bytes();
  }

  /** The value of a scalar. */
  public double value() {
    return scalar().asDouble();
  }

  /** The value of a scalar, exactly; it must be an integer. */
  public long longValue() {
    return exactly(scalar());
  }

  private Constant scalar() {
    if (order() != 0) {
      throw new EinkornException(
          "Only a scalar is one value; this tensor has size " + sizes(dimensions()) + ".");
    }
    return elementType().get(storage().values(), 0);
  }

  /**
   * The value at a coordinate. The first call lists the entries; further ones search in the list.
   */
  public double get(int... coordinate) {
    return listed().at(coordinate).asDouble();
  }

  /** The value at a coordinate, exactly; it must be an integer. */
  public long getLong(int... coordinate) {
    return exactly(listed().at(coordinate));
  }

  private static long exactly(Constant value) {
    // 2^63 is the first double that is too large.
    double rounded = value.asDouble();
    if (value.type().isFloat()
        && (rounded != Math.rint(rounded) || rounded < Long.MIN_VALUE || rounded >= 0x1p63)) {
      throw new EinkornException("The value " + value + " is no integer that int64 can hold.");
    }
    return value.asLong();
  }

  /**
   * Takes the stored entries one after the other; the coordinate array is used again for the next.
   */
  public interface EntryVisitor {
    void visit(int[] coordinate, double value);
  }

  /** Visits every stored entry in the order of the coordinates. */
  public void forEach(EntryVisitor visitor) {
    listed().forEach(visitor);
  }

  /**
   * All stored entries, in the order of the coordinates; not the zeros that fill blocks, diagonals
   * or rows.
   */
  public CoordinateList entries() {
    return listed().list().copy();
  }

  /** All values, the last dimension running fastest. */
  public double[] toArray() {
    TensorType dense = new TensorType(ElementType.FLOAT64, Formats.dense(order()), type().fill());
    return ((double[]) Conversion.convert(storage(), dense).values()).clone();
  }

  // ---- the same tensor, stored otherwise ----

  /** The same tensor in another format, without zeros that only the old one had to store. */
  public Tensor to(Format format) {
    TensorType type = new TensorType(elementType(), format, type().fill());
    return new Tensor(Conversion.convert(memory.shared(), type), sizesKnown);
  }

  /**
   * The same tensor in another format: {@code "csc"}, {@code "bcsr(3,3)"}, {@code "ds:1,0"}, a map
   * such as {@code "(i,j) -> (compressed(j-i), dense(i))"}, or {@code "auto"} for the format that
   * {@link #advice} recommends. Zeros that only the old format had to store are left out.
   */
  public Tensor to(String format) {
    return to(
        format.equals(AUTO) ? advice().recommended().format() : Formats.parse(format, order()));
  }

  /**
   * How the nonzeros are spread, what the tensor would take in the usual formats, and which of them
   * suits it best.
   */
  public FormatAdvice advice() {
    return FormatAdvice.of(Conversion.unpackEntries(storage()));
  }

  /** How the nonzeros are spread: density, rows, diagonals, blocks. */
  public Statistics statistics() {
    return advice().statistics();
  }

  /**
   * The same stored entries with another value where nothing is stored: infinity where an edge that
   * is not there is infinitely long.
   */
  public Tensor filled(double value) {
    TensorType type = filled(elementType(), format(), value);
    Storage filled =
        format().padsValues()
            ? Conversion.pack(Conversion.unpack(memory.shared()), type)
            : memory.shared().filled(type.fill());
    return new Tensor(filled, sizesKnown);
  }

  /** The same tensor without stored zeros, as far as its format can leave them out. */
  public Tensor pruned() {
    memory.storage(); // which is refused once it was given up
    return type().fill().asDouble() == 0 ? of(nonzeros(), format(), sizesKnown) : this;
  }

  /**
   * The stored entries that are not zero, in the order of the coordinates; all of them if
   * coordinates that are not stored do not mean zero.
   */
  public CoordinateList nonzeros() {
    return type().fill().asDouble() == 0
        ? Conversion.unpackWithoutFill(storage()).copy()
        : entries();
  }

  /** The same entries in a tensor of another size, which must have room for them. */
  public Tensor resized(int... dimensions) {
    checkSizes(dimensions);
    int[] sizes = dimensions();
    memory.storage(); // which is refused once it was given up
    if (Arrays.equals(sizes, dimensions)) {
      return sizesKnown ? this : new Tensor(memory.shared());
    }
    if (dimensions.length != sizes.length) {
      throw new EinkornException(
          "A tensor of size " + sizes(sizes) + " cannot become " + sizes(dimensions) + ".");
    }
    memory.shared(); // a list may have arrays of this tensor, and another tensor those of the list
    return new Tensor(Conversion.pack(listed().resized(dimensions), type()));
  }

  /**
   * Writes the stored entries to a {@code .mtx} or {@code .tns} file, or the tensor as it is stored
   * to a {@code .ek} file; gzipped if the name ends in {@code .gz}.
   */
  public void write(Path file) {
    TensorFiles.write(file, new FileContent.Stored(storage()));
  }

  // ---- index notation ----

  /** This tensor in an expression: {@code a.at(i, j).times(x.at(j))}. */
  public Operand at(Subscript... subscripts) {
    if (subscripts.length != order()) {
      throw new EinkornException(
          "A tensor of order "
              + order()
              + " takes as many indices, not "
              + subscripts.length
              + ".");
    }
    return Operand.of(this, List.of(subscripts));
  }

  TensorMemory memory() {
    return memory;
  }

  Storage storage() {
    return memory.storage();
  }

  private StoredEntries listed() {
    storage(); // refuses if what is listed was given up
    return entries;
  }

  /** Type, size and number of stored entries, in one line. */
  @Override
  public String toString() {
    String size = order() == 0 ? "scalar" : sizes(dimensions());
    return size + " " + type() + ", " + stored() + " stored";
  }

  static String sizes(int[] dimensions) {
    return Quantities.sizes(dimensions);
  }

  static void checkSizes(int[] dimensions) {
    if (Arrays.stream(dimensions).anyMatch(size -> size < 0)) {
      throw new EinkornException(
          "A tensor cannot have size " + sizes(dimensions) + "; a size is 0 or more.");
    }
  }
}
