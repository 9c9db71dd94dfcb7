package org.einkorn.bench.peer;

import java.util.List;

/** All peers, in the order of the table. */
public final class Peers {
  private Peers() {}

  public static List<Peer> all() {
    return List.of(loops());
  }

  private static Peer loops() {
    return new NativePeer("C loop", "loops.c", List.of(), "it does not compile;");
  }
}
