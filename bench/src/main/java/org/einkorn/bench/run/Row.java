package org.einkorn.bench.run;

import java.io.Serializable;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.OptionalDouble;

/**
 * What was measured of a kernel on some data.
 *
 * @param times microseconds a call, by the contender's name; the first one is Einkorn
 * @param bytes what must move at least
 * @param reading microseconds that it takes to read so many bytes
 */
record Row(
    String kernel,
    String data,
    int nonzeros,
    long bytes,
    Samples reading,
    LinkedHashMap<String, Samples> times)
    implements Serializable {

  Samples einkorn() {
    return times.firstEntry().getValue();
  }

  /** How many times as long as Einkorn a peer takes; empty if it took no part. */
  OptionalDouble ratio(String peer) {
    Samples theirs = times.get(peer);
    return theirs == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(theirs.median() / einkorn().median());
  }

  /** The same for the fastest of several. */
  OptionalDouble ratioToBest(Collection<String> peers) {
    return peers.stream().map(this::ratio).flatMapToDouble(OptionalDouble::stream).min();
  }

  /** How much of the time is needed to move the bytes that must move. */
  double shareOfLimit() {
    return reading.median() / einkorn().median();
  }

  double gigabytesPerSecond() {
    return bytes / reading.median() / 1e3;
  }
}
