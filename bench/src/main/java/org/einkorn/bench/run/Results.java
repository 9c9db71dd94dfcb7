package org.einkorn.bench.run;

import java.util.List;

/** All that a run of the benchmark found out. */
record Results(
    String machine,
    String time,
    List<String> peers,
    List<Row> rows,
    List<Timing> timings,
    List<Mark> marks) {
  List<Mark.Verdict> verdicts() {
    return Mark.verdicts(marks, rows);
  }
}
