package org.einkorn.runtime;

import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.element.ElementType;
import org.einkorn.imp.CoreLoop;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Prefetching;
import org.einkorn.imp.Searches;
import org.einkorn.imp.ShortLoops;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.TouchedForms;

/**
 * A function whose main loop is machine code, and all around it code of the JVM: what is made for
 * the loop, what the loop cannot do, such as to let arrays grow, and the end.
 */
final class LoopFunction implements CompiledFunction {
  /**
   * How long the loop should take before the JVM gets to do what all threads must wait for. To
   * begin again where it stopped takes a microsecond. A turn is never divided, though.
   */
  private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(4);

  /** Who takes so long before it can be stopped is left to the JVM. */
  private static final long TOO_LONG = TimeUnit.MILLISECONDS.toNanos(500);

  /** How many turns are done at first, and how many entries, before they are timed. */
  private static final int TURNS = 16;

  private static final int ENTRIES = 256;

  /** Turns that took no time may be followed by others that take long, entries hardly ever. */
  private static final int MOST_SCALE = 1 << 12;

  private static final int MOST_SCALE_OF_TURNS = 1 << 8;

  private volatile boolean takesTooLong;

  /** How far the last call went at once in the end; the next one is soon there again. */
  private volatile int lastScale = 1;

  /** Calls begin with a part of that, for theirs may be other rows. */
  private static final int AT_FIRST = 16;

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
  private final int[] kept;

  /** What calls have left that ended: for one call at a time, and the JVM may have it. */
  private final Queue<SoftReference<Object[]>> left = new ConcurrentLinkedQueue<>();

  private final int[] intoLoop;
  private final int[] fromLoop;
  private final List<int[]> intoRests = new ArrayList<>();
  private final List<int[]> fromRests = new ArrayList<>();
  private final int[] intoAfter;
  private final int first;
  private final int end;
  private final int bounds;
  private final int reason;
  private final int place;

  private LoopFunction(CoreLoop core, Around around, Function loopCode, CompiledFunction loop) {
    this.loopCode = loopCode;
    this.loop = loop;
    this.around = around;
    this.variables = new ArrayList<>(core.before().parameters());
    this.prepared = places(core.before().results());
    this.kept = places(core.kept());
    this.intoLoop = places(core.loop().parameters());
    this.fromLoop = places(core.loop().results());
    for (Function rest : core.rests()) {
      intoRests.add(places(rest.parameters()));
      fromRests.add(places(rest.results()));
    }
    this.intoAfter = places(core.after().parameters());
    this.first = variables.indexOf(core.first());
    this.end = variables.indexOf(core.end());
    this.bounds = core.bounds().map(variables::indexOf).orElse(-1);
    this.reason = variables.indexOf(core.reason());
    this.place = variables.indexOf(core.place());
  }

  /**
   * The function so, if it has a loop that can be machine code, in several forms: the plainest
   * first, then those that fetch ahead what they will read.
   *
   * @param maker makes some of the arrays that the function takes
   */
  static List<LoopFunction> forms(Function function, Function maker) {
    return forms(function, maker, TouchedForms.FEW_TOUCHES);
  }

  /**
   * The same.
   *
   * @param few so many places that are touched need not be close together
   */
  static List<LoopFunction> forms(Function function, Function maker, int few) {
    List<LoopFunction> forms = new ArrayList<>();
    List<CoreLoop> cores = cores(function, maker, few);
    for (CoreLoop core : cores) {
      Around around = Around.of(core);
      loops(core, cores).stream()
          .flatMap(
              loop ->
                  MachineCode.compile(loop, core.alike()).stream()
                      .map(compiled -> new LoopFunction(core, around, loop, compiled)))
          .forEach(forms::add);
    }
    return forms;
  }

  /**
   * The loop, and what fetches ahead. Where there are ways besides the plain one, these are for
   * rows that nobody can foresee; others need not be fetched. And they look at segments before they
   * go through them, so it does not matter much where these are fetched to.
   */
  private static List<Function> loops(CoreLoop core, List<CoreLoop> all) {
    List<Function> ahead = Prefetching.forms(core.loop());
    if (all.size() == 1) {
      return Stream.concat(Stream.of(core.loop()), ahead.stream()).toList();
    }
    boolean isForeseen = core == all.getFirst() || !core.kept().isEmpty();
    return List.of(isForeseen || ahead.isEmpty() ? core.loop() : ahead.getFirst());
  }

  /** The pieces of a function, in several forms, if its main loop can be machine code. */
  private static List<CoreLoop> cores(Function function, Function maker, int few) {
    return cores(function, MachineCode::isSuitable, maker, MachineCode::lanes, few);
  }

  /** The same on the best of machines. */
  static List<CoreLoop> bestCores(
      Function function, Function maker, ToIntFunction<ElementType> lanes) {
    return cores(
        function, MachineCode::isSuitableSomewhere, maker, lanes, TouchedForms.FEW_TOUCHES);
  }

  private static List<CoreLoop> cores(
      Function function,
      Predicate<Stmt> isPossible,
      Function maker,
      ToIntFunction<ElementType> lanes,
      int few) {
    return TouchedForms.of(Searches.written(function), isPossible, maker, lanes, few).stream()
        .map(core -> core.with(ShortLoops.written(core.loop())))
        .toList();
  }

  /** What the next call goes on with that an earlier one has left; nothing if there is none. */
  Object[] left() {
    SoftReference<Object[]> next = left.peek();
    return next == null ? new Object[0] : next.get();
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
    SoftReference<Object[]> earlier = left.poll();
    Object[] asLeft = earlier == null ? null : earlier.get();
    if (asLeft != null) {
      put(values, kept, asLeft);
    }
    int last = (Integer) values[end];
    int[] entries = bounds < 0 ? null : (int[]) values[bounds];
    int scale = entries == null ? 1 : Math.max(1, lastScale / AT_FIRST);
    for (int at = (Integer) values[first]; at < last; ) {
      int stop = stop(at, last, scale, entries);
      long begin = System.nanoTime();
      Object[] given = take(values, intoLoop);
      given[given.length - 2] = at;
      given[given.length - 1] = stop;
      put(values, fromLoop, loop.run(given));
      int why = (Integer) values[reason];
      if (why == 0) {
        scale = adapted(scale, System.nanoTime() - begin);
        at = stop;
      } else {
        Object[] done = around.rests.get(why - 1).run(take(values, intoRests.get(why - 1)));
        put(values, fromRests.get(why - 1), done);
        at = (Integer) values[place] + 1;
      }
    }
    lastScale = scale;
    if (kept.length > 0) {
      left.add(new SoftReference<>(take(values, kept)));
    }
    return around.after.run(take(values, intoAfter));
  }

  /**
   * How far to go from a turn.
   *
   * @param entries where the entries of each turn begin; null if that is not known
   */
  private static int stop(int at, int last, int scale, int[] entries) {
    int stop = last - at <= TURNS * scale ? last : at + TURNS * scale;
    if (entries == null || stop >= entries.length) {
      return stop;
    }
    long most = entries[at] + (long) ENTRIES * scale;
    int low = at + 1;
    while (low < stop) {
      int middle = (low + stop + 1) >>> 1;
      if (entries[middle] <= most) {
        low = middle;
      } else {
        stop = middle - 1;
      }
    }
    return low;
  }

  /** Whether the JVM had to wait too long. */
  boolean takesTooLong() {
    return takesTooLong;
  }

  private int adapted(int scale, long nanoseconds) {
    if (nanoseconds > TOO_LONG) {
      takesTooLong = true;
    }
    if (nanoseconds > LONGEST) {
      return Math.max(1, scale / 2);
    }
    int most = bounds < 0 ? MOST_SCALE_OF_TURNS : MOST_SCALE;
    return nanoseconds < LONGEST / 4 ? Math.min(most, 2 * scale) : scale;
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
