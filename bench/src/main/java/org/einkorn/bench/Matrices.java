package org.einkorn.bench;

import org.einkorn.bench.data.Csr;

/** The matrices that benchmarks name, always the same. */
final class Matrices {
  private Matrices() {}

  static Csr get(String name, long seed) {
    return switch (name) {
      case "random-40k" -> Csr.random(4_000, 10, seed);
      case "banded-400k" -> Csr.banded(40_000, 10, seed);
      case "random-400k" -> Csr.random(40_000, 10, seed);
      case "random-1M" -> Csr.random(100_000, 10, seed);
      case "random-5M" -> Csr.random(500_000, 10, seed);
      default -> throw new IllegalArgumentException(name);
    };
  }
}
