package org.einkorn.backend.x64;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.breakTo;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.labelled;
import static org.einkorn.imp.Imp.length;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.negate;
import static org.einkorn.imp.Imp.select;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.subtract;
import static org.einkorn.imp.Imp.update;
import static org.einkorn.imp.Imp.variable;
import static org.einkorn.imp.Imp.whileLoop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Evaluator;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Verifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Machine code against the evaluator; {@link RandomMachineCodeTest} has random functions, and
 * {@link ProcessorTest} says where there is machine code.
 */
@EnabledIf("org.einkorn.backend.x64.MachineCode#isPresent")
class MachineCodeTest {

  private static final Type DOUBLE = Type.of(ElementType.FLOAT64);

  private final Variable n = variable("n", Type.INT32);
  private final Variable i = variable("i", Type.INT32);
  private final Variable s = variable("s", Type.INT32);
  private final Variable a = variable("a", Type.INT32_ARRAY);
  private final Variable b = variable("b", Type.INT32_ARRAY);
  private final Variable x = variable("x", Type.arrayOf(ElementType.FLOAT64));

  // Results

  private static Function function(List<Variable> parameters, List<Variable> results, Stmt body) {
    Function function =
        new Function(
            "f",
            parameters,
            results,
            body instanceof Stmt.Block ? body : new Stmt.Block(List.of(body)));
    Verifier.verify(function);
    return function;
  }

  private static Object[] run(Function function, Object... arguments) {
    return MachineCode.compile(function).orElseThrow().run(arguments);
  }

  private static void assertOutside(Function function, Object... arguments) {
    assertThatThrownBy(() -> Evaluator.run(function, arguments))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> run(function, arguments))
        .isInstanceOf(ArrayIndexOutOfBoundsException.class)
        .hasMessage("in machine code of f");
  }

  @Test
  void givesScalarsAndTheArraysThemselves() {
    Variable bool = variable("bool", Type.BOOL);
    Variable l = variable("l", Type.INT64);
    Variable f = variable("f", Type.of(ElementType.FLOAT32));
    Variable d = variable("d", DOUBLE);
    Variable sum = variable("sum", DOUBLE);
    Function all =
        function(
            List.of(bool, n, l, f, d, x, a),
            List.of(sum, bool, x, n, l, f, d, a),
            block(
                declare(sum, constant(Constant.of(0.0))),
                forLoop(i, constant(0), length(x), assign(sum, add(sum, load(x, i)))),
                store(x, constant(1), negate(d)),
                assign(bool, less(n, constant(0))),
                assign(n, multiply(n, n)),
                assign(l, negate(l)),
                assign(f, negate(f))));
    double[] doubles = {1, 2, 3};
    int[] ints = {};
    Object[] results = run(all, true, 1 << 16, 1L << 40, 0f, 0.0, doubles, ints);
    assertThat(results).containsExactly(6.0, false, doubles, 0, -(1L << 40), -0f, 0.0, ints);
    assertThat(results[2]).isSameAs(doubles);
    assertThat(results[7]).isSameAs(ints);
    assertThat(doubles).containsExactly(1, -0.0, 3);
  }

  @Test
  void takesManyParameters() {
    for (int count : List.of(0, 1, 4, 5, 7, 8, 15, 16, 60, 63, 64, 127, 300)) {
      List<Variable> arrays =
          IntStream.range(0, count).mapToObj(k -> variable("a" + k, Type.INT32_ARRAY)).toList();
      List<Stmt> body = new ArrayList<>(List.of(declare(s, constant(0))));
      arrays.forEach(array -> body.add(assign(s, add(s, load(array, constant(0))))));
      Function many = function(arrays, List.of(s), new Stmt.Block(body));
      Object[] arguments = IntStream.range(0, count).mapToObj(k -> new int[] {k}).toArray();
      if (count <= 63) {
        assertThat(run(many, arguments)).containsExactly(count * (count - 1) / 2);
      } else {
        assertThat(MachineCode.compile(many)).isEmpty();
        assertThat(MachineCode.listing(many)).endsWith("the function has " + count + " arrays");
      }
    }
    List<Variable> scalars =
        IntStream.range(0, 300).mapToObj(k -> variable("s" + k, Type.INT32)).toList();
    List<Variable> reversed = scalars.reversed();
    Object[] numbers = IntStream.range(0, 300).boxed().toArray();
    assertThat(run(function(scalars, reversed, Stmt.NOTHING), numbers))
        .containsExactly(IntStream.range(0, 300).mapToObj(k -> 299 - k).toArray());
  }

  @Test
  void keepsMoreVariablesThanThereAreRegisters() {
    List<Variable> ints =
        IntStream.range(0, 40).mapToObj(k -> variable("i" + k, Type.INT32)).toList();
    List<Variable> doubles =
        IntStream.range(0, 70).mapToObj(k -> variable("d" + k, DOUBLE)).toList();
    List<Stmt> body = new ArrayList<>();
    ints.forEach(v -> body.add(declare(v, subtract(n, constant(ints.indexOf(v))))));
    doubles.forEach(v -> body.add(declare(v, load(x, constant(doubles.indexOf(v))))));
    List<Stmt> turn = new ArrayList<>();
    ints.forEach(v -> turn.add(assign(v, subtract(v, i))));
    doubles.forEach(v -> turn.add(assign(v, add(v, v))));
    body.add(forLoop(i, constant(0), constant(3), new Stmt.Block(turn)));
    List<Variable> all = Stream.concat(ints.stream(), doubles.stream()).toList();
    Function crowded = function(List.of(n, x), all, new Stmt.Block(body));
    double[] values = IntStream.range(0, 70).mapToDouble(k -> k).toArray();
    for (Processor processor : List.of(Processor.present().orElseThrow(), new Processor(false))) {
      Object[] results =
          MachineCode.compile(crowded, processor).orElseThrow().run(new Object[] {10, values});
      assertThat(results).containsExactly(Evaluator.run(crowded, new Object[] {10, values}));
      assertThat(results).contains(-32, 8.0 * 69);
    }
  }

  // Bounds

  @Test
  void anIndexOutOfBoundsIsToldWithTheFunction() {
    Function one = function(List.of(n, a), List.of(a), store(a, n, constant(7)));
    assertThat(run(one, 2, new int[3])).containsExactly(new int[] {0, 0, 7});
    for (int index : new int[] {-1, 3, 1 << 30, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertOutside(one, index, new int[3]);
    }
    assertOutside(one, 0, new int[0]);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        3,
        40,
        1 << 26,
        1 << 27,
        (1 << 27) + 1,
        1 << 28,
        1 << 30,
        Integer.MAX_VALUE - 1,
        Integer.MAX_VALUE,
        -1,
        -(1 << 27),
        -(1 << 28),
        Integer.MIN_VALUE
      })
  void anOffsetMayBeAnyInt(int offset) {
    Exp far = new Exp.Binary(BinaryOp.ADD, n, constant(offset));
    Exp vector = new Exp.LoadVector(x, constant(offset), 4);
    for (Exp e : List.of(far, constant(offset))) {
      Stmt both = block(store(a, n, constant(1)), store(a, e, constant(2)));
      assertOutside(function(List.of(n, a), List.of(), both), 0, new int[3]);
    }
    assertOutside(
        function(List.of(x), List.of(), store(x, constant(0), vector)), (Object) new double[6]);
    Stmt along = forLoop(i, constant(0), n, store(a, add(i, constant(offset)), constant(2)));
    assertOutside(function(List.of(n, a), List.of(), along), 2, new int[3]);
    Exp back = new Exp.Binary(BinaryOp.SUBTRACT, far, constant(offset));
    Function there = function(List.of(n, a), List.of(a), store(a, back, constant(3)));
    assertThat(run(there, 1, new int[2])).containsExactly(new int[] {0, 3});
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 1 << 20, 1 << 30, Integer.MAX_VALUE})
  void aFactorMayBeAnyInt(int factor) {
    Exp index = new Exp.Binary(BinaryOp.MULTIPLY, i, constant(factor));
    Stmt loop = forLoop(i, constant(0), n, store(a, add(index, constant(-1)), constant(1)));
    assertOutside(function(List.of(n, a), List.of(), loop), 1, new int[3]);
    Stmt first = forLoop(i, constant(0), n, store(a, index, constant(1)));
    Function goes = function(List.of(n, a), List.of(a), first);
    assertThat(run(goes, 1, new int[1])).containsExactly(new int[] {1});
    assertOutside(goes, 2, new int[1]);
  }

  @Test
  void aLoopThatDoesNotRunTestsNothing() {
    Stmt loop = forLoop(i, n, constant(3), store(a, add(i, constant(1000)), constant(1)));
    Function empty = function(List.of(n, a), List.of(a), loop);
    for (int from : new int[] {3, 4, Integer.MAX_VALUE}) {
      assertThat(run(empty, from, new int[0])).containsExactly(new int[0]);
    }
    assertOutside(empty, 2, new int[1000]);
    assertOutside(empty, -2000, new int[1000]);
  }

  @Test
  void aLoopMayGoAsFarAsTheArrayAndNoFurther() {
    Stmt body =
        block(store(a, i, load(b, add(i, constant(1)))), update(a, i, BinaryOp.ADD, load(b, i)));
    Function rows = function(List.of(n, a, b), List.of(a), forLoop(i, constant(0), n, body));
    assertThat(run(rows, 3, new int[3], new int[] {1, 2, 3, 4}))
        .containsExactly(new int[] {3, 5, 7});
    assertOutside(rows, 3, new int[3], new int[3]);
    assertOutside(rows, 3, new int[2], new int[4]);
    assertOutside(rows, Integer.MAX_VALUE, new int[3], new int[4]);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8})
  void aLoopInStepsMayGoAsFarAsTheArrayAndNoFurther(int step) {
    Stmt body =
        new Stmt.Block(
            List.of(
                store(a, add(i, constant(step - 1)), constant(1)),
                assign(i, add(i, constant(step)))));
    Function steps =
        function(
            List.of(i, n, a),
            List.of(i, a),
            whileLoop(less(i, subtract(n, constant(step - 1))), body));
    for (int length = 0; length < 20; length++) {
      for (int from = 0; from < 4; from++) {
        Object[] expected = Evaluator.run(steps, new Object[] {from, length, new int[length]});
        assertThat(run(steps, from, length, new int[length])).isEqualTo(expected);
        if (from + step <= length) {
          assertOutside(steps, from, length + step, new int[length]);
        }
      }
    }
    assertThat(run(steps, 5, 3, new int[0])).isEqualTo(new Object[] {5, new int[0]});
  }

  @Test
  void aLoopLeftEarlyDoesNotFailForWhatItDoesNotReach() {
    Stmt loop =
        forLoop(
            i,
            constant(0),
            constant(1000),
            block(ifThen(less(n, i), breakTo("out")), store(a, i, constant(5))));
    Function early = function(List.of(n, a), List.of(a), labelled("out", loop));
    assertThat(run(early, 1, new int[2])).containsExactly(new int[] {5, 5});
    assertOutside(early, 2, new int[2]);
  }

  @Test
  void whatIsNotReadInAnyCaseDoesNotFail() {
    Exp next = add(n, constant(1));
    Exp guarded = select(less(next, length(a)), load(a, next), constant(-1));
    Function careful = function(List.of(n, a), List.of(s), declare(s, add(load(a, n), guarded)));
    assertThat(run(careful, 0, new int[] {4, 5})).containsExactly(9);
    assertThat(run(careful, 1, new int[] {4, 5})).containsExactly(4);
    assertOutside(careful, 2, new int[] {4, 5});
  }

  @Test
  void anIndexThatWasLoadedIsTestedAgain() {
    Exp index = load(b, constant(0));
    Function twice =
        function(
            List.of(n, a, b),
            List.of(a),
            block(
                store(a, index, constant(1)),
                store(b, constant(0), n),
                store(a, add(index, constant(1)), constant(2))));
    assertThat(run(twice, 0, new int[2], new int[] {1})).containsExactly(new int[] {0, 2});
    assertOutside(twice, 2000, new int[2], new int[] {1});
    int[] both = {0, 9, 9}; // under two names
    assertThat(run(twice, 0, both, both)).containsExactly(new int[] {0, 2, 9});
  }

  /** Another thread might change it between the test and the access. */
  @Test
  void anIndexIsLoadedOnce() {
    Exp element = load(a, load(b, n));
    Function one = function(List.of(n, a, b), List.of(s), declare(s, element));
    assertThat(MachineCode.listing(one).lines()).filteredOn(l -> l.contains("movsxd")).hasSize(2);
  }

  /** Whoever writes such an index is certain of it; of others nothing follows from that. */
  @Test
  void anIndexThatIsInsideIsNotTested() {
    Exp inside = load(a, new Exp.Inside(add(n, constant(1))));
    Function one = function(List.of(n, a), List.of(s), declare(s, inside));
    assertThat(run(one, 1, new int[] {5, 6, 7})).containsExactly(7);
    assertThat(MachineCode.listing(one)).doesNotContain("jae outside");
    Function both = function(List.of(n, a), List.of(s), declare(s, add(inside, load(a, n))));
    assertThat(run(both, 1, new int[] {5, 6, 7})).containsExactly(13);
    assertThat(MachineCode.listing(both)).contains("jae outside");
    assertOutside(both, -1, new int[] {5, 6, 7});
  }

  /**
   * The evaluator computes an index as an int; functions of Einkorn never have one that is none.
   */
  @Test
  void anIndexThatIsNoIntIsOutOfBounds() {
    Exp index = new Exp.Binary(BinaryOp.MULTIPLY, n, n);
    Function square = function(List.of(n, a), List.of(s), declare(s, load(a, index)));
    assertThat(Evaluator.run(square, new Object[] {1 << 16, new int[] {5}})).containsExactly(5);
    assertThatThrownBy(() -> run(square, 1 << 16, new int[] {5}))
        .isInstanceOf(ArrayIndexOutOfBoundsException.class);
    Function first =
        function(List.of(n, a), List.of(s), block(declare(i, index), declare(s, load(a, i))));
    assertThat(run(first, 1 << 16, new int[] {5})).containsExactly(5);
  }

  @Test
  void fetchingAheadNeverFails() {
    for (Exp index :
        List.of(
            n,
            add(n, constant(Integer.MAX_VALUE)),
            constant(Integer.MIN_VALUE),
            load(b, n),
            add(load(b, constant(70)), n),
            load(b, load(b, n)))) {
      Function ahead =
          function(
              List.of(n, a, b),
              List.of(s),
              block(new Stmt.Prefetch(a, index), declare(s, load(b, constant(0)))));
      for (int k : new int[] {0, 1, -1, 1 << 20, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
        assertThat(run(ahead, k, new int[0], new int[] {3, -9})).containsExactly(3);
      }
      assertOutside(ahead, 0, new int[0], new int[0]);
    }
  }

  // What is around the code

  @Test
  void runsOnSeveralThreadsAtOnce() {
    Stmt body = update(a, i, BinaryOp.ADD, multiply(load(a, i), n));
    CompiledFunction compiled =
        MachineCode.compile(
                function(List.of(n, a), List.of(n, a), forLoop(i, constant(0), length(a), body)))
            .orElseThrow();
    List<CompletableFuture<Void>> threads = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      int factor = thread;
      threads.add(
          CompletableFuture.runAsync(
              () -> {
                for (int k = 0; k < 2000; k++) {
                  int[] values = {1, 2, k};
                  Object[] expected = {
                    factor, new int[] {factor + 1, 2 * factor + 2, k * (factor + 1)}
                  };
                  assertThat(compiled.run(new Object[] {factor, values})).isEqualTo(expected);
                }
              }));
    }
    threads.forEach(CompletableFuture::join);
  }

  @Test
  void givesMemoryBackThatNobodyCanCallAnyMore() throws Exception {
    Function small = function(List.of(n), List.of(n), assign(n, add(n, constant(1))));
    long before = executableBytes();
    for (int k = 0; k < 20_000; k++) {
      assertThat(run(small, k)[0]).isEqualTo(k + 1);
    }
    long limit = before + 20_000 * 4096L / 10;
    Instant end = Instant.now().plus(Duration.ofSeconds(20));
    while (executableBytes() > limit && Instant.now().isBefore(end)) {
      System.gc();
      Thread.sleep(20);
    }
    assertThat(executableBytes()).isLessThanOrEqualTo(limit);
  }

  /** What the process has of memory that can be executed, not written, and is of no file. */
  private static long executableBytes() throws IOException {
    long bytes = 0;
    for (String line : Files.readAllLines(Path.of("/proc/self/maps"), US_ASCII)) {
      String[] parts = line.split(" +");
      if (parts[1].equals("r-xp") && parts.length < 6) {
        String[] ends = parts[0].split("-");
        bytes += Long.parseUnsignedLong(ends[1], 16) - Long.parseUnsignedLong(ends[0], 16);
      }
    }
    return bytes;
  }
}
