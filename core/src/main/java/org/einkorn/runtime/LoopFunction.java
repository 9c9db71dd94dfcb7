package org.einkorn.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.imp.CoreLoop;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
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
  private final CompiledFunction before;
  private final CompiledFunction loop;
  private final List<CompiledFunction> rests;
  private final CompiledFunction after;

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

  private LoopFunction(CoreLoop core, CompiledFunction loop) {
    this.loopCode = core.loop();
    this.loop = loop;
    this.before = JvmCompiler.compile(core.before());
    this.rests = core.rests().stream().map(JvmCompiler::compile).toList();
    this.after = JvmCompiler.compile(core.after());
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

  /** The function so, if it has a loop that can be machine code. */
  static Optional<LoopFunction> of(Function function) {
    return core(function)
        .flatMap(
            core ->
                MachineCode.compile(core.loop(), core.alike())
                    .map(loop -> new LoopFunction(core, loop)));
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
    put(values, prepared, before.run(arguments));
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
        Object[] done = rests.get(why - 1).run(take(values, intoRests.get(why - 1)));
        put(values, fromRests.get(why - 1), done);
        at = (Integer) values[place] + 1;
      }
    }
    lastTurns = turns;
    return after.run(take(values, intoAfter));
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
