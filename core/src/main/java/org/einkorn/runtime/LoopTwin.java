package org.einkorn.runtime;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
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

  /** How many calls each form of it gets to see which is faster: calls are long. */
  private static final int TURNS = 8;

  private final Function code;
  private final CompiledFunction plain;
  private final Executor aside;
  private final AtomicLong spent = new AtomicLong();
  private final AtomicBoolean begun = new AtomicBoolean();
  private final LongAdder all = new LongAdder();
  private final LongAdder asMachineCode = new LongAdder();

  /**
   * Machine code and code of the JVM, once the former is made; null before, or if it is no good.
   */
  private volatile Contests ready;

  private volatile boolean isMade;

  LoopTwin(Function code, Use use, Executor aside) {
    this.code = code;
    this.plain = JvmCompiler.compile(code);
    this.aside = aside;
    if (use == Use.NEVER || !MachineCode.isPresent()) {
      begun.set(true);
    } else if (use == Use.ALWAYS) {
      begun.set(true);
      make(true);
    }
  }

  static LoopTwin of(Function code) {
    return new LoopTwin(code, Use.ofMachineCode(), Aside.executor());
  }

  /** How often it ran, once its loop is machine code. */
  ChunkRuns runs() {
    return isMade ? new ChunkRuns(all.sum(), 0, asMachineCode.sum()) : ChunkRuns.NONE;
  }

  @Override
  public Object[] run(Object[] arguments) {
    all.increment();
    Contests contests = ready;
    if (contests != null) {
      return contests.now().run(arguments, elements(arguments));
    }
    if (begun.get()) {
      return plain.run(arguments);
    }
    long begin = System.nanoTime();
    Object[] results = plain.run(arguments);
    if (spent.addAndGet(System.nanoTime() - begin) >= WORTHWHILE
        && begun.compareAndSet(false, true)) {
      aside.execute(() -> make(false));
    }
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

  private Object[] runMachineCode(LoopFunction machine, Object[] arguments) {
    asMachineCode.increment();
    Object[] results = machine.run(arguments);
    if (machine.takesTooLong()) {
      ready = null;
    }
    return results;
  }

  /**
   * @param always whether it takes over even if it is slower
   */
  private void make(boolean always) {
    try {
      List<LoopFunction> made = LoopFunction.forms(code);
      if (!made.isEmpty()) {
        MachineCode.rehearseCalls(made.getFirst().loopCode());
        List<CompiledFunction> forms = new ArrayList<>();
        made.forEach(machine -> forms.add(arguments -> runMachineCode(machine, arguments)));
        if (!always) {
          forms.add(plain);
        }
        isMade = true;
        ready = new Contests(forms, TURNS);
      }
    } catch (RuntimeException | LinkageError | OutOfMemoryError | StackOverflowError e) {
      if (always) {
        throw e;
      }
      // The system may not let a process make code. Then the function stays as it is.
    }
  }
}
