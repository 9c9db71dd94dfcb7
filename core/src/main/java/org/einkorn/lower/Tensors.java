package org.einkorn.lower;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Type;
import org.einkorn.lattice.Cursor;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;

/** Variables for all tensors of a program and for the sizes of its index variables. */
final class Tensors {
  private final Map<String, TensorCode> tensors = new LinkedHashMap<>();
  private final Map<IndexVariable, Variable> sizes = new LinkedHashMap<>();
  private final Map<IndexVariable, IndexVariable> sameSize;
  private final List<Variable> variables = new ArrayList<>();
  private final List<KernelCode.Parameter> parameters = new ArrayList<>();

  Tensors(LoopProgram program, Names names) {
    Map<String, Access> sample = new LinkedHashMap<>();
    Set<IndexVariable> used = new LinkedHashSet<>(program.target().indices());
    sample.put(program.target().tensor(), program.target());
    collect(program.body(), sample, used);
    for (IndexVariable v : used) {
      IndexVariable given = program.sameSize().getOrDefault(v, v);
      sizes.computeIfAbsent(given, x -> names.fresh(x.name() + "Size", Type.INT32));
    }
    this.sameSize = program.sameSize();
    program
        .types()
        .forEach(
            (name, type) -> {
              if (sample.containsKey(name)) {
                tensors.put(name, declare(name, type, sample.get(name), names));
              }
            });
    for (String name : program.inputs().keySet()) {
      if (tensors.containsKey(name)) {
        addParameters(name, tensors.get(name));
      }
    }
    sizes.forEach(
        (v, size) -> {
          variables.add(size);
          parameters.add(new KernelCode.Size(v));
        });
  }

  private TensorCode declare(String name, TensorType type, Access access, Names names) {
    List<LevelFormat.Code> levels = new ArrayList<>();
    for (int l = 0; l < type.order(); l++) {
      List<Variable> arrays = new ArrayList<>();
      for (LevelFormat.ArraySpec spec : type.format().level(l).arrays()) {
        arrays.add(names.fresh(Cursor.label(name, l) + "_" + spec.name(), spec.type()));
      }
      levels.add(
          new LevelFormat.Code(arrays, size(access.indices().get(type.format().dimension(l)))));
    }
    return new TensorCode(type, levels, names.fresh(name + "_vals", Type.arrayOf(type.element())));
  }

  private void addParameters(String name, TensorCode code) {
    for (int l = 0; l < code.levels().size(); l++) {
      for (int k = 0; k < code.level(l).arrays().size(); k++) {
        variables.add(code.level(l).array(k));
        parameters.add(new KernelCode.LevelArray(name, l, k));
      }
    }
    variables.add(code.values());
    parameters.add(new KernelCode.Values(name));
  }

  private static void collect(
      Statement statement, Map<String, Access> sample, Set<IndexVariable> used) {
    switch (statement) {
      case Statement.Forall f -> {
        used.add(f.variable());
        collect(f.body(), sample, used);
      }
      case Statement.Sequence s -> s.parts().forEach(p -> collect(p, sample, used));
      case Statement.Where w -> {
        collect(w.consumer(), sample, used);
        collect(w.producer(), sample, used);
      }
      case Statement.Assign a -> {
        sample.putIfAbsent(a.target().tensor(), a.target());
        collect(a.value(), sample, used);
      }
    }
  }

  private static void collect(Expression e, Map<String, Access> sample, Set<IndexVariable> used) {
    if (e instanceof Access a) {
      sample.putIfAbsent(a.tensor(), a);
      used.addAll(a.indices());
    } else if (e instanceof IndexValue v) {
      used.add(v.variable());
    }
    Expressions.children(e).forEach(x -> collect(x, sample, used));
  }

  TensorCode get(String name) {
    return tensors.get(name);
  }

  Variable size(IndexVariable variable) {
    return sizes.get(sameSize.getOrDefault(variable, variable));
  }

  /** The parameters of the kernel and, in the same order, their meaning. */
  List<Variable> variables() {
    return variables;
  }

  List<KernelCode.Parameter> parameters() {
    return parameters;
  }
}
