package org.einkorn.cli;

import picocli.CommandLine.Option;

/** When an algorithm ends that comes closer to its result in every round. */
final class RoundsOption {
  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "End after so many rounds at the latest.")
  private Integer rounds;

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      description = "End when no more than this is left to gain or to do.")
  private Double tolerance;

  int rounds(int usual) {
    return rounds == null ? usual : rounds;
  }

  double tolerance(double usual) {
    return tolerance == null ? usual : tolerance;
  }
}
