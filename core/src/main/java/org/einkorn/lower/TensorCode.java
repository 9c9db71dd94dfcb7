package org.einkorn.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Type;

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

  /** Adds the lists of levels whose children have their coordinates side by side, in order. */
  void addSegments(Map<Variable, Variable> segments) {
    Variable parent = Imp.variable("parent", Type.INT32);
    Exp next = Imp.add(parent, Imp.constant(1));
    for (int l = 0; l < levels.size(); l++) {
      LevelFormat.Properties properties = format(l).properties();
      if (properties.ordered()
          && properties.unique()
          && !properties.padded()
          && format(l).iteration().isPresent()
          && iteration(l).children(level(l), new LevelFormat.Range(parent, next))
              instanceof
              LevelFormat.Range(
                  Exp.Load(Variable begins, Exp first),
                  Exp.Load(Variable ends, Exp second))
          && begins.equals(ends)
          && first.equals(parent)
          && second.equals(next)
          && iteration(l).coordinate(level(l), parent) instanceof Exp.Load(Variable list, Exp at)
          && at.equals(parent)) {
        segments.put(list, begins);
      }
    }
  }

  LevelFormat.Iteration iteration(int level) {
    return format(level).iteration().orElseThrow();
  }
}
