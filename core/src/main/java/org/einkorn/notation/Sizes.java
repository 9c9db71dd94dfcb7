package org.einkorn.notation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.einkorn.EinkornException;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Reductions.Bound;

/**
 * How many values each index variable takes: the size of the dimensions it indexes, which must
 * agree, or what the user gives.
 */
public final class Sizes {
  /** A size and, for a message, who says so. */
  private record Evidence(int size, String phrase) {}

  private final Bound bound;
  private final Map<String, int[]> dimensions;
  private final Map<IndexVariable, Evidence> evidence = new LinkedHashMap<>();

  private Sizes(Bound bound, Map<String, int[]> dimensions) {
    this.bound = bound;
    this.dimensions = dimensions;
  }

  /**
   * The sizes of all variables of the bound statement, in the order of appearance.
   *
   * @param assignment the statement as written, so that a variable is known to be one even where it
   *     is summed in two places; a statement that is bound already works too, but its variables are
   *     all different
   * @param dimensions of every tensor the right side reads, and of the target if it exists already
   * @param given sizes for variables, by the name that was written
   */
  public static Map<IndexVariable, Integer> infer(
      Assignment assignment, Map<String, int[]> dimensions, Map<String, Integer> given) {
    Sizes sizes = new Sizes(Reductions.bindTracked(assignment), dimensions);
    return sizes.infer(given);
  }

  private Map<IndexVariable, Integer> infer(Map<String, Integer> given) {
    Assignment assignment = bound.assignment();
    List<Access> accesses = new ArrayList<>(Expressions.accesses(assignment.value()));
    for (Access access : accesses) {
      if (!dimensions.containsKey(access.tensor())) {
        throw new EinkornException(
            "No tensor '"
                + access.tensor()
                + "' was given, but "
                + shown(access)
                + " reads it; "
                + known()
                + ".");
      }
    }
    if (dimensions.containsKey(assignment.target().tensor())) {
      accesses.addFirst(assignment.target());
    }
    Set<IndexVariable> variables = new LinkedHashSet<>(assignment.target().indices());
    collect(assignment.value(), variables);
    accesses.forEach(this::addDimensions);
    variables.forEach(variable -> addGiven(variable, given));
    WindowSizes.valid(accesses, dimensions, this::sizeOf)
        .forEach((variable, size) -> add(variable, new Evidence(size, "")));
    Map<IndexVariable, Integer> result = new LinkedHashMap<>();
    for (IndexVariable variable : variables) {
      Evidence known = evidence.get(representative(variable));
      if (known == null) {
        throw missing(variable, accesses);
      }
      result.put(variable, known.size);
    }
    return result;
  }

  private Optional<Integer> sizeOf(IndexVariable variable) {
    return Optional.ofNullable(evidence.get(representative(variable))).map(Evidence::size);
  }

  private static void collect(Expression e, Set<IndexVariable> variables) {
    if (e instanceof Reduce reduce) {
      variables.add(reduce.variable());
    }
    variables.addAll(Expressions.variables(e));
    Expressions.children(e).forEach(child -> collect(child, variables));
  }

  /**
   * After the tensors' sizes are known: a given one may repeat them but not change them. Where two
   * variables were written with one name, it means the one that kept the name; the other takes it
   * only if it has no size.
   */
  private void addGiven(IndexVariable variable, Map<String, Integer> given) {
    Integer size = given.get(written(variable).name());
    if (size == null) {
      return;
    }
    if (size < 0) {
      throw new EinkornException(
          "The size given for variable "
              + written(variable)
              + " is "
              + size
              + "; a size is 0 or more.");
    }
    IndexVariable one = representative(variable);
    Evidence known = evidence.putIfAbsent(one, new Evidence(size, ""));
    if (known != null && known.size != size && one.equals(written(variable))) {
      throw new EinkornException(
          "Variable "
              + written(variable)
              + " was given size "
              + size
              + " but "
              + known.phrase
              + "; give no size or that one.");
    }
  }

  private void addDimensions(Access access) {
    int[] sizes = dimensions.get(access.tensor());
    int used = access.order();
    if (sizes.length != used) {
      throw new EinkornException(
          access.tensor()
              + " has order "
              + sizes.length
              + " but is used with "
              + (used == 1 ? "1 index" : used + " indices")
              + " in "
              + shown(access)
              + ".");
    }
    for (int d = 0; d < sizes.length; d++) {
      int dimension = d;
      String where = " as dimension " + (d + 1) + " of " + shown(access);
      access
          .plain(d)
          .ifPresent(
              v -> add(v, new Evidence(sizes[dimension], "has size " + sizes[dimension] + where)));
      OptionalInt count = WindowSizes.count(access, d, sizes[d], shown(access));
      if (count.isPresent()) {
        IndexVariable v = access.indices().get(access.windows().get(d).variables().getFirst());
        add(v, new Evidence(count.getAsInt(), "takes " + count.getAsInt() + " values" + where));
      }
    }
  }

  private void add(IndexVariable variable, Evidence found) {
    Evidence earlier = evidence.putIfAbsent(representative(variable), found);
    if (earlier != null && earlier.size != found.size) {
      throw new EinkornException(
          "Variable "
              + written(variable)
              + " "
              + earlier.phrase
              + " but "
              + found.phrase
              + "; use another variable for one of them or tensors of the same size.");
    }
  }

  /** One written variable that is summed in several places has one size. */
  private IndexVariable representative(IndexVariable variable) {
    return bound.copies().getOrDefault(variable, variable);
  }

  private IndexVariable written(IndexVariable variable) {
    return bound.written().getOrDefault(variable, variable);
  }

  private String shown(Access access) {
    return Printer.print(Expressions.substitute(access, bound.written()));
  }

  private String known() {
    return dimensions.isEmpty()
        ? "no tensors were given"
        : "given: " + String.join(", ", new TreeSet<>(dimensions.keySet()));
  }

  private EinkornException missing(IndexVariable open, List<Access> accesses) {
    IndexVariable variable = written(open);
    String reason =
        accesses.stream()
            .filter(a -> dimensions.containsKey(a.tensor()) && a.indices().contains(open))
            .findFirst()
            .map(a -> shown(a) + " alone does not tell it")
            .orElse("it indexes no given tensor");
    return new EinkornException(
        "Variable "
            + variable
            + " has no size because "
            + reason
            + "; give it one: --dim "
            + variable
            + "=5 on the command line, size(\""
            + variable
            + "\", 5) in Java.");
  }
}
