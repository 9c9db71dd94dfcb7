package org.einkorn.bench.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The results as a page that needs nothing else: marks in a table, and pictures of all rows. */
final class Report {
  private Report() {}

  static String of(Results results) {
    return template()
        .replace("{{machine}}", Bars.escaped(results.machine()))
        .replace("{{time}}", Bars.escaped(results.time()))
        .replace("{{summary}}", summary(results))
        .replace("{{marks}}", marks(results))
        .replace("{{kernels}}", kernels(results));
  }

  private static String template() {
    try (InputStream in = Report.class.getResourceAsStream("report.html")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String summary(Results results) {
    long met =
        results.verdicts().stream().filter(Mark.Verdict::met).count()
            + results.timings().stream().filter(Timing::met).count();
    int all = results.verdicts().size() + results.timings().size();
    return met + " of " + all + " marks met";
  }

  private static String marks(Results results) {
    StringBuilder lines = new StringBuilder();
    for (Mark.Verdict v : results.verdicts()) {
      lines.append(
          String.format(
              Locale.ROOT,
              "<tr class=\"%s\"><td>%s</td><td>%s</td><td>%.2f</td><td>%.2f</td>"
                  + "<td>%.2f on %s</td><td>%s</td></tr>%n",
              v.met() ? "met" : "missed",
              v.kernel(),
              v.what(),
              v.atLeast(),
              v.mean(),
              v.lowest(),
              Bars.escaped(Table.shortened(v.lowestOn())),
              v.met() ? "met" : "missed"));
    }
    for (Timing t : results.timings()) {
      lines.append(
          String.format(
              Locale.ROOT,
              "<tr class=\"%s\"><td>%s</td><td>at most</td><td>%.1f ms</td><td>%.1f ms</td>"
                  + "<td>± %.0f %%</td><td>%s</td></tr>%n",
              t.met() ? "met" : "missed",
              t.name(),
              t.atMost(),
              t.milliseconds().median(),
              100 * t.milliseconds().spread(),
              t.met() ? "met" : "missed"));
    }
    return lines.toString();
  }

  private static String kernels(Results results) {
    List<String> names = results.rows().stream().map(Row::kernel).distinct().toList();
    return names.stream()
        .map(
            name ->
                "<h2>"
                    + name
                    + "</h2>\n<div class=\"rows\">"
                    + results.rows().stream()
                        .filter(row -> row.kernel().equals(name))
                        .map(Report::row)
                        .collect(Collectors.joining("\n"))
                    + "</div>")
        .collect(Collectors.joining("\n"));
  }

  private static String row(Row row) {
    return String.format(
        Locale.ROOT,
        "<figure><figcaption><b>%s</b> %,d nonzeros · %.0f %% of limit · %.1f GB/s"
            + "</figcaption>%s</figure>",
        Bars.escaped(Table.shortened(row.data())),
        row.nonzeros(),
        100 * row.shareOfLimit(),
        row.gigabytesPerSecond(),
        Bars.of(row));
  }
}
