package org.einkorn.schedule;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.einkorn.storage.Storage;

/** What is known about the sizes of the tensors of a statement; of some perhaps nothing. */
public record Measurements(Map<String, TensorStatistics> tensors) {
  public static final Measurements NONE = new Measurements(Map.of());

  /** Where so little is stored, any loops are fast. */
  private static final double LITTLE = 4096;

  public Measurements {
    tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
  }

  public static Measurements of(Map<String, Storage> tensors) {
    Map<String, TensorStatistics> all = new LinkedHashMap<>();
    tensors.forEach((name, tensor) -> all.put(name, TensorStatistics.of(tensor)));
    return new Measurements(all);
  }

  public Optional<TensorStatistics> of(String tensor) {
    return Optional.ofNullable(tensors.get(tensor));
  }

  /**
   * What loops are chosen by. Numbers are rounded, so that one kernel serves tensors that differ
   * little. Small tensors are not measured at all: the loops are then those for large ones, and a
   * kernel that was compiled with a small example is good for any.
   */
  public Measurements decisive() {
    double stored = tensors.values().stream().mapToDouble(TensorStatistics::stored).sum();
    if (stored <= LITTLE) {
      return NONE;
    }
    Map<String, TensorStatistics> rounded = new LinkedHashMap<>();
    tensors.forEach((name, statistics) -> rounded.put(name, statistics.rounded()));
    return new Measurements(rounded);
  }

  /** The same for tensors under other names. */
  public Measurements renamed(UnaryOperator<Map<String, TensorStatistics>> renaming) {
    return tensors.isEmpty() ? this : new Measurements(renaming.apply(tensors));
  }

  /** Different for any two that differ. */
  public String key() {
    return tensors.entrySet().stream()
        .map(e -> e.getKey() + e.getValue().sizes() + e.getValue().positions())
        .collect(Collectors.joining());
  }
}
