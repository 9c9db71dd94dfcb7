package org.einkorn.runtime;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.einkorn.backend.jvm.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.imp.Optimiser;
import org.einkorn.lower.ChunkCode;

/**
 * Makes a result of parts, one from each chunk. They are appended to arrays of their own and then
 * joined or, where a result of the same layout may be written over, to where that one has them:
 * then there is nothing to join, if each has as many entries as the last time. If one has more, all
 * begin anew.
 */
final class Joining {
  private final ChunkCode code;
  private final Join join;
  private final OldParts oldParts;
  private final Supplier<Optional<ChunkCode>> inPlaceCode;

  /** The chunk that writes to a place; null if it was not asked for yet. */
  private Optional<CompiledFunction> inPlace;

  /**
   * @param inPlaceCode the same for parts that are written to where another result has them
   */
  Joining(ChunkCode code, Supplier<Optional<ChunkCode>> inPlaceCode) {
    this.code = code;
    this.join = new Join(code.chunks().program().targetType().format());
    this.oldParts = new OldParts(code);
    this.inPlaceCode = inPlaceCode;
  }

  /**
   * The arrays of the result of so many chunks.
   *
   * @param arguments those of a chunk; the last are for arrays that its part is appended to
   * @param run runs a chunk
   * @param old arrays that may be written over
   */
  Object[] run(
      int count,
      IntFunction<Object[]> arguments,
      UnaryOperator<Object[]> run,
      Optional<List<Object>> old,
      Fit fit) {
    Optional<int[]> places =
        old.flatMap(arrays -> fit.places(count, Array.getLength(arrays.getLast())))
            .filter(found -> inPlace().isPresent() && fit.triesNext());
    Optional<AppendedPart[]> placed =
        places.flatMap(found -> inPlaces(found, arguments, old.orElseThrow()));
    Object[] whole;
    if (placed.isPresent()) {
      whole = join.join(placed.get(), old);
      fit.joined(placed.get());
    } else {
      AppendedPart[] parts = oldParts.take(count);
      Workers.runChunks(
          count,
          k -> {
            Object[] given = arguments.apply(k);
            oldParts.give(parts[k], given);
            parts[k] = join.part(run.apply(given), 0);
          });
      whole = join.join(parts, old);
      fit.joined(parts);
      oldParts.keep(parts);
    }
    boolean fitted = placed.isPresent() && whole[whole.length - 1] == old.orElseThrow().getLast();
    if (fitted) {
      fit.fitted();
    } else if (places.isPresent()) {
      fit.outgrew();
    }
    return whole;
  }

  /** Arguments for a chunk whose result nobody reads. */
  void giveNothing(Object[] arguments) {
    oldParts.give(null, arguments);
  }

  /** Parts that are written to their places; empty if one is too long. */
  private Optional<AppendedPart[]> inPlaces(
      int[] places, IntFunction<Object[]> arguments, List<Object> old) {
    oldParts.forget();
    AppendedPart[] parts = new AppendedPart[places.length - 1];
    try {
      Workers.runChunks(
          parts.length,
          k -> {
            parts[k] = inPlace(arguments.apply(k), places[k], old);
            Objects.checkIndex(parts[k].entries(), places[k + 1] - places[k] + 1);
          });
      return Optional.of(parts);
    } catch (IndexOutOfBoundsException e) {
      return Optional.empty(); // it may have written over the next one
    }
  }

  private AppendedPart inPlace(Object[] arguments, int place, List<Object> old) {
    int renewed = code.renewed().size();
    Object[] placed = Arrays.copyOf(arguments, arguments.length + 1);
    placed[arguments.length - renewed] = place;
    for (int k = 0; k < renewed; k++) {
      placed[placed.length - renewed + k] = old.get(code.renewed().get(k));
    }
    return join.part(inPlace().orElseThrow().run(placed), place);
  }

  /** Made when it is first needed; empty if there is none that takes the same arguments. */
  private synchronized Optional<CompiledFunction> inPlace() {
    if (inPlace == null) {
      inPlace =
          (code.renewed().isEmpty() ? Optional.<ChunkCode>empty() : inPlaceCode.get())
              .filter(c -> c.shared().equals(code.shared()) && c.renewed().equals(code.renewed()))
              .map(c -> JvmCompiler.compile(Optimiser.split(c.chunk())));
    }
    return inPlace;
  }
}
