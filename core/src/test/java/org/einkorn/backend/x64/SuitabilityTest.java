package org.einkorn.backend.x64;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.allocate;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.length;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.run;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.variable;

import java.lang.invoke.MethodType;
import java.util.List;
import java.util.stream.Stream;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.UnaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.ScalarFunction;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SuitabilityTest {
  private static final Variable N = variable("n", Type.INT32);
  private static final Variable S = variable("s", Type.INT32);
  private static final Variable I = variable("i", Type.INT32);
  private static final Variable D = variable("d", Type.of(ElementType.FLOAT64));
  private static final Variable A = variable("a", Type.INT32_ARRAY);
  private static final Variable L = variable("l", Type.arrayOf(ElementType.INT64));
  private static final Variable X = variable("x", Type.arrayOf(ElementType.FLOAT64));

  private static Function function(Stmt body) {
    return new Function("f", List.of(N, D, A, L, X), List.of(A), body);
  }

  @ParameterizedTest
  @MethodSource("obstacles")
  void namesWhatMachineCodeCannotDo(Stmt body, String obstacle) {
    Function function = function(body);
    assertThat(Suitability.obstacle(function, new Processor(true))).contains(obstacle);
    assertThat(MachineCode.compile(function)).isEmpty();
    assertThat(MachineCode.listing(function))
        .isEqualTo("no machine code: the function has " + obstacle);
    Stmt deep = forLoop(I, constant(0), N, new Stmt.If(constant(true), body));
    assertThat(Suitability.obstacle(function(deep), new Processor(true))).contains(obstacle);
  }

  static Stream<Object[]> obstacles() {
    return Stream.of(
        new Object[] {
          run(RuntimeFunction.CLEAR, call(RuntimeFunction.NEW_TABLE, N)), "a call of clear"
        },
        new Object[] {declare(S, call(RuntimeFunction.SIZE, N, N)), "a call of size"},
        new Object[] {
          declare(variable("t", Type.INT32_ARRAY), allocate(ElementType.INT32, N)),
          "a variable of type int[]"
        },
        new Object[] {
          declare(
              S,
              call(
                  RuntimeFunction.LOWER_BOUND,
                  allocate(ElementType.INT32, N),
                  constant(0),
                  constant(0),
                  N)),
          "a call of lowerBound"
        },
        new Object[] {assign(A, A), "a variable of type int[]"},
        value(new Binary(BinaryOp.DIVIDE, N, N), "operator / on int"),
        value(new Binary(BinaryOp.REMAINDER, N, constant(3)), "operator % on int"),
        value(new Binary(BinaryOp.DIVIDE, N, constant(-4)), "operator / on int"),
        value(new Binary(BinaryOp.DIVIDE, N, constant(0)), "operator / on int"),
        new Object[] {new Stmt.Update(A, N, BinaryOp.DIVIDE, constant(2)), "operator / on int"},
        value(
            new Binary(BinaryOp.MAX, new Exp.LoadVector(L, N, 4), new Exp.LoadVector(L, N, 4)),
            "operator max on long<4>"),
        value(new Exp.Cast(ElementType.INT32, D), "a floating-point number made an integer"),
        value(
            new Exp.Invoke(
                ScalarFunction.of(Math.class, "abs", MethodType.methodType(int.class, int.class)),
                List.of(N)),
            "a call of abs"),
        value(new Exp.LoadVector(X, N, 1), "a vector of 8 bytes"),
        value(new Exp.LoadVector(X, N, 3), "a vector of 24 bytes"),
        value(new Exp.LoadVector(X, N, 16), "a vector of 128 bytes"),
        value(new Exp.Broadcast(N, 2), "a vector of 8 bytes"),
        value(
            new Exp.Unary(UnaryOp.NEGATE, new Exp.Broadcast(N, 4)),
            "a negative vector of integers"),
        value(new Exp.Lane(new Exp.Broadcast(N, 4), 1), "a lane of integers"));
  }

  private static Object[] value(Exp e, String obstacle) {
    return new Object[] {declare(variable("v", e.type()), e), obstacle};
  }

  @Test
  void boolsComeAloneNotInArrays() {
    Variable bools = variable("bools", Type.arrayOf(ElementType.BOOL));
    Function function = new Function("f", List.of(bools), List.of(), Stmt.NOTHING);
    assertThat(Suitability.obstacle(function, new Processor(true)))
        .contains("a parameter of type boolean[]");
    Variable bool = variable("bool", Type.BOOL);
    assertThat(
            Suitability.obstacle(
                new Function("f", List.of(bool), List.of(bool), Stmt.NOTHING), new Processor(true)))
        .isEmpty();
  }

  @Test
  void someProcessorsCanDoMore() {
    Exp wide = new Exp.LoadVector(X, N, 8);
    Exp product =
        new Binary(
            BinaryOp.MULTIPLY,
            new Exp.LoadVector(L, N, 4),
            new Exp.Broadcast(constant(Constant.of(3L)), 4));
    Function vectors = function(store(X, N, wide));
    assertThat(Suitability.obstacle(vectors, new Processor(true))).isEmpty();
    assertThat(Suitability.obstacle(vectors, new Processor(false)))
        .contains("a vector of 64 bytes");
    Function products = function(store(L, N, product));
    assertThat(Suitability.obstacle(products, new Processor(true))).isEmpty();
    assertThat(Suitability.obstacle(products, new Processor(false)))
        .contains("operator * on long<4>");
  }

  @Test
  void powersOfTwoDivide() {
    Exp half = new Binary(BinaryOp.DIVIDE, N, constant(2));
    Exp rest = new Binary(BinaryOp.REMAINDER, N, constant(1 << 30));
    assertThat(
            Suitability.obstacle(
                function(block(declare(S, half), assign(S, add(S, rest)))), new Processor(false)))
        .isEmpty();
  }

  @Test
  void theListingHasOneLineForEachInstruction() {
    Function sum =
        new Function(
            "sum",
            List.of(A),
            List.of(S),
            block(
                declare(S, constant(0)),
                forLoop(I, constant(0), length(A), assign(S, add(S, load(A, I))))));
    List<String> lines = MachineCode.listing(sum).lines().toList();
    assertThat(lines).anyMatch(line -> line.matches("loop\\d+:"));
    assertThat(lines).anyMatch(line -> line.matches("  movsxd \\w+, \\[\\w+ \\+ \\w+\\*4\\]"));
    assertThat(lines).anyMatch(line -> line.matches("  jge done\\d+"));
    assertThat(lines.getLast()).isEqualTo("  ret");
  }
}
