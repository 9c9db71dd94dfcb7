package org.einkorn.bench.peer;

import java.util.Optional;

/** A library on the JVM, which comes with the benchmark. */
abstract class JvmPeer implements Peer {
  private final String name;

  JvmPeer(String name) {
    this.name = name;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final boolean onJvm() {
    return true;
  }

  @Override
  public final Optional<String> missing() {
    return Optional.empty();
  }
}
