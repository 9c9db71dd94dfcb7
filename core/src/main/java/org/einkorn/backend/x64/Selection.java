package org.einkorn.backend.x64;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.einkorn.backend.x64.Line.Align;
import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Occurrences;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Walk;

/**
 * Chooses instructions for a function, over as many registers as it likes. Every index is compared
 * with the length of its array, as the JVM does: once for all elements around the same place that
 * are read in any case, and for those that a loop goes along once before the loop. The code gives
 * 0, or 1 if an index was out of bounds.
 */
final class Selection {
  private final Code code;
  private final Arguments arguments;
  private final Expressions expressions;
  private final Conditions conditions;
  private final Arithmetic arithmetic;
  private final Streamed streamed;
  private final Label outside;
  private final Map<String, Label> ends = new HashMap<>();

  /** The innermost loops of the outermost one that is written. */
  private final List<Label> innermost = new ArrayList<>();

  /** The number of the line where that begins. */
  private int outermost;

  private Selection(Function function, Lengths lengths, Processor processor) {
    this.code = new Code();
    this.outside = code.label("outside");
    this.arguments = new Arguments(function, lengths, code.another());
    this.expressions = new Expressions(code, arguments, processor, outside);
    this.conditions = expressions.conditions();
    this.arithmetic = expressions.arithmetic();
    this.streamed = new Streamed(code, processor);
  }

  /** The code of a function that is suitable. */
  static Code of(Function function, Lengths lengths, Processor processor) {
    return new Selection(function, lengths, processor).function(function);
  }

  private Code function(Function function) {
    expressions.rowLines().begin(function);
    statements(List.of(function.body()));
    expressions.rowLines().end();
    for (int k = 0; k < function.results().size(); k++) {
      Variable v = function.results().get(k);
      if (v.type() instanceof Type.Scalar(ElementType element)) {
        expressions.store(
            element.isFloat() ? element : ElementType.INT64,
            arguments.result(k),
            expressions.register(v));
      }
    }
    Label end = code.label("end");
    code.add(Opcode.MOV, 4, Frame.RESULT, new Immediate(0));
    code.jump(Condition.ALWAYS, end);
    code.add(outside);
    expressions.rowLines().end();
    code.add(Opcode.MOV, 4, Frame.RESULT, new Immediate(1));
    code.add(end);
    if (streamed.isUsed() || expressions.rowLines().streams()) {
      code.add(Opcode.SFENCE, 8); // all is there for other threads, too
    }
    code.prepend(arguments.code());
    return code;
  }

  private void statements(List<Stmt> statements) {
    for (int k = 0; k < statements.size(); k++) {
      expressions.elements().setAhead(statements.subList(k, statements.size()));
      statement(statements.get(k));
      expressions.scope().forget(Occurrences.assigned(statements.get(k)));
      if (statements.get(k) instanceof Stmt.Declare(Variable v, Exp value)) {
        expressions.scope().declared(v, value);
      }
    }
    expressions.elements().setAhead(List.of());
  }

  /** Statements that may run never or several times. */
  private void inner(Stmt body, Scope scope) {
    Scope outer = expressions.scope();
    expressions.setScope(scope);
    statements(List.of(body));
    expressions.setScope(outer);
  }

  private void statement(Stmt s) {
    switch (s) {
      case Stmt.Block(List<Stmt> all) -> statements(all);
      case Stmt.Declare(Variable v, Exp value) -> expressions.into(value, expressions.register(v));
      case Stmt.Assign(Variable v, Exp value) -> expressions.into(value, expressions.register(v));
      case Stmt.Store t -> store(t);
      case Stmt.StoreRow t -> expressions.rowLines().store(t);
      case Stmt.Update u -> update(u);
      case Stmt.Prefetch p -> expressions.elements().prefetch(p);
      case Stmt.If i -> branch(i);
      case Stmt.While w -> loop(w);
      case Stmt.For f -> loop(f);
      case Stmt.Labelled(String label, Stmt body) -> {
        Label end = code.label(label);
        ends.put(label, end);
        inner(body, expressions.scope().inner());
        code.add(end);
      }
      case Stmt.Break(String label) -> code.jump(Condition.ALWAYS, ends.get(label));
      case Stmt.Comment c -> {}
      case Stmt.Run r -> expressions.routines().run(r.call());
    }
  }

  private void store(Stmt.Store s) {
    Register value = expressions.value(s.value());
    if (s.value().type() instanceof Type.Vector(ElementType element, int lanes)) {
      Memory memory = expressions.elements().element(s.array(), s.index(), lanes);
      int bytes = lanes * element.bytes();
      if (s.streamed()) {
        streamed.store(memory, value, bytes);
      } else {
        code.add(Opcode.VMOVUPS, bytes, memory, value);
      }
    } else {
      Memory memory = expressions.elements().element(s.array(), s.index(), 1);
      expressions.store(s.array().type().element(), memory, value);
    }
  }

  private void update(Stmt.Update u) {
    Exp old = new Exp.Load(u.array(), u.index());
    Register result = code.fresh(Expressions.bank(old.type()));
    Register value = expressions.value(old);
    arithmetic.combine(u.op(), old.type(), value, u.value(), result);
    expressions.store(
        u.array().type().element(),
        expressions.elements().element(u.array(), u.index(), 1),
        result);
  }

  private void branch(Stmt.If i) {
    Label otherwise = code.label("else");
    conditions.jump(i.condition(), false, otherwise);
    Scope scope = expressions.scope().inner();
    Stretch.of(i.condition()).ifPresent(stretch -> test(stretch, i.whenTrue(), scope));
    inner(i.whenTrue(), scope);
    if (i.whenFalse().equals(Stmt.NOTHING)) {
      code.add(otherwise);
      return;
    }
    Label end = code.label("endif");
    code.jump(Condition.ALWAYS, end);
    code.add(otherwise);
    inner(i.whenFalse(), expressions.scope().inner());
    code.add(end);
  }

  private void loop(Stmt.While w) {
    Optional<Counting> counting = Counting.of(w);
    if (counting.isPresent()) {
      loop(counting.get(), _ -> {});
      return;
    }
    Scope outer = expressions.scope();
    Set<Variable> assigned = Occurrences.assigned(w.body());
    Label head = code.label("loop");
    Label end = code.label("done");
    conditions.jump(w.condition(), false, end);
    Scope body = outer.inner();
    body.forget(assigned);
    begin(w.body(), head);
    inner(w.body(), body);
    Scope after = outer.inner();
    after.forget(assigned);
    expressions.setScope(after);
    conditions.jump(w.condition(), true, head);
    expressions.setScope(outer);
    end(end);
  }

  /** Enters a loop, whose first line is next. */
  private void begin(Stmt body, Label head) {
    if (code.depth() == 0) {
      outermost = code.lines().size();
      innermost.clear();
    }
    if (!containsLoop(body)) {
      innermost.add(head);
    }
    code.enterLoop();
    code.add(head);
  }

  /** Leaves it; who jumps out of it comes here. */
  private void end(Label end) {
    code.leaveLoop();
    if (code.depth() == 0) {
      code.insert(outermost, new Align(List.copyOf(innermost)));
    }
    code.add(end);
  }

  private static boolean containsLoop(Stmt s) {
    return s instanceof Stmt.For
        || s instanceof Stmt.While
        || Walk.parts(s).stream().anyMatch(Selection::containsLoop);
  }

  private void loop(Stmt.For f) {
    expressions.into(f.from(), expressions.register(f.variable()));
    loop(new Counting(f.variable(), f.to(), 1, List.of(f.body())), scope -> scope.entered(f));
  }

  /**
   * From where the variable stands.
   *
   * @param knowing more for the scope of its body
   */
  private void loop(Counting counting, Consumer<Scope> knowing) {
    Register counter = expressions.register(counting.v());
    Stmt body = new Stmt.Block(counting.body());
    Set<Variable> assigned = Occurrences.assigned(body);
    Operand to = bound(counting.to(), assigned);
    Label head = code.label("loop");
    Label end = code.label("done");
    code.add(Opcode.CMP, 8, counter, to);
    code.jump(Condition.GREATER_EQUAL, end);
    Scope scope = expressions.scope().inner();
    scope.forget(assigned);
    scope.forget(Set.of(counting.v()));
    knowing.accept(scope);
    testBefore(counting, counter, to, scope);
    begin(body, head);
    inner(body, scope);
    code.add(Opcode.ADD, 8, counter, new Immediate(counting.step()));
    code.add(Opcode.CMP, 8, counter, to);
    code.jump(Condition.LESS, head);
    end(end);
  }

  private Operand bound(Exp to, Set<Variable> assigned) {
    if (to instanceof Exp.Const(var constant)) {
      return new Immediate(constant.asLong());
    }
    if (to instanceof Variable v && assigned.contains(v)) {
      Register copy = code.general();
      code.copy(copy, expressions.register(v), 8);
      return copy;
    }
    return expressions.value(to);
  }

  /** An index that is a loop's variable times a factor. */
  private record Stride(Exp base, long factor) {}

  /** Tests what a loop reads and writes along its way: at its first coordinate and its last. */
  private void testBefore(Counting loop, Register from, Operand to, Scope scope) {
    if (loop.body().stream().anyMatch(Access::leaves)) {
      return; // it may not come to the last one
    }
    Map<Stride, Map<Variable, Scope.Span>> along = new LinkedHashMap<>();
    Access.certain(
        loop.body(),
        Set.of(),
        access -> {
          Optional<Long> factor = access.index().factorOf(loop.v());
          if (factor.isPresent() && !scope.isTested(access)) {
            Scope.Span span = access.span();
            along
                .computeIfAbsent(
                    new Stride(access.index().base().orElseThrow(), factor.get()),
                    s -> new LinkedHashMap<>())
                .merge(access.array(), span, (one, other) -> one.with(other.begin(), other.end()));
          }
        });
    if (along.isEmpty()) {
      return;
    }
    Last last = last(loop.step(), from, to);
    along.forEach(
        (stride, spans) -> {
          Map<Scope.Span, Set<Variable>> alike = new LinkedHashMap<>();
          spans.forEach(
              (array, span) -> alike.computeIfAbsent(span, s -> new LinkedHashSet<>()).add(array));
          alike.forEach((span, arrays) -> testAlong(stride, span, arrays, from, last));
          spans.forEach((array, span) -> scope.tested(array, stride.base, span));
        });
  }

  /** Tests what is read and written along a stretch, some of it before a loop. */
  private void test(Stretch stretch, Stmt body, Scope scope) {
    Set<Variable> arrays =
        stretch.arrays(body instanceof Stmt.Block b ? b.statements() : List.of(body));
    if (!arrays.isEmpty()) {
      Register from = expressions.register(stretch.from());
      Last last = new Last(expressions.register(stretch.to()), 1);
      testAlong(new Stride(stretch.from(), 1), Scope.Span.ONE, arrays, from, last);
      scope.tested(stretch, arrays);
    }
  }

  /** The last coordinate of a loop, as a register and how much less. */
  private record Last(Register register, int less) {}

  private Last last(int step, Register from, Operand to) {
    if (step == 1 && to instanceof Register register) {
      return new Last(register, 1);
    }
    Register last = code.general();
    code.add(Opcode.MOV, 8, last, to);
    if (step == 1) {
      return new Last(last, 1);
    }
    // from + (to - 1 - from) / step * step
    code.add(Opcode.SUB, 8, last, from);
    code.add(Opcode.SUB, 8, last, new Immediate(1));
    code.add(Opcode.AND, 8, last, new Immediate(-step));
    code.add(Opcode.ADD, 8, last, from);
    return new Last(last, 0);
  }

  private void testAlong(
      Stride stride, Scope.Span span, Set<Variable> arrays, Register from, Last last) {
    Register first = at(stride.factor, from, 0, span.begin());
    code.add(Opcode.TEST, 8, first, first);
    code.jump(Condition.LESS, outside);
    Register end = at(stride.factor, last.register, -stride.factor * last.less, span.end());
    code.add(Opcode.CMP, 8, end, arguments.shortest(arrays));
    code.jump(Condition.GREATER, outside);
  }

  /** {@code coordinate * factor + more + offset}. */
  private Register at(long factor, Register coordinate, long more, int offset) {
    Register product = coordinate;
    if (factor != 1) {
      product = code.general();
      code.add(Opcode.IMUL3, 8, product, coordinate, new Immediate(factor));
    }
    long distance = more + offset;
    return distance == 0 ? product : code.address(Memory.at(product, (int) distance));
  }
}
