package org.einkorn.runtime;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.imp.Function;

/**
 * A function that makes arrays or calls others, and so cannot be machine code as a whole. It is
 * code of the JVM first; when that has had some time's worth to do, its main loop becomes machine
 * code, with the same bits, in forms that fetch ahead and do not. Of all the one goes on that is
 * fastest: the JIT is good at loops that merge.
 */
final class LoopTwin implements CompiledFunction {
  /** What is worth the effort, which is some milliseconds aside. */
  private static final long WORTHWHILE = TimeUnit.MILLISECONDS.toNanos(50);

  /** How many calls each form of it gets to see which is faster: few if they are long. */
  private static final int TURNS = 32;

  private static final int LONG_TURNS = 8;

  private final Function code;
  private final Coordinates coordinates;
  private final Function maker;
  private final CompiledFunction plain;
  private final MadeAside machine;
  private final LongAdder all = new LongAdder();
  private final LongAdder asMachineCode = new LongAdder();

  /**
   * @param maker makes some of the arrays that the function takes
   * @param isWhole whether a call does all there is to do, and not a chunk of it
   */
  LoopTwin(Function code, Function maker, boolean isWhole, Use use, Executor aside) {
    this.code = code;
    this.coordinates = new Coordinates(code);
    this.maker = maker;
    this.plain = JvmCompiler.compile(code);
    this.machine = new MadeAside(this::forms, isWhole ? LONG_TURNS : TURNS, isWhole, aside);
    if (use == Use.NEVER || !MachineCode.isPresent()) {
      machine.giveUp();
    } else if (use == Use.ALWAYS) {
      machine.makeNow();
    }
  }

  /** For code that does all there is to do. */
  static LoopTwin ofWhole(Function code, Function maker) {
    return new LoopTwin(code, maker, true, Use.ofMachineCode(), Aside.executor());
  }

  /** For code that does a chunk. */
  static LoopTwin ofChunk(Function code, Function maker, Use use) {
    return new LoopTwin(code, maker, false, use, Aside.executor());
  }

  /** How often it ran, once its loop is machine code. */
  ChunkRuns runs() {
    return asMachineCode.sum() > 0 || machine.ready() != null
        ? new ChunkRuns(all.sum(), 0, asMachineCode.sum())
        : ChunkRuns.NONE;
  }

  @Override
  public Object[] run(Object[] arguments) {
    all.increment();
    Contests ready = machine.ready();
    if (ready != null) {
      return ready.now(coordinates.longest(arguments)).run(arguments, elements(arguments));
    }
    if (machine.hasBegun()) {
      return plain.run(arguments);
    }
    long begin = System.nanoTime();
    Object[] results = plain.run(arguments);
    machine.spent(System.nanoTime() - begin, WORTHWHILE);
    return results;
  }

  /** How much there is to do, about: chunks of the same tensors have about the same. */
  private static double elements(Object[] arguments) {
    double elements = 1;
    for (Object a : arguments) {
      elements += a != null && a.getClass().isArray() ? Array.getLength(a) : 0;
    }
    return elements;
  }

  private Object[] runMachineCode(LoopFunction function, Object[] arguments) {
    asMachineCode.increment();
    Object[] results = function.run(arguments);
    if (function.takesTooLong()) {
      machine.giveUp();
    }
    return results;
  }

  /** Machine code, and code of the JVM unless that does not count. */
  private List<CompiledFunction> forms(boolean always) {
    List<LoopFunction> made = LoopFunction.forms(code, maker);
    List<CompiledFunction> forms = new ArrayList<>();
    made.forEach(function -> forms.add(arguments -> runMachineCode(function, arguments)));
    if (!made.isEmpty() && !always) {
      MachineCode.rehearseCalls(made.getFirst().loopCode());
      forms.add(plain);
    }
    return forms;
  }
}
