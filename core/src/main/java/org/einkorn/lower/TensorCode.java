package org.einkorn.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.Segments;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;

/** A tensor within a kernel: the variables that hold its levels' arrays and its values. */
record TensorCode(TensorType type, List<LevelFormat.Code> levels, Variable values) {
  TensorCode {
    levels = List.copyOf(levels);
  }

  /** The same tensor with another size of one level. */
  TensorCode withSize(int level, Exp size) {
    List<LevelFormat.Code> others = new ArrayList<>(levels);
    others.set(level, new LevelFormat.Code(levels.get(level).arrays(), size));
    return new TensorCode(type, others, values);
  }

  LevelFormat format(int level) {
    return type.format().level(level);
  }

  LevelFormat.Code level(int level) {
    return levels.get(level);
  }

  /** Adds the lists of levels that have coordinates in segments. */
  void addSegments(Map<Variable, Variable> segments) {
    for (int l = 0; l < levels.size(); l++) {
      LevelFormat.Code level = level(l);
      Segments.of(format(l))
          .ifPresent(s -> segments.put(level.array(s.list()), level.array(s.bounds())));
    }
  }

  LevelFormat.Iteration iteration(int level) {
    return format(level).iteration().orElseThrow();
  }
}
