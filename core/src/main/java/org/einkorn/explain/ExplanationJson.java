package org.einkorn.explain;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** An explanation for programs. What is not known is left out. */
final class ExplanationJson {
  private ExplanationJson() {}

  static String print(Explanation e) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("statement", e.statement());
    all.put("cost", e.cost());
    all.put("tensors", e.tensors().stream().map(ExplanationJson::tensor).toList());
    all.put("loops", e.loops().lines().toList());
    all.put("plan", e.plan().lines().toList());
    all.put("choices", e.choices().stream().map(ExplanationJson::choice).toList());
    all.put("workspaces", e.spaces().stream().map(ExplanationJson::space).toList());
    all.put("warnings", e.warnings());
    e.analysis().ifPresent(a -> all.put("analysis", analysis(a)));
    StringBuilder out = new StringBuilder();
    write(all, 0, out);
    return out.append('\n').toString();
  }

  private static Map<String, Object> tensor(Explanation.Tensor t) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", t.name());
    fields.put("type", t.type());
    fields.put("result", t.isResult());
    put(fields, "size", t.size());
    put(fields, "stored", t.stored());
    put(fields, "bytes", t.bytes());
    t.fibres()
        .ifPresent(
            f -> {
              fields.put("fibres", f.count());
              fields.put("averageFibre", f.average());
              put(fields, "longestFibre", f.longest());
            });
    return fields;
  }

  private static Map<String, Object> choice(Explanation.Choice c) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("subject", c.subject());
    fields.put("chosen", c.chosen());
    fields.put("reason", c.reason());
    c.runnerUp()
        .ifPresent(
            r -> {
              fields.put("runnerUp", r.what());
              fields.put("timesTheCost", r.timesTheCost());
            });
    return fields;
  }

  private static Map<String, Object> space(Explanation.Space s) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", s.name());
    fields.put("kind", s.what());
    fields.put("purpose", s.why());
    put(fields, "bytes", s.bytes());
    return fields;
  }

  private static Map<String, Object> analysis(Explanation.Analysis a) {
    Map<String, Object> phases = new LinkedHashMap<>();
    a.phases().forEach(p -> phases.put(p.name(), p.seconds()));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("seconds", phases);
    fields.put("stored", a.nonzeros());
    fields.put("bytesMoved", a.bytes());
    fields.put("bandwidth", a.bandwidth());
    fields.put("shareOfBandwidth", a.share());
    fields.put("chunks", a.chunks().all());
    fields.put("chunksInVectors", a.chunks().inVectors());
    fields.put("chunksAsMachineCode", a.chunks().asMachineCode());
    return fields;
  }

  private static void put(Map<String, Object> fields, String name, Optional<?> value) {
    value.ifPresent(v -> fields.put(name, v));
  }

  private static void put(Map<String, Object> fields, String name, OptionalDouble value) {
    value.ifPresent(v -> fields.put(name, v));
  }

  private static void write(Object value, int indent, StringBuilder out) {
    switch (value) {
      case Map<?, ?> map -> {
        out.append("{");
        String separator = "\n";
        for (Map.Entry<?, ?> e : map.entrySet()) {
          out.append(separator).append("  ".repeat(indent + 1));
          write(e.getKey(), indent, out);
          out.append(": ");
          write(e.getValue(), indent + 1, out);
          separator = ",\n";
        }
        out.append(map.isEmpty() ? "}" : "\n" + "  ".repeat(indent) + "}");
      }
      case List<?> list -> {
        out.append("[");
        String separator = "\n";
        for (Object element : list) {
          out.append(separator).append("  ".repeat(indent + 1));
          write(element, indent + 1, out);
          separator = ",\n";
        }
        out.append(list.isEmpty() ? "]" : "\n" + "  ".repeat(indent) + "]");
      }
      case Long number -> out.append(number);
      case Double d ->
          out.append(
              d == Math.rint(d) && Math.abs(d) < 1e15
                  ? Long.toString(d.longValue())
                  : Double.toString(d));
      case Boolean b -> out.append(b);
      default -> string(value.toString(), out);
    }
  }

  private static void string(String text, StringBuilder out) {
    out.append('"');
    for (int k = 0; k < text.length(); k++) {
      char c = text.charAt(k);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        default -> {
          if (c < ' ') {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
