package org.einkorn.lower;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.einkorn.format.Format;
import org.einkorn.format.IndexExpression;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;
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
  private final Map<IndexVariable, IndexExpression<IndexVariable>> derivedSizes;
  private final Map<IndexVariable, Exp> storedSizes = new LinkedHashMap<>();
  private final List<Variable> variables = new ArrayList<>();
  private final List<KernelCode.Parameter> parameters = new ArrayList<>();

  Tensors(LoopProgram program, Names names) {
    Map<String, Access> sample = new LinkedHashMap<>();
    Set<IndexVariable> used = new LinkedHashSet<>(program.target().indices());
    sample.put(program.target().tensor(), program.target());
    collect(program.body(), sample, used);
    for (IndexVariable v : List.copyOf(used)) {
      if (program.derivedSizes().containsKey(v)) {
        collectSizes(program.derivedSizes().get(v), used);
      }
    }
    for (IndexVariable v : used) {
      if (!program.derivedSizes().containsKey(v)
          && !hasStoredSize(v, sample.values(), program.types())) {
        sizes.put(v, names.fresh(v.name() + "Size", Type.INT32));
      }
    }
    this.derivedSizes = program.derivedSizes();
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

  /** The variables whose sizes an expression uses. */
  private static void collectSizes(IndexExpression<IndexVariable> e, Set<IndexVariable> used) {
    switch (e) {
      case IndexExpression.Value<IndexVariable> v -> {}
      case IndexExpression.Size<IndexVariable> s -> used.add(s.of());
      case IndexExpression.Constant<IndexVariable> c -> {}
      case IndexExpression.Add<IndexVariable> a -> {
        collectSizes(a.left(), used);
        collectSizes(a.right(), used);
      }
      case IndexExpression.Subtract<IndexVariable> s -> {
        collectSizes(s.left(), used);
        collectSizes(s.right(), used);
      }
      case IndexExpression.Multiply<IndexVariable> m -> collectSizes(m.left(), used);
      case IndexExpression.Divide<IndexVariable> d -> collectSizes(d.left(), used);
      case IndexExpression.Modulo<IndexVariable> m -> collectSizes(m.left(), used);
    }
  }

  /** Whether the variable runs over a level that stores its own size. */
  private static boolean hasStoredSize(
      IndexVariable v, Iterable<Access> accesses, Map<String, TensorType> types) {
    for (Access a : accesses) {
      Format format = types.get(a.tensor()).format();
      for (int l = 0; l < format.depth(); l++) {
        if (a.indices().get(format.dimension(l)).equals(v) && format.level(l).storesSize()) {
          return true;
        }
      }
    }
    return false;
  }

  private TensorCode declare(String name, TensorType type, Access access, Names names) {
    List<LevelFormat.Code> levels = new ArrayList<>();
    for (int l = 0; l < type.order(); l++) {
      List<Variable> arrays = new ArrayList<>();
      for (LevelFormat.ArraySpec spec : type.format().level(l).arrays()) {
        arrays.add(names.fresh(Cursor.label(name, l) + "_" + spec.name(), spec.type()));
      }
      LevelFormat level = type.format().level(l);
      IndexVariable v = access.indices().get(type.format().dimension(l));
      if (level.storesSize()) {
        storedSizes.put(v, level.storedSize(arrays));
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
      case Statement.Bind b -> {
        used.add(b.variable());
        collectSizes(b.value(), used);
        collect(b.body(), sample, used);
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

  Exp size(IndexVariable variable) {
    if (storedSizes.containsKey(variable)) {
      return storedSizes.get(variable);
    }
    return derivedSizes.containsKey(variable)
        ? arithmetic(derivedSizes.get(variable), v -> sizes.get(v))
        : sizes.get(variable);
  }

  /** Index arithmetic as code. */
  Exp arithmetic(IndexExpression<IndexVariable> e, Function<IndexVariable, Exp> values) {
    return switch (e) {
      case IndexExpression.Value<IndexVariable> v -> values.apply(v.of());
      case IndexExpression.Size<IndexVariable> s -> size(s.of());
      case IndexExpression.Constant<IndexVariable> c -> Imp.constant(c.value());
      case IndexExpression.Add<IndexVariable> a ->
          Imp.add(arithmetic(a.left(), values), arithmetic(a.right(), values));
      case IndexExpression.Subtract<IndexVariable> s ->
          Imp.subtract(arithmetic(s.left(), values), arithmetic(s.right(), values));
      case IndexExpression.Multiply<IndexVariable> m ->
          Imp.multiply(arithmetic(m.left(), values), Imp.constant(m.by()));
      case IndexExpression.Divide<IndexVariable> d ->
          Imp.divide(arithmetic(d.left(), values), Imp.constant(d.by()));
      case IndexExpression.Modulo<IndexVariable> m ->
          Imp.remainder(arithmetic(m.left(), values), Imp.constant(m.by()));
    };
  }

  /** The parameters of the kernel and, in the same order, their meaning. */
  List<Variable> variables() {
    return variables;
  }

  List<KernelCode.Parameter> parameters() {
    return parameters;
  }
}
