package org.einkorn.cli;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.einkorn.Tensor;
import org.einkorn.advice.FormatAdvice;
import org.einkorn.notation.OpenSizes;

/** The tensors that a statement reads: first their contents, then stored in their formats. */
final class Operands {
  private final Map<String, Input> inputs;
  private final Map<String, Content> contents;
  private final Map<String, int[]> dimensions;
  private final Terminal terminal;

  private Operands(
      Map<String, Input> inputs,
      Map<String, Content> contents,
      Map<String, int[]> dimensions,
      Terminal terminal) {
    this.inputs = inputs;
    this.contents = contents;
    this.dimensions = dimensions;
    this.terminal = terminal;
  }

  /** Reads everything that the statement needs, and settles the sizes that files left open. */
  static Operands read(
      Statement statement,
      Map<String, Input> inputs,
      Map<String, Integer> given,
      Terminal terminal) {
    dropUnused(statement, inputs, terminal);
    Map<String, Content> contents = new LinkedHashMap<>();
    Map<String, int[]> dimensions = new LinkedHashMap<>();
    Set<String> open = new LinkedHashSet<>();
    for (Input input : inputs.values()) {
      Content content = input.load(terminal);
      contents.put(input.name(), content);
      dimensions.put(input.name(), content.dimensions());
      if (!content.sizesKnown()) {
        open.add(input.name());
      }
    }
    return new Operands(
        inputs,
        contents,
        OpenSizes.settle(statement.assignment(), dimensions, open, given),
        terminal);
  }

  private static void dropUnused(
      Statement statement, Map<String, Input> inputs, Terminal terminal) {
    Set<String> unused = new LinkedHashSet<>(inputs.keySet());
    unused.removeAll(statement.reads().keySet());
    for (String name : unused) {
      terminal.note("Tensor " + name + " is given but '" + statement + "' does not read it.");
      inputs.remove(name);
    }
  }

  /** Stores each tensor in its format; this can be done once, for the contents are let go. */
  Map<String, Tensor> store() {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (Input input : inputs.values()) {
      String name = input.name();
      Content content = contents.remove(name);
      Consumer<FormatAdvice> chosen =
          advice -> terminal.note(name + " is stored as " + advice + ".");
      tensors.put(
          name,
          Input.about(name, () -> content.store(dimensions.get(name), input.place(), chosen)));
    }
    return tensors;
  }
}
