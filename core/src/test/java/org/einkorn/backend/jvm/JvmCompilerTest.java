package org.einkorn.backend.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.breakTo;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.labelled;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.remainder;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.update;
import static org.einkorn.imp.Imp.variable;
import static org.einkorn.imp.Imp.whileLoop;

import java.lang.classfile.ClassFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Evaluator;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Optimiser;
import org.einkorn.imp.Printer;
import org.einkorn.imp.RandomFunction;
import org.einkorn.imp.ScalarFunction;
import org.einkorn.imp.Simplifier;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Verifier;
import org.einkorn.support.FunctionFailure;
import org.junit.jupiter.api.Test;

class JvmCompilerTest {
  private static final int JIT_LIMIT = 8000;
  private static final Type DOUBLE = Type.of(ElementType.FLOAT64);

  private final Variable n = variable("n", Type.INT32);
  private final Variable i = variable("i", Type.INT32);
  private final Variable s = variable("s", Type.INT32);
  private final Variable a = variable("a", Type.INT32_ARRAY);

  @Test
  void randomFunctionsGiveWhatTheEvaluatorGives() {
    for (long seed = 0; seed < 400; seed++) {
      Function function = RandomFunction.make(seed, 12);
      Verifier.verify(function);
      Object[] expected = Evaluator.run(function, RandomFunction.arguments(function, seed));
      check(function, seed, expected, JvmCompiler.compile(function));
      // However finely it is divided, and whatever is inside which method.
      int limit = 40 + (int) (seed % 5) * 60;
      byte[] split = JvmCompiler.generate(function, Splitter.split(function.body(), limit));
      check(function, seed, expected, JvmCompiler.load(split, Invoked.by(function)));
      Function simple = Simplifier.simplify(function);
      Verifier.verify(simple);
      check(simple, seed, expected, JvmCompiler.compile(simple));
      Function optimal = Optimiser.optimise(function);
      check(optimal, seed, expected, JvmCompiler.compile(optimal));
    }
  }

  private static void check(
      Function function, long seed, Object[] expected, CompiledFunction compiled) {
    assertSame(function, seed, expected, compiled.run(RandomFunction.arguments(function, seed)));
  }

  /** Equal to the bit, in boxes of the same type. */
  private static void assertSame(Function function, long seed, Object[] expected, Object[] actual) {
    if (!Arrays.deepEquals(expected, actual)) {
      fail(
          "seed %d gave\n%s\ninstead of\n%s\nin %s",
          seed,
          Arrays.deepToString(actual),
          Arrays.deepToString(expected),
          Printer.print(function));
    }
  }

  @Test
  void aLongBlockIsSplit() {
    List<Stmt> body = new ArrayList<>();
    body.add(declare(s, n));
    for (int k = 0; k < 5000; k++) {
      Variable v = variable("v" + k, Type.INT32);
      body.add(declare(v, add(multiply(s, constant(k + 3)), load(a, constant(k % 10)))));
      body.add(assign(s, add(s, k < 100 ? v : add(v, variable("v" + (k - 100), Type.INT32)))));
    }
    checkSplit(new Function("long", List.of(n, a), List.of(s), new Stmt.Block(body)));
  }

  @Test
  void aLargeLoopBodyIsSplitAndMayBeLeft() {
    List<Stmt> body = new ArrayList<>();
    for (int k = 0; k < 3000; k++) {
      body.add(update(a, constant(k % 10), BinaryOp.ADD, add(multiply(i, constant(k)), s)));
      body.add(increment(s));
      if (k % 500 == 250) {
        body.add(ifThen(equal(s, constant(7000 + k)), breakTo(k % 1000 < 500 ? "outer" : "inner")));
      }
    }
    Stmt loop =
        labelled("outer", forLoop(i, constant(0), n, labelled("inner", new Stmt.Block(body))));
    Function function =
        new Function(
            "loop",
            List.of(n, a),
            List.of(s, a),
            new Stmt.Block(List.of(declare(s, constant(0)), loop)));
    for (int rounds = 0; rounds < 6; rounds++) {
      checkSplit(function, rounds, new int[10]);
    }
  }

  @Test
  void aDeepNestIsSplit() {
    Stmt nest = increment(s);
    for (int k = 0; k < 500; k++) {
      Stmt inside =
          new Stmt.Block(
              List.of(
                  increment(s),
                  update(a, constant(k % 7), BinaryOp.ADD, multiply(s, constant(k))),
                  nest));
      Stmt otherwise = update(a, constant(k % 10), BinaryOp.SUBTRACT, s);
      nest =
          new Stmt.If(
              less(load(a, constant(k % 10)), add(n, constant(1 << k / 20))), inside, otherwise);
    }
    Stmt body = new Stmt.Block(List.of(declare(s, constant(0)), nest));
    checkSplit(new Function("nest", List.of(n, a), List.of(s, a), body));
  }

  @Test
  void aLongChainOfCasesIsSplit() {
    Stmt chain = Stmt.NOTHING;
    for (int k = 1000; k > 0; k--) {
      chain =
          new Stmt.If(equal(n, constant(k)), update(a, constant(k % 10), BinaryOp.ADD, i), chain);
    }
    Stmt body = new Stmt.Block(List.of(declare(s, n), forLoop(i, constant(0), s, chain)));
    Function function = new Function("chain", List.of(n, a), List.of(s, a), body);
    for (int n : new int[] {1, 999, 2000}) {
      checkSplit(function, n, new int[10]);
    }
  }

  @Test
  void deepAndWideExpressionsCompile() {
    Exp deep = n;
    Exp deepRight = n;
    for (int k = 0; k < 1000; k++) {
      deep =
          new Exp.Binary(
              k % 3 == 0 ? BinaryOp.SUBTRACT : BinaryOp.ADD, deep, load(a, constant(k % 10)));
      deepRight =
          new Exp.Binary(
              k % 3 == 0 ? BinaryOp.SUBTRACT : BinaryOp.ADD, load(a, constant(k % 10)), deepRight);
    }
    checkFits(
        new Function(
            "deep",
            List.of(n, a),
            List.of(s),
            new Stmt.Block(List.of(declare(s, deep), assign(s, add(s, deepRight))))));
    checkSplit(
        new Function(
            "wide", List.of(n, a), List.of(s), new Stmt.Block(List.of(declare(s, wide(13))))));
    checkSplit(
        new Function(
            "condition",
            List.of(n, a),
            List.of(s),
            new Stmt.Block(
                List.of(
                    declare(s, constant(0)),
                    whileLoop(less(add(s, wide(12)), add(s, wide(12))), increment(s)),
                    ifThen(less(wide(13), n), increment(s))))));
  }

  private Exp wide(int levels) {
    return levels == 0
        ? load(a, remainder(n, constant(10)))
        : new Exp.Binary(
            levels % 2 == 0 ? BinaryOp.ADD : BinaryOp.MULTIPLY, wide(levels - 1), wide(levels - 1));
  }

  @Test
  void manyVariablesAndConstantsFitIntoTheConstantPool() {
    List<Stmt> body = new ArrayList<>();
    Variable sum = variable("sum", DOUBLE);
    body.add(declare(sum, constant(Constant.of(0.0))));
    int count = 12_000;
    for (int k = 0; k < count; k++) {
      body.add(declare(variable("v" + k, DOUBLE), add(sum, constant(Constant.of(k + 0.25)))));
    }
    for (int k = 0; k < count; k++) {
      body.add(assign(sum, add(sum, variable("v" + k, DOUBLE))));
    }
    checkSplit(new Function("pool", List.of(n, a), List.of(sum), new Stmt.Block(body)));
  }

  @Test
  void aSplitFunctionRunsInManyThreadsAtOnce() {
    List<Stmt> body = new ArrayList<>();
    body.add(declare(s, n));
    for (int k = 0; k < 2000; k++) {
      body.add(assign(s, add(multiply(s, constant(31)), load(a, constant(k % 10)))));
    }
    Function function = new Function("threads", List.of(n, a), List.of(s), new Stmt.Block(body));
    CompiledFunction compiled = JvmCompiler.compile(function);
    int[] array = IntStream.range(0, 10).toArray();
    List<CompletableFuture<Object>> runs =
        IntStream.range(0, 200)
            .mapToObj(
                k -> CompletableFuture.supplyAsync(() -> compiled.run(new Object[] {k, array})[0]))
            .toList();
    for (int k = 0; k < runs.size(); k++) {
      assertThat(runs.get(k).join()).isEqualTo(Evaluator.run(function, new Object[] {k, array})[0]);
    }
  }

  @Test
  void failuresAreThoseOfJava() {
    Function function =
        new Function("outside", List.of(n, a), List.of(a), store(a, n, constant(1)));
    assertThatThrownBy(() -> JvmCompiler.compile(function).run(new Object[] {10, new int[10]}))
        .isInstanceOf(ArrayIndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Evaluator.run(function, new Object[] {10, new int[10]}))
        .isInstanceOf(ArrayIndexOutOfBoundsException.class);
  }

  private static void checkSplit(Function function) {
    checkSplit(function, 5, IntStream.range(0, 10).toArray());
  }

  private static void checkSplit(Function function, int n, int[] a) {
    byte[] classFile = checkFits(function, n, a);
    assertThat(ClassFile.of().parse(classFile).methods()).hasSizeGreaterThan(3);
  }

  private static void checkFits(Function function) {
    checkFits(function, 5, IntStream.range(0, 10).toArray());
  }

  private static byte[] checkFits(Function function, int n, int[] a) {
    Verifier.verify(function);
    byte[] classFile = JvmCompiler.generate(function);
    assertThat(JvmCompiler.largestMethod(classFile)).isLessThanOrEqualTo(JIT_LIMIT);
    assertSame(
        function,
        0,
        Evaluator.run(function, new Object[] {n, a.clone()}),
        JvmCompiler.load(classFile, Invoked.by(function)).run(new Object[] {n, a.clone()}));
    return classFile;
  }

  /** {@code for (i …) s += f(a[i])}, where f fails for one element. */
  @Test
  void functionsThatFailTellTheirWitnesses() throws ReflectiveOperationException {
    ScalarFunction f =
        new ScalarFunction(
            "exact",
            MethodHandles.publicLookup()
                .findStatic(Math.class, "negateExact", MethodType.methodType(int.class, int.class)),
            true);
    Exp call = new Exp.Invoke(f, List.of(load(a, i)), List.of(new Exp.Witness("row", add(i, i))));
    Function function =
        new Function(
            "sum",
            List.of(n, a),
            List.of(s),
            new Stmt.Block(
                List.of(
                    declare(s, constant(0)), forLoop(i, constant(0), n, assign(s, add(s, call))))));
    Function optimal = Optimiser.optimise(function);
    Object[] good = {3, new int[] {1, 2, 3}};
    Object[] bad = {3, new int[] {1, 2, Integer.MIN_VALUE}};
    byte[] split = JvmCompiler.generate(optimal, Splitter.split(optimal.body(), 20));
    for (CompiledFunction compiled :
        List.of(
            JvmCompiler.compile(function),
            JvmCompiler.compile(optimal),
            JvmCompiler.load(split, Invoked.by(optimal)),
            arguments -> Evaluator.run(function, arguments))) {
      assertThat(compiled.run(good)).containsExactly(-6);
      assertThatThrownBy(() -> compiled.run(bad))
          .isInstanceOfSatisfying(
              FunctionFailure.class,
              failure -> {
                assertThat(failure.function()).isEqualTo("exact");
                assertThat(failure.places()).containsExactly(new FunctionFailure.Place("row", 4));
              })
          .hasCauseInstanceOf(ArithmeticException.class);
    }
  }
}
