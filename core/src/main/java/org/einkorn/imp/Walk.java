package org.einkorn.imp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Exp.Witness;

/**
 * The children of a node, in evaluation order, and the node with other children. An array of a
 * load, length, store or update and an assigned variable are no children: only a variable can stand
 * there. Maps return the same instance when nothing changed.
 */
public final class Walk {
  private Walk() {}

  public static List<Exp> children(Exp e) {
    return switch (e) {
      case Exp.Const c -> List.of();
      case Variable v -> List.of();
      case Exp.Length l -> List.of();
      case Exp.Load l -> List.of(l.index());
      case Exp.LoadVector l -> List.of(l.index());
      case Exp.Broadcast b -> List.of(b.value());
      case Exp.Joined j -> j.numbers();
      case Exp.Lane l -> List.of(l.vector());
      case Exp.Spread s -> List.of(s.bits(), s.vector(), s.others());
      case Exp.Inside i -> List.of(i.index());
      case Exp.Allocate a -> List.of(a.length());
      case Exp.Unary u -> List.of(u.operand());
      case Exp.Binary b -> List.of(b.left(), b.right());
      case Exp.Cast c -> List.of(c.operand());
      case Exp.Select s -> List.of(s.condition(), s.whenTrue(), s.whenFalse());
      case Exp.Call c -> c.arguments();
      case Exp.Invoke i ->
          i.witnesses().isEmpty()
              ? i.arguments()
              : Stream.concat(
                      i.arguments().stream(), i.witnesses().stream().map(Witness::coordinate))
                  .toList();
    };
  }

  /** The expression with the children replaced; there must be as many as before. */
  public static Exp withChildren(Exp e, List<Exp> children) {
    return same(children(e), children) ? e : rebuilt(e, children);
  }

  private static Exp rebuilt(Exp e, List<Exp> children) {
    return switch (e) {
      case Exp.Const c -> c;
      case Variable v -> v;
      case Exp.Length l -> l;
      case Exp.Load l -> new Exp.Load(l.array(), children.get(0));
      case Exp.LoadVector l -> new Exp.LoadVector(l.array(), children.get(0), l.lanes(), l.line());
      case Exp.Broadcast b -> new Exp.Broadcast(children.get(0), b.lanes());
      case Exp.Joined j -> new Exp.Joined(children);
      case Exp.Lane l -> new Exp.Lane(children.get(0), l.lane());
      case Exp.Spread s -> new Exp.Spread(children.get(0), children.get(1), children.get(2));
      case Exp.Inside i -> new Exp.Inside(children.get(0));
      case Exp.Allocate a -> new Exp.Allocate(a.element(), children.get(0));
      case Exp.Unary u -> new Exp.Unary(u.op(), children.get(0));
      case Exp.Binary b -> new Exp.Binary(b.op(), children.get(0), children.get(1));
      case Exp.Cast c -> new Exp.Cast(c.target(), children.get(0));
      case Exp.Select s -> new Exp.Select(children.get(0), children.get(1), children.get(2));
      case Exp.Call c -> new Exp.Call(c.function(), children);
      case Exp.Invoke i -> invoke(i, children);
    };
  }

  private static Exp invoke(Exp.Invoke i, List<Exp> children) {
    int count = i.arguments().size();
    List<Witness> witnesses = new ArrayList<>();
    for (int k = 0; k < i.witnesses().size(); k++) {
      witnesses.add(new Witness(i.witnesses().get(k).variable(), children.get(count + k)));
    }
    return new Exp.Invoke(i.function(), children.subList(0, count), witnesses);
  }

  public static Exp mapChildren(Exp e, UnaryOperator<Exp> f) {
    switch (e) { // Most are of these kinds, and every pass maps all.
      case Exp.Const c -> {
        return c;
      }
      case Variable v -> {
        return v;
      }
      case Exp.Load l -> {
        Exp index = f.apply(l.index());
        return index == l.index() ? l : new Exp.Load(l.array(), index);
      }
      case Exp.Binary b -> {
        Exp left = f.apply(b.left());
        Exp right = f.apply(b.right());
        return left == b.left() && right == b.right() ? b : new Exp.Binary(b.op(), left, right);
      }
      default -> {
        List<Exp> children = children(e);
        List<Exp> mapped = map(children, f);
        return mapped == children ? e : rebuilt(e, mapped);
      }
    }
  }

  /** The expressions directly in the statement, without those in its parts. */
  public static List<Exp> expressions(Stmt s) {
    return switch (s) {
      case Stmt.Block b -> List.of();
      case Stmt.Declare d -> List.of(d.value());
      case Stmt.Assign a -> List.of(a.value());
      case Stmt.Store t -> List.of(t.index(), t.value());
      case Stmt.StoreRow t -> Stream.concat(Stream.of(t.index()), t.vectors().stream()).toList();
      case Stmt.Update u -> List.of(u.index(), u.value());
      case Stmt.Run r -> r.call().arguments();
      case Stmt.If i -> List.of(i.condition());
      case Stmt.While w -> List.of(w.condition());
      case Stmt.For f -> List.of(f.from(), f.to());
      case Stmt.Labelled l -> List.of();
      case Stmt.Break b -> List.of();
      case Stmt.Prefetch p -> List.of(p.index());
      case Stmt.Comment c -> List.of();
    };
  }

  /** The statements directly in the statement. */
  public static List<Stmt> parts(Stmt s) {
    return switch (s) {
      case Stmt.Block b -> b.statements();
      case Stmt.If i -> List.of(i.whenTrue(), i.whenFalse());
      case Stmt.While w -> List.of(w.body());
      case Stmt.For f -> List.of(f.body());
      case Stmt.Labelled l -> List.of(l.body());
      case Stmt.Declare d -> List.of();
      case Stmt.Assign a -> List.of();
      case Stmt.Store t -> List.of();
      case Stmt.StoreRow t -> List.of();
      case Stmt.Update u -> List.of();
      case Stmt.Run r -> List.of();
      case Stmt.Break b -> List.of();
      case Stmt.Prefetch p -> List.of();
      case Stmt.Comment c -> List.of();
    };
  }

  /** Those of a block; else the one. */
  static List<Stmt> statements(Stmt s) {
    return s instanceof Stmt.Block(List<Stmt> all) ? all : List.of(s);
  }

  /** The statement with its expressions and parts replaced; there must be as many as before. */
  public static Stmt with(Stmt s, List<Exp> expressions, List<Stmt> parts) {
    return same(expressions(s), expressions) && same(parts(s), parts)
        ? s
        : rebuilt(s, expressions, parts);
  }

  /** The statement with each of its expressions and then each of its parts replaced. */
  public static Stmt map(Stmt s, UnaryOperator<Exp> ofExpression, UnaryOperator<Stmt> ofPart) {
    List<Exp> expressions = expressions(s);
    List<Exp> newExpressions = map(expressions, ofExpression);
    List<Stmt> parts = parts(s);
    List<Stmt> newParts = map(parts, ofPart);
    return newExpressions == expressions && newParts == parts
        ? s
        : rebuilt(s, newExpressions, newParts);
  }

  private static Stmt rebuilt(Stmt s, List<Exp> expressions, List<Stmt> parts) {
    return switch (s) {
      case Stmt.Block b -> new Stmt.Block(parts);
      case Stmt.Declare d -> new Stmt.Declare(d.variable(), expressions.get(0));
      case Stmt.Assign a -> new Stmt.Assign(a.variable(), expressions.get(0));
      case Stmt.Store t ->
          new Stmt.Store(t.array(), expressions.get(0), expressions.get(1), t.streamed());
      case Stmt.StoreRow t ->
          new Stmt.StoreRow(
              t.array(),
              expressions.getFirst(),
              t.rows(),
              expressions.subList(1, expressions.size()),
              t.streamed());
      case Stmt.Update u ->
          new Stmt.Update(u.array(), expressions.get(0), u.op(), expressions.get(1));
      case Stmt.Run r -> new Stmt.Run(new Exp.Call(r.call().function(), expressions));
      case Stmt.If i -> new Stmt.If(expressions.get(0), parts.get(0), parts.get(1));
      case Stmt.While w -> new Stmt.While(expressions.get(0), parts.get(0));
      case Stmt.For f ->
          new Stmt.For(f.variable(), expressions.get(0), expressions.get(1), parts.get(0));
      case Stmt.Labelled l -> new Stmt.Labelled(l.label(), parts.get(0));
      case Stmt.Break b -> b;
      case Stmt.Prefetch p -> new Stmt.Prefetch(p.array(), expressions.get(0), p.into());
      case Stmt.Comment c -> c;
    };
  }

  /**
   * Calls {@code reader} with every variable that evaluating the expression reads, arrays included.
   */
  public static void reads(Exp e, Consumer<Variable> reader) {
    switch (e) { // Most are of these kinds, and every pass looks at all.
      case Exp.Const c -> {}
      case Variable v -> reader.accept(v);
      case Exp.Load l -> {
        reader.accept(l.array());
        reads(l.index(), reader);
      }
      case Exp.Binary b -> {
        reads(b.left(), reader);
        reads(b.right(), reader);
      }
      default -> {
        ownRead(e).ifPresent(reader);
        List<Exp> children = children(e);
        for (int k = 0; k < children.size(); k++) {
          reads(children.get(k), reader);
        }
      }
    }
  }

  /** Whether evaluating the expression reads a variable of a kind, arrays included. */
  static boolean readsAny(Exp e, Predicate<Variable> isOfKind) {
    boolean[] found = {false};
    reads(e, v -> found[0] |= isOfKind.test(v));
    return found[0];
  }

  /** The variable that the node itself reads, beside what its children read. */
  public static Optional<Variable> ownRead(Exp e) {
    return switch (e) {
      case Variable v -> Optional.of(v);
      case Exp.Load l -> Optional.of(l.array());
      case Exp.LoadVector l -> Optional.of(l.array());
      case Exp.Broadcast b -> Optional.empty();
      case Exp.Joined j -> Optional.empty();
      case Exp.Lane l -> Optional.empty();
      case Exp.Spread s -> Optional.empty();
      case Exp.Inside i -> Optional.empty();
      case Exp.Length l -> Optional.of(l.array());
      case Exp.Const c -> Optional.empty();
      case Exp.Allocate a -> Optional.empty();
      case Exp.Unary u -> Optional.empty();
      case Exp.Binary b -> Optional.empty();
      case Exp.Cast c -> Optional.empty();
      case Exp.Select s -> Optional.empty();
      case Exp.Call c -> Optional.empty();
      case Exp.Invoke i -> Optional.empty();
    };
  }

  /**
   * The list with every element replaced; the same list if none changed. Streams would put many
   * frames on the stack for each level of a deep tree.
   */
  static <T> List<T> map(List<T> list, UnaryOperator<T> f) {
    List<T> mapped = list;
    for (int k = 0; k < list.size(); k++) {
      T element = list.get(k);
      T changed = f.apply(element);
      if (changed != element && mapped == list) {
        mapped = new ArrayList<>(list);
      }
      if (mapped != list) {
        mapped.set(k, changed);
      }
    }
    return mapped;
  }

  private static boolean same(List<?> a, List<?> b) {
    if (a.size() != b.size()) {
      throw new IllegalArgumentException(b.size() + " children instead of " + a.size());
    }
    for (int k = 0; k < a.size(); k++) {
      if (a.get(k) != b.get(k)) {
        return false;
      }
    }
    return true;
  }
}
