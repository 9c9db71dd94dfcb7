package org.einkorn.io;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.einkorn.EinkornException;
import org.einkorn.storage.CoordinateList;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of file formats share. */
abstract class FileTest {
  @TempDir Path directory;

  FileContent read(String name, String text) {
    return TensorFiles.read(file(name, text));
  }

  void assertRefused(String name, String text, String message) {
    Path file = file(name, text);
    assertThatThrownBy(() -> TensorFiles.read(file))
        .isInstanceOf(EinkornException.class)
        .hasMessage(message);
  }

  Path file(String name, String text) {
    return file(name, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  Path file(String name, byte[] bytes) {
    try {
      return Files.write(directory.resolve(name), bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static byte[] gzip(String text) {
    var bytes = new java.io.ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }

  /** The entries in order, as "coordinates=value" with 0-based coordinates. */
  static List<String> show(CoordinateList list) {
    List<String> entries = new ArrayList<>();
    for (int k = 0; k < list.count(); k++) {
      List<String> coordinates = new ArrayList<>();
      for (int d = 0; d < list.order(); d++) {
        coordinates.add(Integer.toString(list.coordinates(d)[k]));
      }
      entries.add(String.join(",", coordinates) + "=" + list.type().get(list.values(), k));
    }
    return entries;
  }
}
