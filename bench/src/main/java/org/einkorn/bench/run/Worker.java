package org.einkorn.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.einkorn.EinkornException;
import org.einkorn.bench.peer.EinkornItself;
import org.einkorn.bench.peer.Peer;
import org.einkorn.bench.peer.Peers;
import org.einkorn.bench.problem.Suite;

/**
 * The process that measures kernels of one family on the same data, with nothing else in its JVM.
 */
public final class Worker {
  private Worker() {}

  /**
   * Takes the file for its rows, the data, the kernels, the peers, on how many threads Einkorn runs
   * besides one, and the seconds to warm up and to measure; lists are separated by commas.
   */
  public static void main(String[] arguments) throws IOException {
    List<Peer> peers = new ArrayList<>();
    List<String> wanted = Arrays.asList(arguments[3].split(","));
    Peers.all().stream().filter(peer -> wanted.contains(peer.name())).forEach(peers::add);
    int threads = Integer.parseInt(arguments[4]);
    if (threads > 1) {
      peers.add(new EinkornItself(threads));
    }
    Measurement measurement =
        new Measurement(peers, Double.parseDouble(arguments[5]), Double.parseDouble(arguments[6]));
    List<Row> rows = new ArrayList<>();
    String data = arguments[1];
    for (String kernel : arguments[2].split(",")) {
      try {
        Suite.named(kernel)
            .problem()
            .apply(data)
            .ifPresent(problem -> rows.add(measurement.row(kernel, data, problem)));
      } catch (EinkornException e) {
        System.err.println("left out: " + kernel + " on " + data + ", because " + e.getMessage());
      }
    }
    Forks.write(Path.of(arguments[0]), rows.toArray(Row[]::new));
  }
}
