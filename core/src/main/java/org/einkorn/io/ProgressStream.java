package org.einkorn.io;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.einkorn.Progress;

/** Reports after every block how many of a file's bytes have been read. */
final class ProgressStream extends FilterInputStream {
  private final long total;
  private final Progress progress;
  private long done;

  ProgressStream(InputStream in, long total, Progress progress) {
    super(in);
    this.total = total;
    this.progress = progress;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    advance(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int count = super.read(target, offset, length);
    advance(count);
    return count;
  }

  private void advance(int count) {
    if (count > 0) {
      done += count;
      // A file may grow while it is read.
      progress.report(done, Math.max(done, total));
    }
  }
}
