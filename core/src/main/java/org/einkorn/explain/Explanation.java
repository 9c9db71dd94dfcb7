package org.einkorn.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.einkorn.runtime.ChunkRuns;

/**
 * How a statement is computed and why so: data that {@link ExplanationText} and {@link
 * ExplanationJson} print.
 *
 * @param statement as somebody wrote it
 * @param loops that were chosen, as text
 * @param plan how each of them runs, as text
 * @param tensors what is read, and the result
 * @param choices that were made, the most important first
 * @param spaces that the kernel needs besides its operands and its result
 * @param warnings about what will take long
 * @param cost of the loops by the cost model, to compare with those of other loops
 * @param analysis what a run showed, if there was one
 */
public record Explanation(
    String statement,
    String loops,
    String plan,
    List<Tensor> tensors,
    List<Choice> choices,
    List<Space> spaces,
    List<String> warnings,
    double cost,
    Optional<Analysis> analysis) {
  public Explanation {
    tensors = List.copyOf(tensors);
    choices = List.copyOf(choices);
    spaces = List.copyOf(spaces);
    warnings = List.copyOf(warnings);
  }

  /**
   * A tensor of the statement. Of a result, sizes are estimates.
   *
   * @param size such as {@code 3 x 4}, if it is known
   * @param stored how many values are stored
   * @param fibres of the innermost level, with their average and greatest length
   */
  public record Tensor(
      String name,
      String type,
      Optional<String> size,
      OptionalDouble stored,
      OptionalDouble bytes,
      Optional<Fibres> fibres,
      boolean isResult) {}

  /** The children that positions of one level have in the next: the rows of a CSR matrix. */
  public record Fibres(double count, double average, OptionalDouble longest) {}

  /**
   * One decision.
   *
   * @param subject what was decided, as {@code loop order}
   * @param chosen what it was decided for
   * @param reason for it, a sentence
   * @param runnerUp what would have been chosen otherwise
   */
  public record Choice(String subject, String chosen, String reason, Optional<RunnerUp> runnerUp) {}

  /** What was not chosen, and how many times as much it is estimated to cost. */
  public record RunnerUp(String what, double timesTheCost) {
    /** Nothing where costs cannot be compared, because nothing is to be done. */
    public static Optional<RunnerUp> of(String what, double cost, double chosenCost) {
      return Optional.of(new RunnerUp(what, cost / chosenCost))
          .filter(r -> Double.isFinite(r.timesTheCost));
    }
  }

  /** Memory for something in between. */
  public record Space(String name, String what, String why, OptionalDouble bytes) {}

  /**
   * What a run showed.
   *
   * @param phases with their times in seconds, in order
   * @param nonzeros that the result has stored
   * @param bytes that operands and result take: as much must move at least
   * @param bandwidth of the memory, in bytes a second, measured in the same run
   * @param chunks how many ran of code that has faster forms, and in which
   */
  public record Analysis(
      List<Phase> phases, double nonzeros, double bytes, double bandwidth, ChunkRuns chunks) {
    public Analysis {
      phases = List.copyOf(phases);
    }

    /** The share of the bandwidth that the last phase reached. */
    public double share() {
      return bytes / phases.getLast().seconds() / bandwidth;
    }

    /** The same with phases that came before. */
    public Analysis after(List<Phase> earlier) {
      List<Phase> all = new ArrayList<>(earlier);
      all.addAll(phases);
      return new Analysis(all, nonzeros, bytes, bandwidth, chunks);
    }
  }

  public record Phase(String name, double seconds) {}

  /** The result of the statement. */
  public Tensor result() {
    return tensors.getLast();
  }

  /** The same with one more decision. */
  public Explanation with(Choice choice) {
    List<Choice> all = new ArrayList<>(choices);
    all.add(choice);
    return new Explanation(statement, loops, plan, tensors, all, spaces, warnings, cost, analysis);
  }

  /** The same with what a run showed. */
  public Explanation with(Analysis shown) {
    return new Explanation(
        statement, loops, plan, tensors, choices, spaces, warnings, cost, Optional.of(shown));
  }

  /** For people. */
  @Override
  public String toString() {
    return ExplanationText.print(this);
  }

  /** For programs. */
  public String toJson() {
    return ExplanationJson.print(this);
  }
}
