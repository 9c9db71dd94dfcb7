package org.einkorn.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.einkorn.advice.TensorLimit;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.storage.CoordinateList;

/**
 * A tensor that is made, not read: {@code ones(3,4)}, {@code sparse(100,100,0.01,seed=7)}. Random
 * ones are the same in every run; without a seed it comes from the tensor's name, so that two
 * tensors of a statement differ.
 */
record Generator(
    Kind kind, String text, List<Integer> dimensions, double density, OptionalLong seed) {
  /** The generators by the names that users write. */
  enum Kind {
    ZEROS("zeros(3,4)"),
    ONES("ones(3,4)"),
    EYE("eye(3)"),
    RANDOM("random(3,4)"),
    SPARSE("sparse(1000,1000,0.01)");

    private final String example;

    Kind(String example) {
      this.example = example;
    }

    private String word() {
      return example.substring(0, example.indexOf('('));
    }
  }

  private static final Pattern FORM =
      Pattern.compile("\\s*(\\w+)\\s*\\((.*)\\)\\s*", Pattern.DOTALL);
  private static final Pattern SEED = Pattern.compile("seed\\s*=\\s*([+-]?\\d+)");

  static boolean looksLikeOne(String text) {
    return FORM.matcher(text).matches();
  }

  static Generator parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(text);
    }
    Kind kind =
        Stream.of(Kind.values())
            .filter(k -> k.word().equals(form.group(1)))
            .findFirst()
            .orElseThrow(
                () ->
                    new EinkornException(
                        "No generator is called '"
                            + form.group(1)
                            + "'; there is "
                            + Stream.of(Kind.values())
                                .map(k -> k.example)
                                .collect(Collectors.joining(", "))
                            + "."));
    List<String> arguments = new ArrayList<>();
    if (!form.group(2).isBlank()) {
      Stream.of(form.group(2).split(",", -1)).map(String::strip).forEach(arguments::add);
    }
    OptionalLong seed = OptionalLong.empty();
    if (!arguments.isEmpty() && arguments.getLast().startsWith("seed")) {
      seed = OptionalLong.of(seed(text, arguments.removeLast()));
      if (kind != Kind.RANDOM && kind != Kind.SPARSE) {
        throw new EinkornException("In " + text + ": nothing is random, so there is no seed.");
      }
    }
    double density = 1;
    if (kind == Kind.SPARSE) {
      if (arguments.isEmpty()) {
        throw new EinkornException(
            "In " + text + ": the density is missing; write for example " + kind.example + ".");
      }
      density = density(text, arguments.removeLast());
    }
    List<Integer> dimensions = arguments.stream().map(a -> size(text, a)).toList();
    if (kind == Kind.EYE && dimensions.size() != 1) {
      throw new EinkornException(
          "In " + text + ": an identity matrix takes one size; write for example eye(3).");
    }
    return new Generator(kind, text, dimensions, density, seed);
  }

  private static long seed(String text, String argument) {
    Matcher seed = SEED.matcher(argument);
    try {
      if (seed.matches()) {
        return Long.parseLong(seed.group(1));
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new EinkornException(
        "In " + text + ": '" + argument + "' is no seed; write for example seed=7.");
  }

  private static double density(String text, String argument) {
    OptionalDouble density = Numbers.parse(argument);
    if (density.isEmpty() || !(density.getAsDouble() >= 0 && density.getAsDouble() <= 1)) {
      throw new EinkornException(
          "In "
              + text
              + ": the last argument is the density, a number from 0 to 1, not '"
              + argument
              + "'.");
    }
    return density.getAsDouble();
  }

  private static int size(String text, String argument) {
    try {
      int size = Integer.parseInt(argument);
      if (size >= 0) {
        return size;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new EinkornException(
        "In "
            + text
            + ": '"
            + argument
            + "' is no size; a size is an integer from 0 to "
            + Integer.MAX_VALUE
            + ".");
  }

  Content generate(String name) {
    SplittableRandom random = new SplittableRandom(seed.orElse(name.hashCode()));
    return switch (kind) {
      case ZEROS -> dense(allocate());
      case ONES -> {
        double[] values = allocate();
        Arrays.fill(values, 1);
        yield dense(values);
      }
      case RANDOM -> {
        double[] values = allocate();
        Arrays.setAll(values, k -> random.nextDouble());
        yield dense(values);
      }
      case EYE -> new Content.Entries(identity(), 0, true);
      case SPARSE ->
          new Content.Entries(SparseSample.draw(text, sizes(), density, random), 0, true);
    };
  }

  private Content dense(double[] values) {
    return new Content.Ready(Tensor.dense(values, sizes()));
  }

  private double[] allocate() {
    TensorType dense = TensorType.of(ElementType.FLOAT64, Formats.dense(dimensions.size()));
    TensorLimit.check(text, dense, sizes(), "use sparse(...)");
    return new double[dimensions.stream().reduce(1, (a, b) -> a * b)];
  }

  private int[] sizes() {
    return dimensions.stream().mapToInt(Integer::intValue).toArray();
  }

  private CoordinateList identity() {
    int size = dimensions.getFirst();
    CoordinateList list = new CoordinateList(ElementType.FLOAT64, size, size);
    for (int i = 0; i < size; i++) {
      list.add(1.0, i, i);
    }
    return list;
  }
}
