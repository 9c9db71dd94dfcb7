package org.einkorn.support;

import java.util.List;
import java.util.stream.IntStream;
import org.einkorn.CancelledException;

/**
 * A function that somebody gave to a kernel threw its cause. The variables are those of the kernel,
 * so somebody who knows what they are called outside must say it again.
 */
public final class FunctionFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The value of a variable where it happened. */
  public record Place(String variable, int coordinate) {}

  private final String function;
  private final transient List<Place> places;

  private FunctionFailure(Throwable cause, String function, List<Place> places) {
    super(function + " failed at " + places, cause, false, false);
    this.function = function;
    this.places = places;
  }

  /**
   * What to throw in place of what a function threw. That the machine is exhausted, or that the run
   * was cancelled, is no failure of the function; nor is a failure inside of it told twice.
   */
  public static RuntimeException of(
      Throwable cause, String function, String[] variables, int[] coordinates) {
    return switch (cause) {
      case OutOfMemoryError e -> throw e;
      case CancelledException e -> e;
      case FunctionFailure e -> e;
      default ->
          new FunctionFailure(
              cause,
              function,
              IntStream.range(0, variables.length)
                  .mapToObj(k -> new Place(variables[k], coordinates[k]))
                  .toList());
    };
  }

  public String function() {
    return function;
  }

  public List<Place> places() {
    return places;
  }
}
