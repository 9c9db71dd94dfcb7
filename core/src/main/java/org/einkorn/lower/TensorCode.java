package org.einkorn.lower;

import java.util.List;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Exp.Variable;

/** A tensor within a kernel: the variables that hold its levels' arrays and its values. */
record TensorCode(TensorType type, List<LevelFormat.Code> levels, Variable values) {
  TensorCode {
    levels = List.copyOf(levels);
  }

  LevelFormat format(int level) {
    return type.format().level(level);
  }

  LevelFormat.Code level(int level) {
    return levels.get(level);
  }

  LevelFormat.Iteration iteration(int level) {
    return format(level).iteration().orElseThrow();
  }
}
