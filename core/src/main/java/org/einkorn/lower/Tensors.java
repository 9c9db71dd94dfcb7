package org.einkorn.lower;

import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.max;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.einkorn.format.Format;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Exp;
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
  private final SizeCode sizes;
  private final List<Variable> variables = new ArrayList<>();
  private final List<KernelCode.Parameter> parameters = new ArrayList<>();

  Tensors(LoopProgram program, Names names) {
    Map<String, Set<Access>> accesses = new LinkedHashMap<>();
    Set<IndexVariable> used = new LinkedHashSet<>(program.target().indices());
    add(program.target(), accesses);
    collect(program.body(), accesses, used);
    Map<String, TensorType> types = program.types();
    Set<IndexVariable> stored = new HashSet<>();
    accesses.forEach(
        (name, all) ->
            all.forEach(a -> storingLevels(a, types.get(name), (v, l) -> stored.add(v))));
    this.sizes = new SizeCode(used, stored, program.derivedSizes(), names);
    types.forEach(
        (name, type) -> {
          if (accesses.containsKey(name)) {
            tensors.put(name, declare(name, type, accesses.get(name), names));
          }
        });
    for (String name : program.inputs().keySet()) {
      if (tensors.containsKey(name)) {
        addParameters(name, tensors.get(name));
      }
    }
    sizes
        .parameters()
        .forEach(
            (v, size) -> {
              variables.add(size);
              parameters.add(new KernelCode.Size(v));
            });
  }

  /** Visits the levels of an access that store the size of their variable. */
  private static void storingLevels(
      Access access, TensorType type, BiConsumer<IndexVariable, Integer> visitor) {
    Format format = type.format();
    for (int l = 0; l < format.depth(); l++) {
      if (format.level(l).storesSize()) {
        visitor.accept(access.indices().get(format.dimension(l)), l);
      }
    }
  }

  private TensorCode declare(String name, TensorType type, Set<Access> accesses, Names names) {
    List<List<Variable>> arrays = new ArrayList<>();
    for (int l = 0; l < type.order(); l++) {
      List<Variable> own = new ArrayList<>();
      for (LevelFormat.ArraySpec spec : type.format().level(l).arrays()) {
        own.add(names.fresh(Cursor.label(name, l) + "_" + spec.name(), spec.type()));
      }
      arrays.add(own);
    }
    for (Access access : accesses) {
      storingLevels(
          access, type, (v, l) -> sizes.store(v, type.format().level(l).storedSize(arrays.get(l))));
    }
    List<LevelFormat.Code> levels = new ArrayList<>();
    Access any = accesses.iterator().next();
    for (int l = 0; l < type.order(); l++) {
      IndexVariable v = any.indices().get(type.format().dimension(l));
      levels.add(new LevelFormat.Code(arrays.get(l), sizes.of(v)));
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

  private static void add(Access access, Map<String, Set<Access>> accesses) {
    accesses.computeIfAbsent(access.tensor(), name -> new LinkedHashSet<>()).add(access);
  }

  private static void collect(
      Statement statement, Map<String, Set<Access>> accesses, Set<IndexVariable> used) {
    switch (statement) {
      case Statement.Forall f -> {
        used.add(f.variable());
        collect(f.body(), accesses, used);
      }
      case Statement.Bind b -> {
        used.add(b.variable());
        SizeCode.collectSizes(b.value(), used);
        collect(b.body(), accesses, used);
      }
      case Statement.Sequence s -> s.parts().forEach(p -> collect(p, accesses, used));
      case Statement.Where w -> {
        collect(w.consumer(), accesses, used);
        collect(w.producer(), accesses, used);
      }
      case Statement.Assign a -> {
        add(a.target(), accesses);
        collect(a.value(), accesses, used);
      }
    }
  }

  private static void collect(
      Expression e, Map<String, Set<Access>> accesses, Set<IndexVariable> used) {
    if (e instanceof Access a) {
      add(a, accesses);
      used.addAll(a.indices());
    } else if (e instanceof IndexValue v) {
      used.add(v.variable());
    }
    Expressions.children(e).forEach(x -> collect(x, accesses, used));
  }

  TensorCode get(String name) {
    return tensors.get(name);
  }

  /** How many values the operand has that has most. */
  Exp longestInput() {
    return parameters.stream()
        .filter(p -> p instanceof KernelCode.Values)
        .map(p -> get(((KernelCode.Values) p).tensor()).values())
        .<Exp>map(Exp.Length::new)
        .reduce((a, b) -> max(a, b))
        .orElse(constant(0));
  }

  /** The lists in which operands have coordinates in order, and what says where these begin. */
  Map<Variable, Variable> segments() {
    Map<Variable, Variable> segments = new LinkedHashMap<>();
    parameters.stream()
        .filter(p -> p instanceof KernelCode.Values)
        .map(p -> get(((KernelCode.Values) p).tensor()))
        .forEach(code -> code.addSegments(segments));
    return segments;
  }

  SizeCode sizes() {
    return sizes;
  }

  /** The parameters of the kernel and, in the same order, their meaning. */
  List<Variable> variables() {
    return variables;
  }

  List<KernelCode.Parameter> parameters() {
    return parameters;
  }
}
