package org.einkorn.backend.x64;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.einkorn.backend.x64.Operand.Register;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Walk;

/**
 * What is known at a place of the code: values that are in registers, and indices within bounds.
 */
final class Scope {
  private final Lengths lengths;
  private final Map<Exp, Register> values;
  private final Map<Exp, Register> indices;
  private final Map<Element, Span> tested;
  private final Map<Stretch, Set<Variable>> stretches;

  /** Where an index of an array begins. */
  private record Element(Variable array, Exp base) {}

  /** The elements from one offset to before another. */
  record Span(int begin, int end) {
    static final Span ONE = new Span(0, 1);

    Span with(int otherBegin, int otherEnd) {
      return new Span(Math.min(begin, otherBegin), Math.max(end, otherEnd));
    }

    boolean contains(Access access) {
      return begin <= access.index().offset() && access.end() <= end;
    }
  }

  Scope(Lengths lengths) {
    this.lengths = lengths;
    this.values = new HashMap<>();
    this.indices = new HashMap<>();
    this.tested = new HashMap<>();
    this.stretches = new HashMap<>();
  }

  private Scope(Scope outer) {
    this.lengths = outer.lengths;
    this.values = new HashMap<>(outer.values);
    this.indices = new HashMap<>(outer.indices);
    this.tested = new HashMap<>(outer.tested);
    this.stretches = new HashMap<>(outer.stretches);
  }

  /** One for code that may run never or several times; what it learns is not known outside. */
  Scope inner() {
    return new Scope(this);
  }

  /** The register that holds a value, or null. */
  Register value(Exp e) {
    return values.get(e);
  }

  void knowValue(Exp e, Register register) {
    values.put(e, register);
  }

  /** The register that holds an int as if it had eight bytes, or null. */
  Register index(Exp e) {
    return indices.get(e);
  }

  void knowIndex(Exp e, Register register) {
    indices.put(e, register);
  }

  boolean isTested(Access access) {
    Span span = tested.get(element(access.array(), access.index().base().orElseThrow()));
    return span != null && span.contains(access);
  }

  /**
   * Whether so much more than a base is an int for certain: no more than one behind the end of an
   * array. The JVM has no arrays of more than 2^31 - 3 elements. Offsets to the other side are far
   * too small to matter, see {@link Index}.
   */
  boolean isNear(Exp base, int offset) {
    return tested.entrySet().stream()
        .anyMatch(e -> e.getKey().base.equals(base) && offset <= e.getValue().end + 1);
  }

  void tested(Variable array, Exp base, Span span) {
    tested.merge(element(array, base), span, (one, other) -> one.with(other.begin, other.end));
  }

  /** These arrays have all indices of a stretch, which has some. */
  void tested(Stretch stretch, Set<Variable> arrays) {
    stretches.put(stretch, arrays);
    tested(arrays, stretch.from());
    arrays.forEach(array -> tested(array, stretch.to(), new Span(-1, 0)));
  }

  /** A variable has this value from now on. */
  void declared(Variable v, Exp value) {
    stretches.forEach(
        (stretch, arrays) -> {
          if (stretch.isSecond(value)) {
            tested(arrays, v);
          }
        });
  }

  /** A loop goes along some indices from now on. */
  void entered(Stmt.For loop) {
    stretches.forEach(
        (stretch, arrays) -> {
          if (stretch.contains(loop)) {
            tested(arrays, loop.variable());
          }
        });
  }

  private void tested(Set<Variable> arrays, Variable index) {
    arrays.forEach(array -> tested(array, index, Span.ONE));
  }

  private Element element(Variable array, Exp base) {
    return new Element(lengths.representative(array), base);
  }

  /** These variables have other values now. */
  void forget(Set<Variable> variables) {
    if (!variables.isEmpty()) {
      values.keySet().removeIf(e -> reads(e, variables));
      indices.keySet().removeIf(e -> reads(e, variables));
      tested.keySet().removeIf(element -> reads(element.base, variables));
      stretches.keySet().removeIf(s -> variables.contains(s.from()) || variables.contains(s.to()));
    }
  }

  private static boolean reads(Exp e, Set<Variable> variables) {
    boolean[] found = {false};
    Walk.reads(e, v -> found[0] |= variables.contains(v));
    return found[0];
  }
}
