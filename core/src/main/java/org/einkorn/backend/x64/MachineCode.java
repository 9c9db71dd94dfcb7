package org.einkorn.backend.x64;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;

/**
 * Compiles functions to machine code. It runs at full speed from the first call on, can fetch ahead
 * what will be read, and leaves loops as they are written; the JVM does none of this. Functions
 * that call others or make arrays are left to the JVM.
 *
 * <p>There is machine code on Linux on 64-bit Intel and AMD processors with AVX2, in a JVM that was
 * started with {@code --enable-native-access} for Einkorn: otherwise it would warn.
 */
public final class MachineCode implements CompiledFunction {
  private static final Processor BEST = new Processor(true);

  private final String name;
  private final ElementType[] elements;
  private final boolean[] isArray;
  private final int arrays;

  /**
   * The element type of each result that is a scalar, else null, and where another one comes in.
   */
  private final ElementType[] scalars;

  private final int[] places;
  private final int[][] alike;
  private final ExecutableMemory code;

  private MachineCode(Function function, Lengths lengths, byte[] code) {
    this.alike = lengths.pairs(function);
    this.name = function.name();
    int count = function.parameters().size();
    this.elements = new ElementType[count];
    this.isArray = new boolean[count];
    for (int k = 0; k < count; k++) {
      Type type = function.parameters().get(k).type();
      elements[k] = type.element();
      isArray[k] = type instanceof Type.Array;
    }
    this.arrays = Arguments.arrays(function).size();
    int results = function.results().size();
    this.scalars = new ElementType[results];
    this.places = new int[results];
    for (int k = 0; k < results; k++) {
      Variable result = function.results().get(k);
      scalars[k] = result.type() instanceof Type.Scalar ? result.type().element() : null;
      places[k] = function.parameters().indexOf(result);
    }
    this.code = new ExecutableMemory(code, arrays);
  }

  /** Whether this machine and this JVM run such code. */
  public static boolean isPresent() {
    return Processor.present().isPresent();
  }

  /** How many elements of a type a vector register of this machine takes. */
  public static int lanes(ElementType element) {
    return element == ElementType.BOOL
        ? 1
        : Processor.present().orElseThrow().vectorBytes() / element.bytes();
  }

  /** How many vector registers this machine has; the best of machines, if it runs no such code. */
  public static int vectorRegisters() {
    return Processor.present().orElse(BEST).vectorRegisters();
  }

  /** Whether the function is one that code of this machine can do. */
  public static boolean isSuitable(Function function) {
    return Processor.present()
        .filter(processor -> Suitability.obstacle(function, processor).isEmpty())
        .isPresent();
  }

  /** Whether the statement is one that such functions may have, here or on a better machine. */
  public static boolean isSuitable(Stmt statement) {
    Processor processor = Processor.present().orElse(BEST);
    return Suitability.obstacle(statement, processor).isEmpty();
  }

  /** Whether it is one on the best of machines. */
  public static boolean isSuitableSomewhere(Stmt statement) {
    return Suitability.obstacle(statement, BEST).isEmpty();
  }

  /** The function as code of this machine, if it is one that machine code can do. */
  public static Optional<CompiledFunction> compile(Function function) {
    return compile(function, List.of());
  }

  /**
   * The same.
   *
   * @param alike parameters that are arrays of the same length in every call
   */
  public static Optional<CompiledFunction> compile(Function function, List<Set<Variable>> alike) {
    return Processor.present()
        .flatMap(processor -> compile(function, new Lengths(alike), processor));
  }

  /** The same for a processor that can do no more than this machine's. */
  static Optional<CompiledFunction> compile(Function function, Processor processor) {
    return compile(function, Lengths.UNKNOWN, processor);
  }

  static Optional<CompiledFunction> compile(
      Function function, Lengths lengths, Processor processor) {
    return Suitability.obstacle(function, processor).isEmpty()
        ? lines(function, lengths, processor).map(all -> of(function, lengths, all))
        : Optional.empty();
  }

  /** The code of a function, complete. */
  static MachineCode of(Function function, Lengths lengths, List<Line> lines) {
    return new MachineCode(function, lengths, Encoder.encode(lines));
  }

  /**
   * Makes the next calls of machine code that takes as many arrays faster; somebody has the time.
   */
  public static void rehearseCalls(Function function) {
    CallRehearsal.of(function);
  }

  /** The code of a function that is suitable, unless it has far too many values at once. */
  static Optional<List<Line>> lines(Function function, Lengths lengths, Processor processor) {
    return Frame.complete(Selection.of(function, lengths, processor), processor);
  }

  /**
   * The instructions of the function, for a processor with the longest vectors; or why there are
   * none.
   */
  public static String listing(Function function) {
    return listing(function, List.of(), new HashSet<>());
  }

  /**
   * The same.
   *
   * @param alike parameters that are arrays of the same length in every call
   * @param shown names of routines that the reader knows already; those shown are added
   */
  public static String listing(Function function, List<Set<Variable>> alike, Set<String> shown) {
    Processor processor = new Processor(true);
    return Suitability.obstacle(function, processor)
        .map(obstacle -> "no machine code: the function has " + obstacle)
        .orElseGet(
            () ->
                lines(function, new Lengths(alike), processor)
                    .map(lines -> text(lines, shown))
                    .orElse("no machine code: the function has too many values at once"));
  }

  private static String text(List<Line> lines, Set<String> shown) {
    List<String> text = new ArrayList<>();
    int known = -1; // where a routine begins that is known
    for (Line line : lines) {
      if (line instanceof Line.Routine r && r.begins() && !shown.add(r.name())) {
        known = text.size();
      }
      if (known < 0) {
        text.add(line.toString());
      } else if (line instanceof Line.Routine r && !r.begins()) {
        text.add("  ; " + r.name() + " as above");
        known = -1;
      }
    }
    return String.join("\n", text);
  }

  @Override
  public Object[] run(Object[] arguments) {
    MemorySegment[] segments = code.newArguments();
    long[] block = new long[elements.length + scalars.length];
    int array = 1;
    for (int k = 0; k < elements.length; k++) {
      if (isArray[k]) {
        segments[array++] = segment(elements[k], arguments[k]);
        block[k] = Array.getLength(arguments[k]);
      } else {
        block[k] = Arguments.bits(elements[k], arguments[k]);
      }
    }
    for (int[] pair : alike) {
      if (block[pair[0]] != block[pair[1]]) {
        throw new IllegalStateException("arrays of different lengths for " + name);
      }
    }
    MemorySegment first = MemorySegment.ofArray(block);
    segments[0] = first;
    Arrays.fill(segments, array, segments.length, first); // nobody looks at these
    if (code.call(segments) != 0) {
      throw new ArrayIndexOutOfBoundsException("in machine code of " + name);
    }
    Object[] results = new Object[scalars.length];
    for (int k = 0; k < results.length; k++) {
      results[k] =
          scalars[k] == null
              ? arguments[places[k]]
              : Arguments.value(scalars[k], block[elements.length + k]);
    }
    return results;
  }

  private static MemorySegment segment(ElementType element, Object array) {
    return switch (element) {
      case INT32 -> MemorySegment.ofArray((int[]) array);
      case INT64 -> MemorySegment.ofArray((long[]) array);
      case FLOAT32 -> MemorySegment.ofArray((float[]) array);
      case FLOAT64 -> MemorySegment.ofArray((double[]) array);
      case BOOL -> throw new IllegalArgumentException("an array of bools");
    };
  }
}
