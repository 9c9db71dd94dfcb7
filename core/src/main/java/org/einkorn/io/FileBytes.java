package org.einkorn.io;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.einkorn.EinkornException;
import org.einkorn.Progress;

/**
 * The content of a file that is open for reading, decompressed: as a stream or, if that is faster,
 * mapped into memory. Whoever reads mapped bytes reports the progress.
 */
final class FileBytes implements AutoCloseable {
  /** Below it, a mapping costs more than it saves. */
  private static final long SMALLEST_MAPPED = 1 << 23;

  private final Path path;
  private final boolean compressed;
  private final Progress progress;
  private final InputStream stream;
  private final Arena arena;
  private final MemorySegment mapped;

  private FileBytes(
      Path path,
      boolean compressed,
      Progress progress,
      InputStream stream,
      Arena arena,
      MemorySegment mapped) {
    this.path = path;
    this.compressed = compressed;
    this.progress = progress;
    this.stream = stream;
    this.arena = arena;
    this.mapped = mapped;
  }

  static FileBytes open(Path path, boolean compressed, Progress progress) throws IOException {
    if (compressed || !Files.isRegularFile(path) || Files.size(path) < SMALLEST_MAPPED) {
      InputStream file = new ProgressStream(Files.newInputStream(path), Files.size(path), progress);
      try {
        InputStream stream = compressed ? decompress(path, file) : plain(path, file);
        return new FileBytes(path, compressed, progress, stream, null, null);
      } catch (IOException | RuntimeException e) {
        file.close();
        throw e;
      }
    }
    // Blocks are read by several threads.
    Arena arena = Arena.ofShared();
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      MemorySegment mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      rejectGzip(path, mapped.get(ValueLayout.JAVA_BYTE, 0), mapped.get(ValueLayout.JAVA_BYTE, 1));
      return new FileBytes(path, compressed, progress, null, arena, mapped);
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  /** What errors call the file. */
  String name() {
    return path.getFileName().toString();
  }

  Progress progress() {
    return progress;
  }

  /** How long the content is; negative if nobody knows before it is read. */
  long size() throws IOException {
    return compressed || !Files.isRegularFile(path) ? -1 : Files.size(path);
  }

  /** The whole content, if it is mapped. */
  Optional<MemorySegment> mapped() {
    return Optional.ofNullable(mapped);
  }

  /** The content, if it is not mapped. */
  InputStream stream() {
    return stream;
  }

  @Override
  public void close() throws IOException {
    if (mapped != null) {
      arena.close();
    } else {
      stream.close();
    }
  }

  private static InputStream decompress(Path path, InputStream in) throws IOException {
    try {
      return new GZIPInputStream(in, 1 << 16);
    } catch (ZipException | EOFException e) {
      throw new EinkornException(
          path.getFileName()
              + " holds no gzip data although its name ends in "
              + TensorFiles.COMPRESSED
              + ".",
          e);
    }
  }

  /** The stream from its beginning, unless it begins as gzip data do. */
  private static InputStream plain(Path path, InputStream in) throws IOException {
    PushbackInputStream text = new PushbackInputStream(in, 2);
    byte[] start = text.readNBytes(2);
    if (start.length == 2) {
      rejectGzip(path, start[0], start[1]);
    }
    text.unread(start);
    return text;
  }

  private static void rejectGzip(Path path, byte first, byte second) {
    if ((first & 0xFF | (second & 0xFF) << 8) == GZIPInputStream.GZIP_MAGIC) {
      Path name = path.getFileName();
      throw new EinkornException(
          name + " looks gzipped; name it " + name + TensorFiles.COMPRESSED + ".");
    }
  }
}
