package org.einkorn.runtime;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.einkorn.imp.Optimiser;
import org.einkorn.lower.ChunkCode;
import org.einkorn.support.Workers;

/**
 * Makes a result of parts, one from each chunk. They are appended to arrays of their own and then
 * joined.
 *
 * <p>Where a result of the same format may be written over, they are written right into its arrays,
 * as if each had as many entries as that of the last result; if they do, there is nothing to join.
 * A part that has more runs over into the next one. Chunks never read what they append, so this
 * spoils nothing but the parts, and all begin anew in arrays of their own.
 */
final class Joining {
  private final ChunkCode code;
  private final Join join;
  private final OldParts oldParts;
  private final Supplier<Optional<ChunkCode>> inPlaceCode;

  /** The chunk that appends at an offset; null if it was not asked for yet. */
  private Optional<InPlace> inPlace;

  private record InPlace(LoopTwin function, Workspaces workspaces) {
    static InPlace of(ChunkCode code) {
      return new InPlace(
          LoopTwin.ofChunk(Optimiser.split(code.chunk()), code.workspaces(), Use.ofMachineCode()),
          new Workspaces(code.workspaces(), code.chunk()));
    }

    Object[] run(Object[] arguments) {
      return workspaces.run(arguments, function::run);
    }
  }

  /**
   * @param inPlaceCode the same for parts that are written into the arrays of another result
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
    Optional<Object[]> written = old.flatMap(arrays -> runInPlace(count, arguments, arrays, fit));
    return written.orElseGet(() -> runAndJoin(count, arguments, run, old, fit));
  }

  /** What ran in place as machine code. */
  synchronized ChunkRuns runs() {
    return inPlace == null
        ? ChunkRuns.NONE
        : inPlace.map(i -> i.function().runs()).orElse(ChunkRuns.NONE);
  }

  /** Arguments for a chunk whose result nobody reads. */
  void giveNothing(Object[] arguments) {
    oldParts.give(null, arguments);
  }

  private Object[] runAndJoin(
      int count,
      IntFunction<Object[]> arguments,
      UnaryOperator<Object[]> run,
      Optional<List<Object>> old,
      Fit fit) {
    AppendedPart[] parts = oldParts.take(count);
    Workers.runChunks(
        count,
        k -> {
          Object[] given = arguments.apply(k);
          oldParts.give(parts[k], given);
          parts[k] = join.part(run.apply(given), 0);
        });
    Object[] whole = join.join(parts, old);
    fit.joined(parts);
    oldParts.keep(parts);
    return whole;
  }

  /**
   * The same in the arrays of an old result; empty if that is not worth a try, or if a part turns
   * out to be too long. Who listens to progress would hear of both attempts, so there is but one.
   */
  private Optional<Object[]> runInPlace(
      int count, IntFunction<Object[]> arguments, List<Object> old, Fit fit) {
    Optional<int[]> offsets =
        fit.offsets(count, Array.getLength(old.getLast()))
            .filter(o -> !Workers.isListening() && inPlace().isPresent())
            .filter(o -> fit.triesNext());
    if (offsets.isEmpty()) {
      return Optional.empty();
    }
    AppendedPart[] parts = new AppendedPart[count];
    try {
      Workers.runChunks(
          count, k -> parts[k] = runInPlace(arguments.apply(k), offsets.get(), k, old));
    } catch (PartTooLong e) {
      fit.missed();
      return Optional.empty();
    }
    Object[] whole = join.join(parts, Optional.of(old));
    fit.joined(parts);
    if (whole[whole.length - 1] == old.getLast()) {
      fit.fitted();
      oldParts.forget(); // they only take memory while results are written in place
    } else {
      fit.missed(); // parts are shorter, and had to be copied to new arrays
    }
    return Optional.of(whole);
  }

  private AppendedPart runInPlace(Object[] arguments, int[] offsets, int k, List<Object> old) {
    int renewed = code.renewed().size();
    Object[] given = Arrays.copyOf(arguments, arguments.length + 1);
    given[arguments.length - renewed] = offsets[k];
    for (int r = 0; r < renewed; r++) {
      given[given.length - renewed + r] = old.get(code.renewed().get(r));
    }
    AppendedPart part;
    try {
      part = join.part(inPlace().orElseThrow().run(given), offsets[k]);
    } catch (ArrayIndexOutOfBoundsException e) {
      throw new PartTooLong(); // for all there is
    }
    if (part.entries() > offsets[k + 1] - offsets[k]) {
      throw new PartTooLong();
    }
    return part;
  }

  /** Ends an attempt; nobody else gets to see it. */
  private static final class PartTooLong extends RuntimeException {
    private static final long serialVersionUID = 1;

    PartTooLong() {
      super("a part of a result is too long", null, false, false);
    }
  }

  /** Made when it is first needed; empty if there is none that takes the same arguments. */
  private synchronized Optional<InPlace> inPlace() {
    if (inPlace == null) {
      inPlace =
          (code.renewed().isEmpty() ? Optional.<ChunkCode>empty() : inPlaceCode.get())
              .filter(c -> c.shared().equals(code.shared()) && c.renewed().equals(code.renewed()))
              .map(InPlace::of);
    }
    return inPlace;
  }
}
