package org.einkorn.imp;

import java.util.List;
import java.util.Optional;

/**
 * Code for places that come in order and once each: they need not be touched, for what is done with
 * them in the end can be done at once.
 *
 * <pre>
 * for (p …) { … touch(j) }
 * →
 * for (p …) { … out[used] = x; used++; }
 * </pre>
 */
final class StraightTouches {
  private StraightTouches() {}

  /** Whether all that statements touch is a place of a segment, without conditions. */
  static boolean arePossible(List<Stmt> touching, TouchedSegments segments) {
    return touching.stream().allMatch(s -> isPlain(s, segments));
  }

  private static boolean isPlain(Stmt s, TouchedSegments segments) {
    return switch (s) {
      case Stmt.For f when segments.coordinates(f).isPresent() -> TouchedSegments.isPlain(f);
      case Stmt.For f -> isPlain(f.body(), segments);
      case Stmt.Block b -> b.statements().stream().allMatch(part -> isPlain(part, segments));
      case Stmt.Declare d -> true;
      default -> false;
    };
  }

  static Stmt of(Stmt s, TouchUse use, LocalNames names) {
    Optional<Touch> touch = Touch.of(s);
    return touch.isPresent()
        ? new Stmt.Block(use.of(touch.get().place(), touch.get().value(), names))
        : Walk.map(s, e -> e, part -> of(part, use, names));
  }
}
