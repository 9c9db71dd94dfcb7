package org.einkorn.bench.run;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.einkorn.bench.peer.Peer;
import org.einkorn.bench.peer.Peers;
import org.einkorn.bench.problem.Suite;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code einkorn bench}. */
@Command(
    name = "einkorn bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Measures kernels on data against peers, in turns on one thread, and says whether Einkorn"
            + " is as fast as it should be.")
public final class Bench implements Callable<Integer> {
  @Parameters(
      paramLabel = "KERNEL",
      description = "The kernels whose names begin so, as in: spmv spmm-32 mttkrp; all without.")
  private List<String> kernels = List.of();

  @Option(
      names = "--on",
      split = ",",
      paramLabel = "DATA",
      description = "Only data with this in their names, as in: fem-L,rmat.")
  private List<String> on = List.of();

  @Option(
      names = "--against",
      split = ",",
      paramLabel = "PEER",
      description = "Only peers with this in their names, as in: loop,Eigen.")
  private List<String> against = List.of();

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description = "Measure on the .mtx and .tns files below a folder.")
  private Path folder;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Besides on one thread, let Einkorn run on so many, and compare.")
  private int threads = 1;

  @Option(names = "--quick", description = "Fewer and smaller data, and less time for each.")
  private boolean quick;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write a report with pictures, and the numbers as JSON beside it.")
  private Path out;

  private Bench() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Bench()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path work = Files.createTempDirectory("einkorn-bench");
    try {
      System.setProperty("einkorn.bench.native", work.toString());
      System.setProperty("einkorn.threads", "1");
      List<Peer> peers = peers();
      List<String> columns = new ArrayList<>(peers.stream().map(Peer::name).toList());
      if (threads > 1) {
        columns.add("Einkorn ×" + threads);
      }
      List<String> onJvm = peers.stream().filter(Peer::onJvm).map(Peer::name).toList();
      List<Mark> marks = Mark.all(onJvm, peers.stream().map(Peer::name).toList());
      Table table = new Table(System.out, columns, marks);
      table.header();
      List<Row> rows = new ArrayList<>();
      for (Map.Entry<String, List<Suite>> group : groups().entrySet()) {
        String data = group.getKey().replaceFirst(".* on ", "");
        for (Row row : measure(work, data, group.getValue(), peers)) {
          rows.add(row);
          table.row(row);
        }
      }
      table.verdicts(Mark.verdicts(marks, rows));
      return 0;
    } finally {
      delete(work);
    }
  }

  /** Those who are wanted and can take part; for the others a line says why not. */
  private List<Peer> peers() {
    List<Peer> found = new ArrayList<>();
    for (Peer peer : Peers.all()) {
      if (isWanted(peer.name(), against)) {
        Optional<String> missing = peer.missing();
        missing.ifPresent(why -> System.err.println("without " + peer.name() + ": " + why));
        if (missing.isEmpty()) {
          found.add(peer);
        }
      }
    }
    return found;
  }

  private static boolean isWanted(String name, List<String> parts) {
    return parts.isEmpty()
        || parts.stream().anyMatch(p -> name.toLowerCase().contains(p.toLowerCase()));
  }

  /** The kernels that one process measures, by their family and data. */
  private Map<String, List<Suite>> groups() {
    Map<String, List<Suite>> groups = new LinkedHashMap<>();
    for (Suite suite : Suite.all()) {
      if (kernels.isEmpty() || kernels.stream().anyMatch(suite.name()::startsWith)) {
        for (String data : suite.data(quick, Optional.ofNullable(folder))) {
          if (isWanted(data, on)) {
            groups
                .computeIfAbsent(suite.family() + " on " + data, k -> new ArrayList<>())
                .add(suite);
          }
        }
      }
    }
    return groups;
  }

  private List<Row> measure(Path work, String data, List<Suite> suites, List<Peer> peers)
      throws IOException, InterruptedException {
    Path file = work.resolve("rows");
    int status =
        Forks.run(
            Worker.class,
            List.of(
                file.toString(),
                data,
                String.join(",", suites.stream().map(Suite::name).toList()),
                String.join(",", peers.stream().map(Peer::name).toList()),
                String.valueOf(threads),
                quick ? "0.5" : "2",
                quick ? "0.2" : "0.8"));
    if (status != 0) {
      System.err.println("not measured: " + suites.getFirst().family() + " on " + data);
      return List.of();
    }
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
      return List.of((Row[]) in.readObject());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
