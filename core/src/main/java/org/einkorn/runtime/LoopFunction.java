package org.einkorn.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.imp.CoreLoop;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Prefetching;
import org.einkorn.imp.Searches;
import org.einkorn.imp.ShortLoops;

/**
 * A function whose main loop is machine code, and all around it code of the JVM: what is made for
 * the loop, what the loop cannot do, such as to let arrays grow, and the end.
 */
final class LoopFunction implements CompiledFunction {
  /**
   * How long the loop may take before the JVM gets to do what all threads must wait for. To begin
   * again where it stopped takes a microsecond. A turn is never divided, though.
   */
  private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(4);

  /** Turns that take so long are left to the JVM. */
  private static final long LONGEST_TURN = TimeUnit.MILLISECONDS.toNanos(500);

  /** How many turns took a while in the last call; the next one begins with fewer. */
  private volatile int lastTurns = 1;

  private volatile boolean hasLongTurns;
  private final Function loopCode;
  private final CompiledFunction loop;
  private final Around around;

  /** What the JVM does before the loop, where that stops, and after it. */
  private record Around(
      CompiledFunction before, List<CompiledFunction> rests, CompiledFunction after) {
    static Around of(CoreLoop core) {
      return new Around(
          JvmCompiler.compile(core.before()),
          core.rests().stream().map(JvmCompiler::compile).toList(),
          JvmCompiler.compile(core.after()));
    }
  }

  /** All variables have a place: parameters first, then as they come up. */
  private final List<Variable> variables;

  private final int[] prepared;
  private final int[] intoLoop;
  private final int[] fromLoop;
  private final List<int[]> intoRests = new ArrayList<>();
  private final List<int[]> fromRests = new ArrayList<>();
  private final int[] intoAfter;
  private final int first;
  private final int end;
  private final int reason;
  private final int place;

  private LoopFunction(CoreLoop core, Around around, Function loopCode, CompiledFunction loop) {
    this.loopCode = loopCode;
    this.loop = loop;
    this.around = around;
    this.variables = new ArrayList<>(core.before().parameters());
    this.prepared = places(core.before().results());
    this.intoLoop = places(core.loop().parameters());
    this.fromLoop = places(core.loop().results());
    for (Function rest : core.rests()) {
      intoRests.add(places(rest.parameters()));
      fromRests.add(places(rest.results()));
    }
    this.intoAfter = places(core.after().parameters());
    this.first = variables.indexOf(core.first());
    this.end = variables.indexOf(core.end());
    this.reason = variables.indexOf(core.reason());
    this.place = variables.indexOf(core.place());
  }

  /**
   * The function so, if it has a loop that can be machine code, in several forms: the plainest
   * first, then one that fetches ahead what it will read.
   */
  static List<LoopFunction> forms(Function function) {
    Optional<CoreLoop> core = core(function);
    if (core.isEmpty()) {
      return List.of();
    }
    Around around = Around.of(core.get());
    Function plain = core.get().loop();
    return Stream.concat(Stream.of(plain), Prefetching.of(plain).stream())
        .flatMap(
            loop ->
                MachineCode.compile(loop, core.get().alike()).stream()
                    .map(compiled -> new LoopFunction(core.get(), around, loop, compiled)))
        .toList();
  }

  /** The pieces of a function, if its main loop can be machine code. */
  static Optional<CoreLoop> core(Function function) {
    return CoreLoop.of(Searches.written(function), MachineCode::isSuitable)
        .map(
            core ->
                new CoreLoop(
                    core.before(),
                    ShortLoops.written(core.loop()),
                    core.rests(),
                    core.after(),
                    core.alike()));
  }

  /** The code of the loop. */
  Function loopCode() {
    return loopCode;
  }

  private int[] places(List<Variable> some) {
    for (Variable v : some) {
      if (!variables.contains(v)) {
        variables.add(v);
      }
    }
    return some.stream().mapToInt(variables::indexOf).toArray();
  }

  @Override
  public Object[] run(Object[] arguments) {
    Object[] values = new Object[variables.size()];
    System.arraycopy(arguments, 0, values, 0, arguments.length);
    put(values, prepared, around.before.run(arguments));
    int last = (Integer) values[end];
    int turns = Math.max(1, lastTurns / 2);
    for (int at = (Integer) values[first]; at < last; ) {
      int stop = last - at <= turns ? last : at + turns;
      long begin = System.nanoTime();
      Object[] given = take(values, intoLoop);
      given[given.length - 2] = at;
      given[given.length - 1] = stop;
      put(values, fromLoop, loop.run(given));
      int why = (Integer) values[reason];
      if (why == 0) {
        long time = System.nanoTime() - begin;
        hasLongTurns |= time > LONGEST_TURN && stop - at == 1;
        at = stop;
        turns = adapted(turns, time);
      } else {
        Object[] done = around.rests.get(why - 1).run(take(values, intoRests.get(why - 1)));
        put(values, fromRests.get(why - 1), done);
        at = (Integer) values[place] + 1;
      }
    }
    lastTurns = turns;
    return around.after.run(take(values, intoAfter));
  }

  /** Whether the JVM had to wait too long for the end of a turn. */
  boolean hasLongTurns() {
    return hasLongTurns;
  }

  private static int adapted(int turns, long nanoseconds) {
    if (nanoseconds > LONGEST) {
      return Math.max(1, turns / 2);
    }
    return nanoseconds < LONGEST / 4 && turns < 1 << 28 ? 2 * turns : turns;
  }

  private static Object[] take(Object[] values, int[] places) {
    Object[] taken = new Object[places.length];
    for (int k = 0; k < places.length; k++) {
      taken[k] = values[places[k]];
    }
    return taken;
  }

  private static void put(Object[] values, int[] places, Object[] results) {
    for (int k = 0; k < places.length; k++) {
      values[places[k]] = results[k];
    }
  }
}
