package org.einkorn.imp;

import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Const;
import org.einkorn.imp.Exp.Unary;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.support.FunctionFailure;
import org.einkorn.support.IndexTable;
import org.einkorn.support.Support;

/**
 * Runs the imperative language by walking it: slow and obvious, what every backend is compared
 * with. Scalars are boxed as Java boxes them, arrays and vectors are primitive arrays. Fails where
 * generated code would: outside an array, dividing an integer by zero.
 */
public final class Evaluator {
  private final Map<Variable, Object> environment;

  private Evaluator(Map<Variable, Object> environment) {
    this.environment = environment;
  }

  /** The results' final values, as a compiled function would return them. */
  public static Object[] run(Function function, Object[] arguments) {
    Evaluator evaluator = new Evaluator(new HashMap<>());
    for (int k = 0; k < function.parameters().size(); k++) {
      evaluator.environment.put(function.parameters().get(k), arguments[k]);
    }
    evaluator.execute(function.body());
    return function.results().stream().map(evaluator.environment::get).toArray();
  }

  public static Object evaluate(Exp e, Map<Variable, Object> environment) {
    return new Evaluator(environment).evaluate(e);
  }

  /** The label that control is on its way to, or empty when the statement completed. */
  private Optional<String> execute(Stmt s) {
    switch (s) {
      case Stmt.Block(List<Stmt> statements) -> {
        for (Stmt statement : statements) {
          Optional<String> left = execute(statement);
          if (left.isPresent()) {
            return left;
          }
        }
      }
      case Stmt.Declare(Variable variable, Exp value) -> environment.put(variable, evaluate(value));
      case Stmt.Assign(Variable variable, Exp value) -> environment.put(variable, evaluate(value));
      case Stmt.Store(Variable array, Exp index, Exp value, boolean streamed) -> {
        int at = (int) evaluate(index);
        if (value.type() instanceof Type.Vector(ElementType element, int lanes)) {
          System.arraycopy(evaluate(value), 0, environment.get(array), at, lanes);
        } else {
          Array.set(environment.get(array), at, evaluate(value));
        }
      }
      case Stmt.StoreRow t -> storeRow(t, (int) evaluate(t.index()));
      case Stmt.Update(Variable array, Exp index, BinaryOp op, Exp value) -> {
        int at = (int) evaluate(index);
        Object old = Array.get(environment.get(array), at);
        Array.set(
            environment.get(array), at, apply(op, value.type().element(), old, evaluate(value)));
      }
      case Stmt.Run(Exp.Call call) -> call(call);
      case Stmt.If i -> {
        return execute(isTrue(i.condition()) ? i.whenTrue() : i.whenFalse());
      }
      case Stmt.While(Exp condition, Stmt body) -> {
        while (isTrue(condition)) {
          Optional<String> left = execute(body);
          if (left.isPresent()) {
            return left;
          }
        }
      }
      case Stmt.For(Variable variable, Exp from, Exp to, Stmt body) -> {
        int first = (int) evaluate(from);
        int end = (int) evaluate(to);
        for (int value = first; value < end; value++) {
          environment.put(variable, value);
          Optional<String> left = execute(body);
          if (left.isPresent()) {
            return left;
          }
        }
      }
      case Stmt.Labelled(String label, Stmt body) -> {
        return execute(body).filter(left -> !left.equals(label));
      }
      case Stmt.Break(String label) -> {
        return Optional.of(label);
      }
      case Stmt.Prefetch p -> {}
      case Stmt.Comment c -> {}
    }
    return Optional.empty();
  }

  private void storeRow(Stmt.StoreRow t, int at) {
    Exp.LineRows rows = t.rows();
    Object array = environment.get(t.array());
    List<Object> vectors = t.vectors().stream().map(this::evaluate).toList();
    for (int k = 0; k < rows.size(); k++) {
      int place = k + before(rows);
      Object vector = vectors.get(place / rows.lanes());
      Array.set(array, at + k, Array.get(vector, place % rows.lanes()));
    }
  }

  /** A vector of a row of which somebody gives the elements. */
  private static Object inLine(ElementType element, Exp.Line line, IntFunction<Object> row) {
    Exp.LineRows rows = line.rows();
    int first = line.number() * rows.lanes() - before(rows);
    return lanes(
        element,
        rows.lanes(),
        k ->
            first + k < 0 || first + k >= rows.size()
                ? Constant.zero(element).boxed()
                : row.apply(first + k));
  }

  /** How far before a row its vectors begin: here any number is as good as another. */
  private static int before(Exp.LineRows rows) {
    return Math.floorMod(rows.array().hashCode(), rows.lanes());
  }

  private boolean isTrue(Exp condition) {
    return (boolean) evaluate(condition);
  }

  private Object evaluate(Exp e) {
    return switch (e) {
      case Const(Constant value) -> value.boxed();
      case Variable v -> environment.get(v);
      case Exp.Load(Variable array, Exp index) ->
          Array.get(environment.get(array), (int) evaluate(index));
      case Exp.LoadVector(Variable array, Exp index, int lanes, Optional<Exp.Line> line) -> {
        int at = (int) evaluate(index);
        Object elements = environment.get(array);
        ElementType element = array.type().element();
        yield line.isEmpty()
            ? lanes(element, lanes, k -> Array.get(elements, at + k))
            : inLine(element, line.get(), k -> Array.get(elements, at + k));
      }
      case Exp.Broadcast(Exp value, int lanes) -> {
        Object lane = evaluate(value);
        yield lanes(value.type().element(), lanes, k -> lane);
      }
      case Exp.Joined(List<Exp> numbers) -> {
        List<Object> lanes = numbers.stream().map(this::evaluate).toList();
        yield lanes(e.type().element(), lanes.size(), lanes::get);
      }
      case Exp.Lane(Exp vector, int lane) -> Array.get(evaluate(vector), lane);
      case Exp.Spread s -> spread(s);
      case Exp.Inside(Exp index) -> evaluate(index);
      case Exp.Length(Variable array) -> Array.getLength(environment.get(array));
      case Exp.Allocate(ElementType element, Exp length) ->
          element.allocate((int) evaluate(length));
      case Unary(Exp.UnaryOp op, Exp operand)
          when operand.type() instanceof Type.Vector(ElementType element, int lanes) -> {
        Object x = evaluate(operand);
        yield lanes(
            element,
            lanes,
            k -> Constants.apply(op, Constant.unboxed(element, Array.get(x, k))).boxed());
      }
      case Unary u ->
          Constants.apply(u.op(), Constant.unboxed(u.type().element(), evaluate(u.operand())))
              .boxed();
      case Binary(BinaryOp op, Exp left, Exp right)
          when left.type() instanceof Type.Vector(ElementType element, int lanes) -> {
        Object x = evaluate(left);
        Object y = evaluate(right);
        yield lanes(element, lanes, k -> apply(op, element, Array.get(x, k), Array.get(y, k)));
      }
      case Binary(BinaryOp op, Exp left, Exp right) ->
          switch (op) {
            case AND -> isTrue(left) && isTrue(right);
            case OR -> isTrue(left) || isTrue(right);
            default -> apply(op, left.type().element(), evaluate(left), evaluate(right));
          };
      case Exp.Cast(ElementType target, Exp operand) ->
          Constant.unboxed(operand.type().element(), evaluate(operand)).as(target).boxed();
      case Exp.Select(Exp condition, Exp whenTrue, Exp whenFalse) ->
          evaluate(isTrue(condition) ? whenTrue : whenFalse);
      case Exp.Call call -> call(call);
      case Exp.Invoke invoke -> invoke(invoke);
    };
  }

  private Object spread(Exp.Spread s) {
    int bits = (int) evaluate(s.bits());
    Object elements = evaluate(s.vector());
    Object others = evaluate(s.others());
    Type.Vector type = (Type.Vector) s.type();
    return lanes(
        type.element(),
        type.lanes(),
        k ->
            (bits >>> k & 1) == 0
                ? Array.get(others, k)
                : Array.get(elements, Integer.bitCount(bits & (1 << k) - 1)));
  }

  /** A vector is an array of its lanes. */
  private static Object lanes(ElementType element, int lanes, IntFunction<Object> lane) {
    Object vector = element.allocate(lanes);
    for (int k = 0; k < lanes; k++) {
      Array.set(vector, k, lane.apply(k));
    }
    return vector;
  }

  private Object invoke(Exp.Invoke e) {
    List<Object> arguments = e.arguments().stream().map(this::evaluate).toList();
    try {
      return e.function().call(arguments);
    } catch (RuntimeException failure) {
      throw FunctionFailure.of(
          failure,
          e.function().name(),
          e.witnesses().stream().map(Exp.Witness::variable).toArray(String[]::new),
          e.witnesses().stream().mapToInt(w -> (int) evaluate(w.coordinate())).toArray());
    }
  }

  private static Object apply(BinaryOp op, ElementType type, Object a, Object b) {
    return Constants.apply(op, Constant.unboxed(type, a), Constant.unboxed(type, b))
        .orElseThrow(() -> new ArithmeticException("/ by zero"))
        .boxed();
  }

  private Object call(Exp.Call call) {
    Object[] x = call.arguments().stream().map(this::evaluate).toArray();
    return switch (call.function()) {
      case GROW -> Support.grow(x[0], (long) x[1]);
      case TRIM -> Support.trim(x[0], (int) x[1]);
      case PROBE -> Support.probe((int[]) x[0], (int) x[1], (int) x[2], (int) x[3]);
      case LOWER_BOUND -> Support.lowerBound((int[]) x[0], (int) x[1], (int) x[2], (int) x[3]);
      case SIZE -> Support.size((int) x[0], (int) x[1]);
      case TOTAL -> Support.total((int) x[0], (int) x[1]);
      case NARROW -> Support.narrow((long) x[0]);
      case SORT_TOUCHED -> {
        Support.sortTouched((int[]) x[0], (int) x[1], (long[]) x[2], (int) x[3]);
        yield null;
      }
      case SORT_FEW -> {
        Support.sortFew((int[]) x[0], (int) x[1]);
        yield null;
      }
      case STORE_FEW -> {
        Support.storeFew(x[0], x[1], (int) x[2], (int) x[3]);
        yield null;
      }
      case LIKE_ROWS ->
          Support.likeRows(
              (int[]) x[0],
              (int) x[1],
              (int[]) x[2],
              (int) x[3],
              (int) x[4],
              (int[]) x[5],
              (int[]) x[6],
              (int[]) x[7],
              (int[]) x[8]);
      case REMEMBER ->
          Support.remember(
              (int[]) x[0],
              (int) x[1],
              (int[]) x[2],
              (int[]) x[3],
              (int) x[4],
              (int[]) x[5],
              (int) x[6]);
      case PLACES -> Support.places((int[]) x[0], (int) x[1], (int) x[2], (int) x[3], (int[]) x[4]);
      case SORT_ENTRIES ->
          Support.sortEntries((long[]) x[0], (int) x[1], (int[]) x[2], (int[]) x[3], (int[]) x[4]);
      case NEW_TABLE -> Support.newTable((int) x[0]);
      case NEW_LOOKUP -> Support.newLookup((int) x[0], (int) x[1]);
      case INSERT -> Support.insert((IndexTable) x[0], (int) x[1], (int) x[2]);
      case FIND -> Support.find((IndexTable) x[0], (int) x[1], (int) x[2]);
      case COUNT -> Support.count((IndexTable) x[0]);
      case SEGMENTS -> Support.segments((IndexTable) x[0]);
      case COORDINATES -> Support.coordinates((IndexTable) x[0]);
      case POSITIONS -> Support.positions((IndexTable) x[0]);
      case SEAL -> {
        Support.seal((IndexTable) x[0], (int) x[1]);
        yield null;
      }
      case CLEAR -> {
        Support.clear((IndexTable) x[0]);
        yield null;
      }
    };
  }
}
