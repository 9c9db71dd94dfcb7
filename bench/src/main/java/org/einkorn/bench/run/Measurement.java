package org.einkorn.bench.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.bench.peer.Contender;
import org.einkorn.bench.peer.EinkornItself;
import org.einkorn.bench.peer.Peer;
import org.einkorn.bench.problem.Answer;
import org.einkorn.bench.problem.Problem;

/**
 * Measures one kernel on some data: Einkorn and all who can do it, call by call in turns, after
 * their results have been compared.
 *
 * @param warmUpSeconds for each contender that becomes faster while it runs
 * @param seconds for each contender
 */
record Measurement(List<Peer> peers, double warmUpSeconds, double seconds) {
  /** A turn takes so long at least, so that small data are measured in the cache. */
  private static final long TURN_NANOSECONDS = 2_000_000;

  /** To fill all caches, or to write back what they hold, takes a small part of that. */
  private static final double LONG_MICROSECONDS = 50_000;

  private static final String READING = "reading as ";

  Row row(String kernel, String data, Problem problem) {
    Contender einkorn = new EinkornItself(1).prepare(problem).orElseThrow();
    Answer answer = einkorn.answer();
    Map<String, Contender> contenders = new LinkedHashMap<>();
    contenders.put("Einkorn", einkorn);
    for (Peer peer : peers) {
      try {
        peer.prepare(problem)
            .filter(c -> agrees(c, answer, peer.name() + ", " + kernel + " on " + data))
            .ifPresent(
                contender -> {
                  contender.microseconds();
                  contenders.put(peer.name(), contender);
                });
      } catch (OutOfMemoryError e) {
        System.err.println("left out: " + peer.name() + " needs more memory than there is");
      }
    }
    long bytes = problem.bytes(answer);
    contenders.put(READING + "Einkorn", new Reading(bytes, 1));
    peers.stream()
        .filter(EinkornItself.class::isInstance)
        .map(EinkornItself.class::cast)
        .forEach(e -> contenders.put(READING + e.name(), new Reading(bytes, e.threads())));
    contenders.values().forEach(this::warmUp);
    Turns turns = new Turns();
    boolean settles = einkorn.microseconds() < LONG_MICROSECONDS;
    contenders.values().forEach(contender -> turns.add(() -> turn(contender, settles)));
    double[][] measured = turns.samples(seconds * contenders.size());
    contenders.values().forEach(Contender::close);

    LinkedHashMap<String, Samples> times = new LinkedHashMap<>();
    LinkedHashMap<String, Samples> reading = new LinkedHashMap<>();
    List<String> names = new ArrayList<>(contenders.keySet());
    for (int c = 0; c < measured.length; c++) {
      String name = names.get(c);
      boolean reads = name.startsWith(READING);
      (reads ? reading : times)
          .put(reads ? name.substring(READING.length()) : name, new Samples(measured[c]));
    }
    return new Row(kernel, data, problem.nonzeros(), bytes, reading, times);
  }

  /** Whoever computes something else is not measured. */
  private static boolean agrees(Contender contender, Answer expected, String who) {
    Optional<String> difference = contender.answer().differenceFrom(expected);
    difference.ifPresent(
        d -> {
          System.err.println("left out: the result of " + who + " " + d);
          contender.close();
        });
    return difference.isEmpty();
  }

  private void warmUp(Contender contender) {
    long end = System.nanoTime() + (long) (warmUpSeconds * 1e9);
    do {
      contender.microseconds();
    } while (contender.warmsUp() && System.nanoTime() < end);
  }

  /**
   * What the one before left in the caches, or has yet to be written to memory, is not this one's
   * concern.
   *
   * @param settles whether calls are so short that the first one would notice, and does not count
   */
  private static double turn(Contender contender, boolean settles) {
    if (settles) {
      contender.microseconds();
    }
    long end = System.nanoTime() + TURN_NANOSECONDS;
    double total = 0;
    int times = 0;
    do {
      total += contender.microseconds();
      times++;
    } while (System.nanoTime() < end);
    return total / times;
  }
}
