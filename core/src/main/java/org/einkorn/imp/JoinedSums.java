package org.einkorn.imp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Unary;
import org.einkorn.imp.Exp.UnaryOp;
import org.einkorn.imp.Exp.Variable;

/** Writes the forms {@link RowForm#LONG_JOINED} and LONG_JOINED_FETCHED. */
final class JoinedSums {
  private static final int SUMS = LongRows.SUMS;

  private final Rows rows;
  private final LocalNames names;
  private final Variable sum;
  private final Exp addend;
  private final Variable lastFour;

  /** What variables of an entry stand for, if these are floating-point numbers. */
  private final Map<Variable, Exp> values = new HashMap<>();

  /** Other variables of an entry, in order. */
  private final List<Stmt.Declare> integers = new ArrayList<>();

  private JoinedSums(Rows rows, LocalNames names, Variable sum) {
    this.rows = rows;
    this.names = names;
    this.sum = sum;
    this.lastFour = names.fresh(rows.p().name() + "_last_four", Type.INT32);
    List<Stmt> entry = Walk.statements(rows.entry());
    for (Stmt s : entry.subList(0, entry.size() - 1)) {
      Stmt.Declare d = (Stmt.Declare) s;
      if (d.variable().type().element().isFloat()) {
        values.put(d.variable(), d.value());
      } else {
        integers.add(d);
      }
    }
    this.addend = ((Binary) ((Stmt.Assign) entry.getLast()).value()).right();
  }

  /**
   * For rows whose entries are added to a floating-point number, if entries of a later row may be
   * computed with as well.
   */
  static Optional<JoinedSums> of(Rows rows, LocalNames names) {
    return RowSum.of(rows)
        .filter(s -> s.op() == BinaryOp.ADD && isSafe(rows))
        .map(s -> new JoinedSums(rows, names, s.sum()))
        .filter(joined -> Rows.isLittle(Imp.assign(joined.sum, joined.inlined(joined.addend))));
  }

  /**
   * Whether entries of a later row can be read as if they were of this one: what is read at an
   * entry does not depend on the row, so it will be read anyway.
   */
  private static boolean isSafe(Rows rows) {
    Set<Variable> ofRow = new HashSet<>(Set.of(rows.row()));
    rows.before().forEach(d -> ofRow.add(d.variable()));
    Set<Variable> ofEntry = new HashSet<>(Set.of(rows.p()));
    for (Stmt s : Walk.statements(rows.entry())) {
      Exp value = Walk.expressions(s).getLast();
      if (!isSafe(value, ofRow, ofEntry)) {
        return false;
      }
      if (s instanceof Stmt.Declare d) {
        (Walk.readsAny(value, ofEntry::contains) ? ofEntry : ofRow).add(d.variable());
        if (Walk.readsAny(value, ofRow::contains)) {
          ofRow.add(d.variable());
        }
      }
    }
    return true;
  }

  private static boolean isSafe(Exp e, Set<Variable> ofRow, Set<Variable> ofEntry) {
    boolean own =
        switch (e) {
          case Exp.Load(Variable array, Exp index) ->
              !Walk.readsAny(index, ofEntry::contains) || !Walk.readsAny(index, ofRow::contains);
          // What the row decides about may be safe for no other.
          case Binary(BinaryOp op, Exp left, Exp _) when op.isLogical() ->
              !Walk.readsAny(left, ofRow::contains);
          case Binary(BinaryOp op, Exp left, Exp _) ->
              left.type().element().isFloat() || op != BinaryOp.DIVIDE && op != BinaryOp.REMAINDER;
          case Exp.Select(Exp condition, Exp _, Exp _) ->
              !Walk.readsAny(condition, ofRow::contains);
          case Exp.Invoke i -> false;
          case Exp.Call c -> false;
          default -> true;
        };
    return own && Walk.children(e).stream().allMatch(child -> isSafe(child, ofRow, ofEntry));
  }

  /**
   * Declares, before the first row, the last position from which as many entries can be read as
   * there are sums.
   */
  Stmt declareLast() {
    Exp isAny = Imp.less(rows.from(), rows.to());
    Exp end = Imp.select(isAny, Imp.load(rows.bounds(), rows.to()), Imp.constant(0));
    return Imp.declare(lastFour, Imp.subtract(end, Imp.constant(SUMS)));
  }

  /** Adds up the entries from one position to another. */
  List<Stmt> between(Variable begin, Variable end, boolean fetching) {
    Variable p = rows.p();
    ElementType element = sum.type().element();
    Variable lanes = names.another("sums", new Type.Vector(element, SUMS));
    Exp zero = Imp.constant(Constant.zero(element));

    List<Stmt> turn = new ArrayList<>(fetching ? LongRows.fetched(rows) : List.of());
    Exp next = addends(turn);
    turn.add(Imp.assign(lanes, Imp.add(lanes, next)));
    turn.add(Imp.assign(p, Imp.add(p, Imp.constant(SUMS))));

    List<Stmt> rest = new ArrayList<>();
    Exp last = addends(rest);
    Exp bits = Imp.subtract(Imp.shiftLeft(Imp.constant(1), Imp.subtract(end, p)), Imp.constant(1));
    rest.add(Imp.assign(lanes, new Exp.Spread(bits, Imp.add(lanes, last), lanes)));

    List<Stmt> statements = new ArrayList<>();
    statements.add(Imp.declare(lanes, new Exp.Broadcast(zero, SUMS)));
    statements.add(Imp.declare(p, begin));
    statements.add(
        Imp.whileLoop(Imp.less(p, Imp.subtract(end, Imp.constant(SUMS - 1))), Imp.block(turn)));
    statements.add(Imp.ifThen(Imp.lessEqual(p, lastFour), Imp.block(rest)));
    List<Variable> sums = new ArrayList<>();
    for (int k = 0; k < SUMS; k++) {
      sums.add(names.another(sum.name(), sum.type()));
      statements.add(Imp.declare(sums.getLast(), new Exp.Lane(lanes, k)));
    }
    Stmt oneByOne = LongRows.rest(rows, names, sum, end, sums, 0);
    statements.add(Imp.ifThen(Imp.less(lastFour, p), oneByOne));
    statements.add(Imp.assign(sum, Imp.add(sum, PartialSums.total(sums))));
    statements.add(Imp.assign(begin, end));
    return statements;
  }

  /**
   * What entries from p on add, as many as there are sums.
   *
   * @param before takes what has to be declared for that
   */
  private Exp addends(List<Stmt> before) {
    List<Map<Variable, Exp>> lanes = new ArrayList<>();
    for (int k = 0; k < SUMS; k++) {
      Map<Variable, Exp> known = new HashMap<>();
      known.put(rows.p(), Imp.add(rows.p(), Imp.constant(k)));
      for (Stmt.Declare d : integers) {
        Variable own = names.another(d.variable().name(), d.variable().type());
        before.add(Imp.declare(own, Copying.replace(inlined(d.value()), known)));
        known.put(d.variable(), own);
      }
      lanes.add(known);
    }
    return vector(inlined(addend), lanes);
  }

  /** The expression without those variables of an entry that are floating-point numbers. */
  private Exp inlined(Exp e) {
    Exp once = Copying.replace(e, values);
    return once.equals(e) ? e : inlined(once);
  }

  private Exp vector(Exp e, List<Map<Variable, Exp>> lanes) {
    if (!Walk.readsAny(e, lanes.getFirst()::containsKey)) {
      return new Exp.Broadcast(e, SUMS);
    }
    Type.Vector type = new Type.Vector(e.type().element(), SUMS);
    return switch (e) {
      case Exp.Load(Variable array, Exp index) when index.equals(rows.p()) ->
          new Exp.LoadVector(array, index, SUMS);
      case Unary(UnaryOp op, Exp operand) when op == UnaryOp.NEGATE ->
          new Unary(op, vector(operand, lanes));
      case Binary(BinaryOp op, Exp left, Exp right)
          when left.type().element().isFloat() && op.accepts(type) ->
          new Binary(op, vector(left, lanes), vector(right, lanes));
      default -> new Exp.Joined(lanes.stream().map(known -> Copying.replace(e, known)).toList());
    };
  }
}
