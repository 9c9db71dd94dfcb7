package org.einkorn.io;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.einkorn.EinkornException;
import org.einkorn.Progress;
import org.einkorn.element.Constant;
import org.einkorn.storage.CoordinateList;

/**
 * Reads and writes tensors in files. The name's ending chooses the format, and a further {@code
 * .gz} compression.
 */
public final class TensorFiles {
  private static final List<TensorFileFormat> FORMATS =
      List.of(new MatrixMarketFormat(), new TnsFormat(), new BinaryFormat());

  static final String COMPRESSED = ".gz";

  private TensorFiles() {}

  public static FileContent read(Path path) {
    return read(path, (done, total) -> {});
  }

  public static FileContent read(Path path, Progress progress) {
    Objects.requireNonNull(path, "a tensor is read from a path, not from null");
    TensorFileFormat format = formatOf(path);
    if (Files.isDirectory(path)) {
      throw new EinkornException(path + " is a directory, not a tensor file.");
    }
    try (FileBytes file = FileBytes.open(path, isCompressed(path), progress)) {
      return format.read(file);
    } catch (InternalError e) {
      // What Java says of a mapping that the file has become too short for.
      throw new EinkornException(path + " became shorter while it was read; read it again.", e);
    } catch (NoSuchFileException | FileNotFoundException e) {
      throw new EinkornException("There is no file " + path + ".", e);
    } catch (EOFException | ZipException e) {
      throw new EinkornException(
          path + " cannot be read: its gzip data are damaged or cut off; copy or write it again.",
          e);
    } catch (IOException e) {
      throw new EinkornException(path + " cannot be read: " + reason(e) + ".", e);
    }
  }

  /** Whether the name has an ending that is read and written. */
  public static boolean hasKnownEnding(Path path) {
    return find(path).isPresent();
  }

  /**
   * Whether the file keeps the format that a tensor is stored in, and does not just list entries.
   */
  public static boolean keepsFormat(Path path) {
    return find(path).filter(TensorFileFormat::keepsFormat).isPresent();
  }

  /** Refuses, before anything is computed, a file that could not be written afterwards. */
  public static void checkWritable(Path path, int order) {
    Objects.requireNonNull(path, "a tensor is written to a path, not to null");
    formatOf(path).checkOrder(path.getFileName().toString(), order);
    Path directory = path.toAbsolutePath().getParent();
    if (Files.isDirectory(path)) {
      throw new EinkornException(path + " cannot be written: it is a directory.");
    }
    if (!Files.isDirectory(directory)) {
      throw new EinkornException(
          path + " cannot be written: there is no directory " + directory + ".");
    }
    if (Files.exists(path) && !Files.isWritable(path)) {
      throw new EinkornException(path + " cannot be written: permission denied.");
    }
  }

  /** Refuses a file that cannot hold the value that a tensor has where nothing is stored. */
  public static void checkFill(Path path, Constant fill) {
    formatOf(path).checkFill(path.getFileName().toString(), fill);
  }

  /** Writes a tensor that is zero where it has no entry. */
  public static void write(Path path, CoordinateList entries) {
    write(path, new FileContent.Listed(entries, true));
  }

  public static void write(Path path, FileContent tensor) {
    checkWritable(path, tensor.order());
    TensorFileFormat format = formatOf(path);
    String name = path.getFileName().toString();
    FileContent content = tensor;
    if (!format.keepsFormat()) {
      FileContent.Listed listed =
          new FileContent.Listed(tensor.entries(), tensor.fill(), tensor.sizesKnown());
      if (!listed.isFull()) {
        format.checkFill(name, listed.fill());
      }
      content = listed;
    }
    write(path, name, format, content);
  }

  private static void write(Path path, String name, TensorFileFormat format, FileContent content) {
    try {
      Replacement.write(
          path,
          out -> {
            if (isCompressed(path)) {
              GZIPOutputStream compressed = new GZIPOutputStream(out, 1 << 16);
              format.write(name, content, compressed);
              compressed.finish();
            } else {
              format.write(name, content, out);
            }
          });
    } catch (NoSuchFileException e) {
      throw new EinkornException(
          path
              + " cannot be written: no file can be made in "
              + path.toAbsolutePath().getParent()
              + ".",
          e);
    } catch (IOException e) {
      throw new EinkornException(path + " cannot be written: " + reason(e) + ".", e);
    }
  }

  private static Optional<TensorFileFormat> find(Path path) {
    String name = lowerCaseName(path);
    String plain =
        isCompressed(path) ? name.substring(0, name.length() - COMPRESSED.length()) : name;
    return FORMATS.stream().filter(format -> plain.endsWith(format.extension())).findFirst();
  }

  private static TensorFileFormat formatOf(Path path) {
    return find(path)
        .orElseThrow(
            () ->
                new EinkornException(
                    path + " is no tensor file by its name: known endings are " + endings() + "."));
  }

  private static String endings() {
    return FORMATS.stream()
        .flatMap(format -> Stream.of(format.extension(), format.extension() + COMPRESSED))
        .collect(Collectors.joining(", "));
  }

  private static boolean isCompressed(Path path) {
    return lowerCaseName(path).endsWith(COMPRESSED);
  }

  private static String lowerCaseName(Path path) {
    Path name = path.getFileName();
    return name == null ? "" : name.toString().toLowerCase(Locale.ROOT);
  }

  private static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> "permission denied";
      case FileSystemException failed when failed.getReason() != null -> failed.getReason();
      default -> e.getMessage();
    };
  }
}
