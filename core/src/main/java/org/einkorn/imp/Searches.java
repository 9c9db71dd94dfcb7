package org.einkorn.imp;

import java.util.ArrayList;
import java.util.List;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.Variable;

/**
 * Writes out binary searches, for backends that call nothing:
 *
 * <pre>
 * int p = lowerBound(crd, begin, end, c);
 * →
 * int low = begin;
 * int high = end;
 * while (low &lt; high) {
 *   int middle = low + (high - low) / 2;
 *   if (crd[middle] &lt; c) low = middle + 1; else high = middle;
 * }
 * int p = low;
 * </pre>
 *
 * Searches in conditions of loops, and where it is not certain that they are made, stay as they
 * are.
 */
public final class Searches {
  private final LocalNames names;

  private Searches(Function function) {
    this.names = new LocalNames(function);
  }

  /** The function without calls of searches; the same instance if it has none. */
  public static Function written(Function function) {
    Stmt body = new Searches(function).written(function.body());
    if (body == function.body()) {
      return function;
    }
    // What is declared at the top level may be a result.
    Stmt spread = body instanceof Stmt.Block ? body : new Stmt.Block(List.of(body));
    Function written = function.with(spread);
    Verifier.verify(written);
    return written;
  }

  private Stmt written(Stmt s) {
    if (s instanceof Stmt.Block(List<Stmt> statements)) {
      List<Stmt> all = new ArrayList<>();
      for (Stmt statement : statements) {
        withSearches(statement, all);
      }
      return all.equals(statements) ? s : new Stmt.Block(all);
    }
    List<Stmt> all = new ArrayList<>();
    withSearches(s, all);
    return all.size() == 1 ? all.getFirst() : new Stmt.Block(all);
  }

  /** Lists the searches that a statement makes before all else, and then the statement. */
  private void withSearches(Stmt s, List<Stmt> all) {
    if (s instanceof Stmt.Block) {
      all.add(written(s));
    } else {
      boolean isRepeated = s instanceof Stmt.While;
      all.add(Walk.map(s, e -> isRepeated ? e : found(e, all), this::written));
    }
  }

  private Exp found(Exp e, List<Stmt> before) {
    return switch (e) {
      case Exp.Select s -> s;
      case Binary b when b.op().isLogical() -> b;
      case Exp.Call c when c.function() == RuntimeFunction.LOWER_BOUND -> {
        List<Exp> arguments = Walk.map(c.arguments(), argument -> found(argument, before));
        yield search(
            (Variable) arguments.get(0),
            arguments.get(1),
            arguments.get(2),
            arguments.get(3),
            before);
      }
      default -> Walk.mapChildren(e, child -> found(child, before));
    };
  }

  private Exp search(Variable list, Exp begin, Exp end, Exp wanted, List<Stmt> before) {
    Variable low = names.fresh("low", Type.INT32);
    Variable high = names.fresh("high", Type.INT32);
    Variable middle = names.fresh("middle", Type.INT32);
    Variable coordinate = names.fresh("wanted", Type.INT32);
    before.add(Imp.declare(low, begin));
    before.add(Imp.declare(high, end));
    before.add(Imp.declare(coordinate, wanted));
    Exp half = Imp.divide(Imp.subtract(high, low), Imp.constant(2));
    before.add(
        Imp.whileLoop(
            Imp.less(low, high),
            Imp.block(
                Imp.declare(middle, Imp.add(low, half)),
                Imp.ifElse(
                    Imp.less(Imp.load(list, middle), coordinate),
                    Imp.assign(low, Imp.add(middle, Imp.constant(1))),
                    Imp.assign(high, middle)))));
    return low;
  }
}
