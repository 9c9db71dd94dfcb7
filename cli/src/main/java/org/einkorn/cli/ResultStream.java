package org.einkorn.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** Remembers why writing failed, which the {@link java.io.PrintStream} around it does not tell. */
final class ResultStream extends FilterOutputStream {
  private IOException failure;

  ResultStream(OutputStream out) {
    super(out);
  }

  /** Why something that was written did not arrive; empty as long as all did. */
  Optional<IOException> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public void write(int b) throws IOException {
    attempt(() -> out.write(b));
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    attempt(() -> out.write(bytes, from, length));
  }

  @Override
  public void flush() throws IOException {
    attempt(out::flush);
  }

  private interface Attempt {
    void run() throws IOException;
  }

  private void attempt(Attempt attempt) throws IOException {
    try {
      attempt.run();
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }
}
