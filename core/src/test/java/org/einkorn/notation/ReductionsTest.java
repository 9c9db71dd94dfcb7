package org.einkorn.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.storage.CoordinateList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReductionsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Products
        "y(i) = A(i,j) * x(j)                       | y(i) = sum(j, A(i,j) * x(j))",
        "A(i,j) = B(i,k) * C(k,j)                   | A(i,j) = sum(k, B(i,k) * C(k,j))",
        "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)        | A(i,j) = sum(k,l, B(i,k,l) * C(k,j) *"
            + " D(l,j))",
        "A(i,j) = C(k,j) * (B(i,k,l) * D(l,j))      | A(i,j) = sum(k,l, C(k,j) * (B(i,k,l) *"
            + " D(l,j)))",
        "s = a(i) * b(j)                            | s = sum(i, a(i)) * sum(j, b(j))",
        "s = a(i) * b(j) * c(i)                     | s = sum(i, a(i) * sum(j, b(j)) * c(i))",
        "y(i) = 2 * A(i,j)                          | y(i) = 2 * sum(j, A(i,j))",
        "s = A(i,j)                                 | s = sum(i,j, A(i,j))",
        "s = A(i,i)                                 | s = sum(i, A(i,i))",
        "y(i) = A(i,j) * j                          | y(i) = sum(j, A(i,j) * j)",
        // Addends
        "y(i) = A(i,j)*x(j) + c(i) + B(i,j)*z(j)    | y(i) = sum(j, A(i,j) * x(j)) + c(i) + sum(j2,"
            + " B(i,j2) * z(j2))",
        "y(i) = c(i) + A(i,j)*x(j) + B(i,j)*z(j)    | y(i) = c(i) + sum(j, A(i,j) * x(j)) + sum(j2,"
            + " B(i,j2) * z(j2))",
        "y(i) = A(i,j)*x(j) + (B(i,j)*z(j) + c(i))  | y(i) = sum(j, A(i,j) * x(j)) + (sum(j2,"
            + " B(i,j2) * z(j2)) + c(i))",
        "y(i) = c(i) - A(i,j)*x(j)                  | y(i) = c(i) - sum(j, A(i,j) * x(j))",
        "y(i) = -A(i,j)                             | y(i) = -sum(j, A(i,j))",
        "y(i) = M(i,j)*(I(j,k)*W(k) + b(j))         | y(i) = sum(j, M(i,j) * (sum(k, I(j,k) * W(k))"
            + " + b(j)))",
        "s = (a(i) + b) * c                         | s = (sum(i, a(i)) + b) * c",
        "s = (a(i) + b) * c(i)                      | s = sum(i, (a(i) + b) * c(i))",
        "s = 1 + x(i)                               | s = 1 + sum(i, x(i))",
        // Quotients
        "y(i) = A(i,j) / c(i)                       | y(i) = sum(j, A(i,j)) / c(i)",
        "y(i) = (A(i,j) + b) / c(i)                 | y(i) = (sum(j, A(i,j)) + b) / c(i)",
        "y(i) = c(i) / A(i,j)                       | y(i) = sum(j, c(i) / A(i,j))",
        "y(i) = (B(i,j) + 1) / A(i,j)               | y(i) = sum(j, (B(i,j) + 1) / A(i,j))",
        "y(i) = 2 * (b(i) / (A(i,j) + 1))           | y(i) = 2 * sum(j, b(i) / (A(i,j) + 1))",
        // Where it stops
        "y(i) = max(A(i,j), 0) + c(i)               | y(i) = sum(j, max(A(i,j), 0)) + c(i)",
        "y(i) = min(A(i,j) + 1, B(i,j)) * 2         | y(i) = sum(j, min(A(i,j) + 1, B(i,j))) * 2",
        "y(i) = max(j, A(i,j) + b(k))               | y(i) = sum(k, max(j, A(i,j) + b(k)))",
        "y = sum(j, A(j,k) + b(j))                  | y = sum(k,j, A(j,k) + b(j))",
        // Explicit reductions
        "y(i) = sum(j, A(i,j) + c(i))               | y(i) = sum(j, A(i,j) + c(i))",
        "y = sum(k, a(k)) * b(k)                    | y = sum(k2, a(k2)) * sum(k, b(k))",
        "y = sum(k, a(k)) * sum(k, b(k))            | y = sum(k, a(k)) * sum(k2, b(k2))",
        "y = sum(k, a(k) * max(k, b(k)))            | y = sum(k, a(k) * max(k2, b(k2)))",
        "y(i) = sum(i, a(i)) * b(i)                 | y(i) = sum(i2, a(i2)) * b(i)",
        "y(k2) = a(k) + b(k2) + c(k)                | y(k2) = sum(k, a(k)) + b(k2) + sum(k3,"
            + " c(k3))",
        "y = sum(k1, a(k1)) + sum(k1, b(k1))        | y = sum(k1, a(k1)) + sum(k1_2, b(k1_2))",
        "y = a(k) + b(k) + k2                       | y = sum(k, a(k)) + sum(k3, b(k3)) + k2",
        // Accumulation
        "y(i) += A(i,j) * x(j) + c(i)               | y(i) += sum(j, A(i,j) * x(j)) + c(i)",
        "y(i) min= A(i,j) + x(j)                    | y(i) min= min(j, A(i,j) + x(j))",
        "y(i) max= A(i,j) + x(k) + c(i)             | y(i) max= max(j,k, A(i,j) + x(k) + c(i))",
        "y(i) *= A(i,j) + c(i)                      | y(i) *= prod(j, A(i,j) + c(i))",
        "y(i) min= sum(j, A(i,j,k))                 | y(i) min= min(k, sum(j, A(i,j,k)))",
        // Broadcast
        "A(i,j) = x(i)                              | A(i,j) = x(i)",
        "A(i) = 3                                   | A(i) = 3",
      })
  void binds(String written, String bound) {
    Assignment result = Reductions.bind(Parser.parse(written));
    assertThat(Printer.print(result)).isEqualTo(bound);
    assertThat(Parser.parse(Printer.print(result))).isEqualTo(result);
    assertThat(Reductions.bind(result)).isEqualTo(result);
  }

  @Test
  void randomStatementsAreBoundOnceAndUniquely() {
    for (int seed = 0; seed < 20_000; seed++) {
      Assignment statement = new RandomStatements(seed).next();
      Assignment bound = Reductions.bind(statement);
      String message = "seed " + seed + ": " + Printer.print(statement);
      assertThat(Reductions.bind(bound)).as(message).isEqualTo(bound);
      Set<IndexVariable> left = new HashSet<>(bound.target().indices());
      Set<IndexVariable> free = Expressions.variables(bound.value());
      assertThat(left.containsAll(free)).as(message).isTrue();
      checkUnique(bound.value(), left, message);
    }
  }

  private static void checkUnique(Expression e, Set<IndexVariable> seen, String message) {
    if (e instanceof Reduce reduce) {
      assertThat(seen.add(reduce.variable())).as(message).isTrue();
    }
    Expressions.children(e).forEach(child -> checkUnique(child, seen, message));
  }

  @ParameterizedTest
  @ValueSource(strings = {" + ", " * ", " / "})
  void bindsTheLongestStatementsQuickly(String operator) {
    String text =
        IntStream.range(0, Expressions.MAX_DEPTH)
            .mapToObj(k -> "x(k" + k + ",k" + (k + 1) + ",i)")
            .collect(Collectors.joining(operator, "s = ", ""));
    Assignment statement = Parser.parse(text);
    Assignment bound = assertTimeout(Duration.ofSeconds(2), () -> Reductions.bind(statement));
    assertThat(Expressions.variables(bound.value())).isEmpty();
  }

  @Test
  void orderAndGroupingOfOperandsNeverMatter() {
    for (int seed = 0; seed < 2_000; seed++) {
      RandomStatements random = new RandomStatements(seed);
      Assignment statement = random.next();
      Assignment shuffled =
          new Assignment(
              statement.target(), statement.accumulate(), random.shuffled(statement.value()));
      Map<String, CoordinateList> inputs = random.inputs();
      String message =
          "seed " + seed + ": " + Printer.print(statement) + " and " + Printer.print(shuffled);
      assertSame(evaluate(statement, inputs), evaluate(shuffled, inputs), message);
    }
  }

  private static Interpreter.Result evaluate(
      Assignment statement, Map<String, CoordinateList> inputs) {
    Map<IndexVariable, Integer> sizes = new HashMap<>();
    List.of("i", "j", "k", "l")
        .forEach(name -> sizes.put(new IndexVariable(name), RandomStatements.SIZE));
    return Interpreter.evaluate(statement, inputs, sizes);
  }

  private static void assertSame(Interpreter.Result a, Interpreter.Result b, String message) {
    assertThat(a.type()).as(message).isEqualTo(b.type());
    int[] coordinate = new int[a.dimensions().length];
    int count = (int) Math.pow(RandomStatements.SIZE, coordinate.length);
    for (int n = 0; n < count; n++) {
      for (int d = 0, rest = n; d < coordinate.length; d++, rest /= RandomStatements.SIZE) {
        coordinate[d] = rest % RandomStatements.SIZE;
      }
      double x = a.get(coordinate).asDouble();
      double y = b.get(coordinate).asDouble();
      // Quotients round, and infinities may cancel in another order.
      boolean finite = Double.isFinite(x) && Double.isFinite(y);
      assertThat(!finite || Math.abs(x - y) <= 1e-9 * Math.max(1, Math.abs(x)))
          .as("%s: %s is not %s", message, x, y)
          .isTrue();
    }
  }
}
