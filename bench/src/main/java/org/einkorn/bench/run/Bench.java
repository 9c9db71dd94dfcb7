package org.einkorn.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.einkorn.bench.peer.EinkornItself;
import org.einkorn.bench.peer.Peer;
import org.einkorn.bench.peer.Peers;
import org.einkorn.bench.peer.WorkFolder;
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
      description =
          "The kernels whose names begin so, as in: spmv spmm-32 mttkrp; also compile and"
              + " start. All without.")
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
    Optional<String> refusal = refusal();
    if (refusal.isPresent()) {
      System.err.println("einkorn bench: " + refusal.get());
      return 2;
    }
    Path work = WorkFolder.make();
    System.setProperty("einkorn.threads", "1");
    String machine = Machine.description();
    List<Peer> peers = peers();
    List<String> names = peers.stream().map(Peer::name).toList();
    List<String> columns = new ArrayList<>(names);
    if (threads > 1) {
      columns.add(new EinkornItself(threads).name());
    }
    List<String> onJvm = peers.stream().filter(Peer::onJvm).map(Peer::name).toList();
    List<Mark> marks = Mark.all(onJvm, names, threads);
    Table table = new Table(System.out, columns, marks);
    List<Row> rows = rows(work, names, table);
    List<Timing> timings = timings(work);
    Results results = new Results(machine, now(), columns, rows, timings, marks);
    table.verdicts(results);
    if (out != null) {
      Files.writeString(out, Report.of(results));
      Path json = Path.of(out.toString().replaceFirst("(\\.html?)?$", ".json"));
      Files.writeString(json, Json.of(results));
      System.out.println("\nwritten: " + out + " and " + json);
    }
    return 0;
  }

  /** What nothing can be measured for. */
  private Optional<String> refusal() {
    if (threads < 1) {
      return Optional.of("'--threads " + threads + "' gives no number of threads.");
    }
    if (folder != null && !Files.isDirectory(folder)) {
      return Optional.of("there is no folder " + folder + ".");
    }
    if (groups().isEmpty() && !isChosen("compile") && !isChosen("start")) {
      return Optional.of(
          "no kernel of these names on such data. Kernels: "
              + String.join(", ", Suite.all().stream().map(Suite::name).toList())
              + ", compile, start. Data: "
              + String.join(
                  ", ", Suite.all().stream().flatMap(s -> s.data().stream()).distinct().toList())
              + ".");
    }
    return Optional.empty();
  }

  private static String now() {
    return ZonedDateTime.now(ZoneId.systemDefault())
        .format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm"));
  }

  private List<Row> rows(Path work, List<String> peers, Table table)
      throws IOException, InterruptedException {
    List<Row> rows = new ArrayList<>();
    Map<String, List<Suite>> groups = groups();
    if (!groups.isEmpty()) {
      table.header();
    }
    for (Map.Entry<String, List<Suite>> group : groups.entrySet()) {
      String data = group.getKey().replaceFirst(".* on ", "");
      for (Row row : measure(work, data, group.getValue(), peers)) {
        rows.add(row);
        table.row(row);
      }
    }
    return rows;
  }

  /** What is timed without data and peers. */
  private List<Timing> timings(Path work) throws IOException, InterruptedException {
    List<Timing> timings = new ArrayList<>();
    if (isChosen("compile")) {
      Forks.result(Timing[].class, CompileTime.class, work.resolve("timings"), seconds())
          .ifPresent(found -> timings.addAll(List.of(found)));
    }
    String home = System.getProperty("einkorn.home");
    if (home != null && isChosen("start")) {
      timings.add(StartTime.measure(Path.of(home)));
    }
    return timings;
  }

  private boolean isChosen(String kernel) {
    return kernels.isEmpty() || kernels.stream().anyMatch(kernel::startsWith);
  }

  /** How long to warm up and to measure. */
  private List<String> seconds() {
    return quick ? List.of("1", "0.2") : List.of("3", "0.6");
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
    return parts.isEmpty() || parts.stream().anyMatch(p -> lower(name).contains(lower(p)));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** The kernels that one process measures, by their family and data. */
  private Map<String, List<Suite>> groups() {
    Map<String, List<Suite>> groups = new LinkedHashMap<>();
    for (Suite suite : Suite.all()) {
      if (isChosen(suite.name())) {
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

  private List<Row> measure(Path work, String data, List<Suite> suites, List<String> peers)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>();
    arguments.add(data);
    arguments.add(String.join(",", suites.stream().map(Suite::name).toList()));
    arguments.add(String.join(",", peers));
    arguments.add(String.valueOf(threads));
    arguments.addAll(seconds());
    Optional<Row[]> rows = Forks.result(Row[].class, Worker.class, work.resolve("rows"), arguments);
    if (rows.isEmpty()) {
      System.err.println("not measured: " + suites.getFirst().family() + " on " + data);
    }
    return rows.map(List::of).orElse(List.of());
  }
}
