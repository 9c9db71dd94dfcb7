package org.einkorn.explain;

import java.util.Locale;
import java.util.OptionalDouble;
import org.einkorn.advice.Quantities;
import org.einkorn.runtime.ChunkRuns;

/** An explanation for people. */
final class ExplanationText {
  private final StringBuilder out = new StringBuilder();

  private ExplanationText() {}

  static String print(Explanation e) {
    ExplanationText text = new ExplanationText();
    text.line(e.statement());
    text.section("Tensors");
    e.tensors().forEach(text::tensor);
    text.section("Loops");
    e.loops().lines().forEach(l -> text.line("  " + l));
    text.section("How they run");
    e.plan().lines().forEach(l -> text.line("  " + l));
    text.section("Choices");
    e.choices().forEach(text::choice);
    if (!e.spaces().isEmpty()) {
      text.section("Memory besides operands and result");
      e.spaces().forEach(text::space);
    }
    if (!e.warnings().isEmpty()) {
      text.section("Take care");
      e.warnings().forEach(w -> text.line("  " + w));
    }
    e.analysis().ifPresent(a -> text.analysis(e, a));
    return text.out.toString();
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  private void section(String title) {
    out.append('\n').append(title).append('\n');
  }

  private void tensor(Explanation.Tensor t) {
    StringBuilder line = new StringBuilder("  " + t.name() + "  " + t.type());
    t.size().ifPresent(s -> line.append(", ").append(s));
    if (t.stored().isPresent()) {
      line.append(t.isResult() ? ", about " : ", ")
          .append(count(t.stored()))
          .append(t.stored().getAsDouble() == 1 ? " value, " : " values, ")
          .append(Quantities.bytes(t.bytes().orElse(0)));
    }
    line(line.toString());
    t.fibres()
        .ifPresent(
            f ->
                line(
                    "     "
                        + Quantities.grouped((long) f.count())
                        + " fibres of "
                        + number(f.average())
                        + " on average, the longest "
                        + count(f.longest())));
  }

  private void choice(Explanation.Choice c) {
    line("  " + c.subject() + ": " + c.chosen());
    line("     " + c.reason());
    c.runnerUp()
        .ifPresent(
            r ->
                line(
                    "     Runner-up: "
                        + r.what()
                        + ", which is estimated to cost "
                        + times(r.timesTheCost())
                        + "."));
  }

  private static String times(double factor) {
    return factor < 1.005 ? "the same" : number(factor) + " times as much";
  }

  private void space(Explanation.Space s) {
    line(
        "  "
            + s.name()
            + ": "
            + s.what()
            + (s.bytes().isPresent() ? ", about " + Quantities.bytes(s.bytes().getAsDouble()) : "")
            + "; "
            + s.why());
  }

  private void analysis(Explanation e, Explanation.Analysis a) {
    section("What a run showed");
    for (Explanation.Phase p : a.phases()) {
      line(String.format(Locale.ROOT, "  %-16s %10.3f ms", p.name(), p.seconds() * 1e3));
    }
    line(
        "  values stored: "
            + Quantities.grouped((long) a.nonzeros())
            + (e.result().stored().isPresent() ? ", estimated " + count(e.result().stored()) : ""));
    line(
        "  bytes moved: at least "
            + Quantities.bytes(a.bytes())
            + ", "
            + Quantities.percent(a.share())
            + " of the memory bandwidth of "
            + Quantities.bytes(a.bandwidth())
            + " a second"
            + (a.share() > 1 ? " (they come from caches)" : ""));
    chunks(a.chunks());
  }

  private void chunks(ChunkRuns runs) {
    if (runs.inVectors() > 0) {
      chunks("in vector registers", runs.inVectors(), runs.all());
    }
    if (runs.asMachineCode() > 0) {
      chunks("as machine code", runs.asMachineCode(), runs.all());
    }
    if (runs.all() > 0 && runs.inVectors() + runs.asMachineCode() == 0) {
      chunks("in vector registers or as machine code", 0, runs.all());
    }
  }

  private void chunks(String how, long some, long all) {
    line(
        "  "
            + how
            + ": "
            + Quantities.grouped(some)
            + " of "
            + Quantities.grouped(all)
            + " chunks");
  }

  private static String count(OptionalDouble number) {
    return Quantities.grouped(Math.round(number.orElse(0)));
  }

  /** Three significant digits, or all before the point. */
  private static String number(double value) {
    return value >= 100
        ? Quantities.grouped(Math.round(value))
        : String.format(Locale.ROOT, "%.3g", value).replaceAll("\\.?0+$", "");
  }
}
