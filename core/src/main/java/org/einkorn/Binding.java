package org.einkorn;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.advice.TensorLimit;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.OpenSizes;
import org.einkorn.notation.Sizes;
import org.einkorn.storage.Storage;

/** Checks tensors against what a kernel was compiled for, and finds the sizes of its variables. */
final class Binding {
  private final Assignment assignment;
  private final Map<String, TensorType> types;
  private final TensorType resultType;
  private final Map<String, Integer> given;

  /** The tensors that came last, which are not kept for that. */
  private volatile WeakReference<Seen> seen = new WeakReference<>(null);

  private record Seen(Map<String, Tensor> tensors, Bound bound) {
    boolean isFor(Map<String, Tensor> others) {
      for (Map.Entry<String, Tensor> own : tensors.entrySet()) {
        Tensor other = others.get(own.getKey());
        if (other != own.getValue()) {
          return false;
        }
        other.storage(); // refused if it was given up
      }
      return true;
    }
  }

  /** What was found last: a kernel that runs again usually sees tensors of the same sizes again. */
  private volatile Settled last;

  private record Settled(
      Map<String, List<Integer>> dimensions, Map<IndexVariable, Integer> sizes) {}

  /** What a kernel runs on: tensors by name, and the size of every variable. */
  record Bound(Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {}

  /**
   * @param types those of tensors that may be given, also of some that are not in the statement
   * @param given sizes for variables, by the name that was written
   */
  Binding(
      Assignment assignment,
      Map<String, TensorType> types,
      TensorType resultType,
      Map<String, Integer> given) {
    this.assignment = assignment;
    this.types = used(assignment, types);
    this.resultType = resultType;
    this.given = given;
  }

  /** Of those given, the tensors that are in the statement. */
  private static Map<String, TensorType> used(
      Assignment assignment, Map<String, TensorType> types) {
    Map<String, TensorType> used = new LinkedHashMap<>(types);
    Set<String> names = new HashSet<>(Set.of(assignment.target().tensor()));
    Expressions.accesses(assignment.value()).forEach(access -> names.add(access.tensor()));
    used.keySet().retainAll(names);
    return used;
  }

  /** The types of the tensors that are read. */
  Map<String, TensorType> types() {
    return types;
  }

  /**
   * The same tensors, those whose sizes are open enlarged to what their variables have. It gives
   * the same for the same as the last time.
   */
  Bound bind(Map<String, Tensor> tensors) {
    Seen recent = seen.get();
    if (recent != null && recent.isFor(tensors)) {
      return recent.bound;
    }
    Bound bound = bindAnew(tensors);
    Map<String, Tensor> used = new HashMap<>(tensors);
    used.keySet().retainAll(types.keySet());
    seen = new WeakReference<>(new Seen(used, bound));
    return bound;
  }

  private Bound bindAnew(Map<String, Tensor> tensors) {
    Settled settled = last;
    boolean known = settled != null;
    Map<String, Storage> inputs = new HashMap<>();
    for (Map.Entry<String, TensorType> expected : types.entrySet()) {
      String name = expected.getKey();
      Tensor tensor = tensors.get(name);
      check(name, expected.getValue(), tensor);
      Storage storage = tensor.storage();
      known =
          known && tensor.sizesKnown() && storage.dimensions().equals(settled.dimensions.get(name));
      inputs.put(name, storage);
    }
    return known ? new Bound(inputs, settled.sizes) : settle(tensors);
  }

  private static void check(String name, TensorType expected, Tensor tensor) {
    if (tensor == null) {
      throw new EinkornException("No tensor '" + name + "' was given.");
    }
    if (!tensor.type().equals(expected)) {
      throw new EinkornException(
          "The kernel was compiled for "
              + name
              + " as "
              + expected
              + ", not as "
              + tensor.type()
              + "; convert it with to(format) or compile for its type.");
    }
  }

  private Bound settle(Map<String, Tensor> tensors) {
    Map<String, int[]> dimensions = new HashMap<>();
    Set<String> open = new HashSet<>();
    for (String name : types.keySet()) {
      dimensions.put(name, tensors.get(name).dimensions());
      if (!tensors.get(name).sizesKnown()) {
        open.add(name);
      }
    }
    dimensions = OpenSizes.settle(assignment, dimensions, open, given);
    Map<IndexVariable, Integer> sizes = Sizes.infer(assignment, dimensions, given);
    checkSize(sizes, dimensions);
    Map<String, Storage> inputs = new HashMap<>();
    Map<String, List<Integer>> found = new HashMap<>();
    dimensions.forEach(
        (name, settled) -> {
          Storage storage = tensors.get(name).resized(settled).storage();
          inputs.put(name, storage);
          found.put(name, storage.dimensions());
        });
    last = new Settled(found, sizes);
    return new Bound(inputs, sizes);
  }

  /** The size of the result; if it is a part of a tensor, the size of that. */
  private int[] resultDimensions(Map<IndexVariable, Integer> sizes, Map<String, int[]> tensors) {
    Access target = assignment.target();
    return target.windows().isEmpty()
        ? target.indices().stream().mapToInt(sizes::get).toArray()
        : tensors.get(target.tensor());
  }

  /** Refuses a result that is too large whatever is computed. */
  private void checkSize(Map<IndexVariable, Integer> sizes, Map<String, int[]> tensors) {
    int[] dimensions = resultDimensions(sizes, tensors);
    TensorLimit.check(
        "The result " + assignment.target().tensor() + " of size " + Tensor.sizes(dimensions),
        resultType,
        dimensions,
        "choose a sparse format for it");
  }
}
