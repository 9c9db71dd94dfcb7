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
 * @param reading microseconds that it takes to read so many bytes, on as many threads as the
 *     contender of that name has; one for each that is Einkorn
 */
record Row(
    String kernel,
    String data,
    int nonzeros,
    long bytes,
    LinkedHashMap<String, Samples> reading,
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

  /** How much of Einkorn's time is needed to move the bytes that must move. */
  double shareOfLimit() {
    return shareOfLimit(times.firstEntry().getKey());
  }

  /** The same for Einkorn on several threads. */
  double shareOfLimit(String einkorn) {
    return reading.get(einkorn).median() / times.get(einkorn).median();
  }

  double gigabytesPerSecond() {
    return bytes / reading.firstEntry().getValue().median() / 1e3;
  }
}
