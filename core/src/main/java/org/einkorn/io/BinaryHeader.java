package org.einkorn.io;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;

/**
 * What a binary file says before its arrays; {@link BinaryFormat} shows how.
 *
 * @param checksums those of the blocks of the first array, then of the second, and so on
 */
record BinaryHeader(
    TensorType type, List<Integer> dimensions, List<BinaryArray> arrays, int[] checksums) {
  private static final int VERSION = 1;

  /** No text starts so, and what programs do to the line ends of texts damages it. */
  private static final byte[] SIGNATURE = {(byte) 0x89, 'E', 'K', 'T', '\r', '\n', 0x1A, '\n'};

  private static final int CHECKSUM_AT = SIGNATURE.length + 2 * Integer.BYTES;

  /** The signature, the version, the length and the checksum. */
  static final int START = CHECKSUM_AT + Integer.BYTES;

  /** Room for everything in a header that has no length of its own. */
  private static final int FIXED_ROOM = 128;

  /** An array's element type and length. */
  private static final int ARRAY_ROOM = 32;

  private static final int LONGEST = 1 << 26;

  byte[] encode() {
    byte[] format = type.format().inFull().getBytes(StandardCharsets.UTF_8);
    int room =
        FIXED_ROOM
            + format.length
            + Integer.BYTES * (dimensions.size() + checksums.length)
            + ARRAY_ROOM * arrays.size();
    ByteBuffer out = ByteBuffer.allocate(room).order(ByteOrder.LITTLE_ENDIAN);
    out.put(SIGNATURE).putInt(VERSION).position(START);
    putText(out, type.element().toString());
    putText(out, type.format().inFull());
    out.putLong(
        type.element().isFloat()
            ? Double.doubleToRawLongBits(type.fill().asDouble())
            : type.fill().asLong());
    out.putInt(dimensions.size());
    dimensions.forEach(out::putInt);
    out.putInt(arrays.size());
    for (BinaryArray array : arrays) {
      putText(out, array.type().toString());
      out.putLong(array.length());
    }
    out.asIntBuffer().put(checksums);
    out.position(out.position() + Integer.BYTES * checksums.length);
    int length = (int) BinaryArray.align(out.position());
    out.putInt(SIGNATURE.length + Integer.BYTES, length);
    byte[] header = Arrays.copyOf(out.array(), length);
    ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).putInt(CHECKSUM_AT, checksum(header));
    return header;
  }

  private static void putText(ByteBuffer out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.putInt(bytes.length).put(bytes);
  }

  /** The checksum of a header without the place where it stands. */
  private static int checksum(byte[] header) {
    CRC32C checksum = new CRC32C();
    checksum.update(header, 0, CHECKSUM_AT);
    checksum.update(header, START, header.length - START);
    return (int) checksum.getValue();
  }

  /** How long a header is that starts like this. */
  static int length(String name, byte[] start) {
    int known = Math.min(start.length, SIGNATURE.length);
    if (start.length == 0) {
      throw new EinkornException(name + " is empty; make it anew with einkorn convert.");
    }
    if (Arrays.mismatch(start, 0, known, SIGNATURE, 0, known) >= 0) {
      throw new EinkornException(
          name
              + " is no tensor file of Einkorn, although its name ends so: it starts otherwise."
              + " Make one with einkorn convert.");
    }
    if (start.length < START) {
      throw cutOff(name, start.length);
    }
    ByteBuffer in = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN);
    int version = in.getInt(SIGNATURE.length);
    if (version != VERSION) {
      throw new EinkornException(
          name
              + " is written in version "
              + version
              + " of the format, and this Einkorn reads version "
              + VERSION
              + ": read it with the one that wrote it and convert it to .tns, or get a newer one.");
    }
    int length = in.getInt(SIGNATURE.length + Integer.BYTES);
    if (length < START || length > LONGEST) {
      throw damaged(name, 0, START);
    }
    return length;
  }

  static BinaryHeader decode(String name, byte[] header) {
    ByteBuffer in = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    if (in.getInt(CHECKSUM_AT) != checksum(header)) {
      throw damaged(name, 0, header.length);
    }
    try {
      in.position(START);
      ElementType element = element(getText(in));
      Format format = format(name, getText(in));
      long fill = in.getLong();
      Constant value =
          element.isFloat() ? Constant.of(Double.longBitsToDouble(fill)) : Constant.of(fill);
      TensorType type = new TensorType(element, format, value);
      List<Integer> dimensions = new ArrayList<>();
      for (int d = in.getInt(); d > 0; d--) {
        dimensions.add(in.getInt());
      }
      if (dimensions.stream().anyMatch(size -> size < 0)) {
        throw damaged(name, 0, header.length);
      }
      List<BinaryArray> arrays = new ArrayList<>();
      for (int a = in.getInt(); a > 0; a--) {
        arrays.add(new BinaryArray(element(getText(in)), Math.toIntExact(in.getLong())));
      }
      int[] checksums = new int[arrays.stream().mapToInt(BinaryArray::blocks).sum()];
      in.asIntBuffer().get(checksums);
      return new BinaryHeader(type, dimensions, arrays, checksums);
    } catch (BufferUnderflowException | IllegalArgumentException | ArithmeticException e) {
      throw damaged(name, 0, header.length);
    }
  }

  private static String getText(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] text = new byte[length];
    in.get(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private static ElementType element(String text) {
    return Arrays.stream(ElementType.values())
        .filter(type -> type.toString().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no element type is called " + text));
  }

  private static Format format(String name, String text) {
    try {
      return Format.ofFull(text);
    } catch (EinkornException e) {
      throw new EinkornException(
          name
              + " holds a tensor in a format that is not known here: "
              + e.getMessage()
              + " Put the jar with that level format on the class path.",
          e);
    }
  }

  static EinkornException cutOff(String name, long length) {
    return new EinkornException(
        name + " ends after " + length + " bytes, in the middle: copy or write it once more.");
  }

  static EinkornException damaged(String name, long from, long to) {
    return new EinkornException(
        "%s is damaged between byte %d and byte %d, where its checksum is wrong: copy or write it once more."
            .formatted(name, from, to));
  }
}
