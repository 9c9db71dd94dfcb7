package org.einkorn.bench.run;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The raw numbers as JSON. */
final class Json {
  private Json() {}

  static String of(Results results) {
    return object(
        Map.entry("machine", text(results.machine())),
        Map.entry("time", text(results.time())),
        Map.entry("rows", array(results.rows().stream().map(Json::row).toList())),
        Map.entry("timings", array(results.timings().stream().map(Json::timing).toList())),
        Map.entry("marks", array(results.verdicts().stream().map(Json::verdict).toList())));
  }

  private static String row(Row row) {
    return object(
        Map.entry("kernel", text(row.kernel())),
        Map.entry("data", text(row.data())),
        Map.entry("nonzeros", String.valueOf(row.nonzeros())),
        Map.entry("bytes", String.valueOf(row.bytes())),
        Map.entry("microsecondsToRead", samplesByName(row.reading())),
        Map.entry("microseconds", samplesByName(row.times())));
  }

  private static String timing(Timing timing) {
    return object(
        Map.entry("name", text(timing.name())),
        Map.entry("milliseconds", samples(timing.milliseconds())),
        Map.entry("atMost", number(timing.atMost())));
  }

  private static String verdict(Mark.Verdict verdict) {
    return object(
        Map.entry("kernel", text(verdict.kernel())),
        Map.entry("what", text(verdict.what())),
        Map.entry("atLeast", number(verdict.atLeast())),
        Map.entry("mean", number(verdict.mean())),
        Map.entry("lowest", number(verdict.lowest())),
        Map.entry("lowestOn", text(verdict.lowestOn())),
        Map.entry("met", String.valueOf(verdict.met())));
  }

  private static String samplesByName(Map<String, Samples> samples) {
    return samples.entrySet().stream()
        .map(e -> text(e.getKey()) + ": " + samples(e.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String samples(Samples samples) {
    return array(Arrays.stream(samples.values()).mapToObj(Json::number).toList());
  }

  @SafeVarargs
  private static String object(Map.Entry<String, String>... fields) {
    return Arrays.stream(fields)
        .map(field -> text(field.getKey()) + ": " + field.getValue())
        .collect(Collectors.joining(",\n", "{", "}"));
  }

  private static String array(List<String> elements) {
    return String.join(", ", elements).transform(all -> "[" + all + "]");
  }

  private static String number(double value) {
    return String.valueOf(Math.round(value * 1000) / 1000.0);
  }

  private static String text(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
