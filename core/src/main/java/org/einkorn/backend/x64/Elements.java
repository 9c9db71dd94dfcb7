package org.einkorn.backend.x64;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Label;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Memory;
import org.einkorn.backend.x64.Operand.Register;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Walk;

/** Finds where elements of arrays lie, and writes the tests that they do. */
final class Elements {
  private final Code code;
  private final Arguments arguments;
  private final Expressions expressions;
  private Label outside;

  /** The statement that is written, and those that are certain to run after it. */
  private List<Stmt> ahead = List.of();

  /**
   * @param outside where to go if an index is out of bounds
   */
  Elements(Code code, Arguments arguments, Expressions expressions, Label outside) {
    this.code = code;
    this.arguments = arguments;
    this.expressions = expressions;
    this.outside = outside;
  }

  List<Stmt> ahead() {
    return ahead;
  }

  void setAhead(List<Stmt> statements) {
    this.ahead = statements;
  }

  /** Where so many elements lie, after a test that they do. */
  Memory element(Variable array, Exp index, int lanes) {
    Access access = new Access(array, Index.of(index), lanes);
    Register base = base(access);
    test(access, base);
    return memory(access, base);
  }

  /**
   * Where a row of so many elements would lie, after a test that it is in the array, if the array
   * began where a register says.
   */
  Memory row(Variable array, Exp index, int elements, Register start) {
    Access access = new Access(array, Index.of(index), elements);
    Register base = base(access);
    test(access, base);
    return memory(access, base, start);
  }

  /** Where a vector of a row begins. */
  Memory inRow(Exp.LoadVector l) {
    Exp.LineRows rows = l.line().orElseThrow().rows();
    Register start = arguments.movedBack(l.array(), rows.array());
    Memory row = row(l.array(), l.index(), rows.size(), start);
    return RowLines.at(row, l.line().get().number());
  }

  /** Fetches an element, if there is one and it can be told where. */
  void prefetch(Stmt.Prefetch fetched) {
    Access access = new Access(fetched.array(), Index.of(fetched.index()), 1);
    Opcode opcode =
        switch (fetched.into()) {
          case NEAR -> Opcode.PREFETCHT0;
          case FAR -> Opcode.PREFETCHT1;
        };
    if (Imp.isPure(fetched.index())) {
      code.add(opcode, 8, memory(access, base(access)));
      return;
    }
    Label unknown = code.label("unknown");
    Label end = outside;
    outside = unknown;
    expressions.conditional(() -> code.add(opcode, 8, memory(access, base(access))));
    outside = end;
    code.add(unknown);
  }

  /** The base of an index, or null if it is a constant. */
  private Register base(Access access) {
    return access.index().base().map(expressions::index).orElse(null);
  }

  private Memory memory(Access access, Register base) {
    return memory(access, base, arguments.array(access.array()));
  }

  private static Memory memory(Access access, Register base, Register start) {
    int bytes = access.array().type().element().bytes();
    return new Memory(start, base, base == null ? 1 : bytes, access.index().offset() * bytes);
  }

  /**
   * Leaves the function if elements lie outside of the array. A base that was loaded may be another
   * the next time, even if nothing here stores to it: what is known of it ends with the access.
   */
  private void test(Access access, Register baseValue) {
    Variable array = access.array();
    if (access.index().isInside()) {
      return;
    }
    if (access.index().base().isEmpty()) {
      if (access.index().offset() < 0) {
        code.jump(Condition.ALWAYS, outside);
        return;
      }
      code.add(Opcode.CMP, 8, arguments.length(array), new Immediate(access.end()));
      code.jump(Condition.LESS, outside);
      return;
    }
    if (expressions.scope().isTested(access)) {
      return;
    }
    Exp base = access.index().base().get();
    boolean lasts = Imp.isPure(base);
    Scope.Span span = lasts ? spanAhead(access) : access.span();
    Register first = baseValue;
    if (span.begin() != 0) {
      first = code.address(Memory.at(first, span.begin()));
    }
    // The number of places where so many elements can begin; a negative index is a large one.
    code.add(Opcode.CMP, 8, first, arguments.places(array, span.end() - span.begin()));
    code.jump(Condition.ABOVE_EQUAL, outside);
    if (lasts) {
      expressions.scope().tested(array, base, span);
    }
  }

  /** The elements that lie around the same base and are read or written in any case. */
  private Scope.Span spanAhead(Access access) {
    Exp base = access.index().base().orElseThrow();
    Set<Variable> using = new HashSet<>();
    Walk.reads(base, using::add);
    Scope.Span[] span = {access.span()};
    Access.certain(
        ahead,
        using,
        other -> {
          if (other.array().equals(access.array())
              && other.index().base().equals(access.index().base())) {
            span[0] = span[0].with(other.index().offset(), other.end());
          }
        });
    return span[0];
  }
}
