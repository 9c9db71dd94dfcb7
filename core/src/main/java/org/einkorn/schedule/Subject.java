package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.format.Format;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Simplification;
import org.einkorn.loops.Statement;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.operator.Operator;

/** What is scheduled: a target, the value that is assigned to it, and the types of all tensors. */
public record Subject(
    Access target,
    Optional<Operator> operator,
    List<IndexVariable> reduced,
    Expression body,
    Map<String, TensorType> types) {

  /** The variables that the notation's loops run over. */
  Set<IndexVariable> variables() {
    Set<IndexVariable> all = new LinkedHashSet<>(target.indices());
    all.addAll(reduced);
    return all;
  }

  /** The relation that a pos directive makes for a loop over these variables of the notation. */
  Relation.Position position(Directive.Pos d, Set<IndexVariable> variables) {
    Access operand = d.operand();
    if (!Expressions.accesses(body).contains(operand)
        || types.get(operand.tensor()).format().takesInsertions()) {
      throw new Refusal(
          "There is no operand "
              + Printer.print(operand)
              + " in the expression; pos names one as it is written there, in a format that loops"
              + " can follow.");
    }
    Format format = types.get(operand.tensor()).format();
    List<IndexVariable> stored = new ArrayList<>();
    for (int l = 0; l < format.order(); l++) {
      stored.add(operand.indices().get(format.dimension(l)));
    }
    List<IndexVariable> wanted = new ArrayList<>(variables);
    int first = stored.indexOf(wanted.getFirst());
    int level = first + wanted.size() - 1;
    if (first < 0 || level >= stored.size() || !stored.subList(first, level + 1).equals(wanted)) {
      throw new Refusal(
          Printer.print(operand)
              + " stores "
              + Refusal.names(stored)
              + (wanted.size() == 1
                  ? ", and "
                      + Refusal.names(wanted)
                      + " is none of these; name an operand that it indexes."
                  : " in this order, which "
                      + Refusal.names(wanted)
                      + " does not follow; reorder the loops before fuse, or convert it."));
    }
    if (wanted.size() > 1 && first > 0) {
      throw new Refusal(
          "Positions of fused loops are counted from the first level of "
              + operand.tensor()
              + " on; fuse "
              + Refusal.names(stored.subList(0, first))
              + " too.");
    }
    checkInOrder(operand, format, level);
    checkNeeded(operand);
    return new Relation.Position(d.variable(), d.position(), operand, first, level);
  }

  private static void checkInOrder(Access operand, Format format, int level) {
    for (int l = 0; l <= level; l++) {
      LevelFormat.Properties p = format.level(l).properties();
      boolean located = format.level(l).location().isPresent();
      if (!located && (!p.ordered() || !p.unique() || p.branchless() || p.padded())) {
        throw new Refusal(
            "Positions of "
                + operand.tensor()
                + " as "
                + format
                + " do not follow its coordinates level by level; convert it, to csr or csf for"
                + " example.");
      }
    }
  }

  /** Refuses an operand without which there is still something to compute. */
  private void checkNeeded(Access operand) {
    if (!isNeeded(operand)) {
      throw new Refusal(
          "Where "
              + Printer.print(operand)
              + " has no entry there is still something to compute, which a loop over its positions"
              + " would miss; take an operand without which nothing is left, as a factor of a"
              + " product.");
    }
  }

  /** Whether it assigns what something holds, and nothing more. */
  boolean isCopy() {
    return operator.isEmpty() && body instanceof Access;
  }

  /** The same reading what a copy was made from. */
  Subject withoutCopy(Subject copy) {
    return new Subject(
        target, operator, reduced, replace(body, copy.target, copy.body), copy.types);
  }

  private static Expression replace(Expression e, Access operand, Expression value) {
    return e.equals(operand) ? value : Expressions.mapChildren(e, x -> replace(x, operand, value));
  }

  /** Whether the tensor of that name is an operand. */
  boolean reads(String tensor) {
    return Expressions.accesses(body).stream().anyMatch(a -> a.tensor().equals(tensor));
  }

  private boolean isNeeded(Access operand) {
    TensorType type = types.get(target.tensor());
    boolean beginsWithFill =
        operator
            .flatMap(op -> op.identity(type.element()))
            .map(type.fill()::sameValue)
            .orElse(true);
    if (!beginsWithFill && !Collections.disjoint(operand.indices(), target.indices())) {
      return false; // where nothing is added, the sum is not what the target holds by itself
    }
    Statement assign = new Statement.Assign(target, operator, body);
    Statement left = new Simplification(types::get).without(Set.of(operand), assign);
    return left instanceof Statement.Sequence s && s.parts().isEmpty();
  }

  /** Refuses to go on with loops over positions of an operand that does not decide any more. */
  void checkStillNeeded(Relation.Position p) {
    if (!isFound(p) && !Expressions.accesses(body).contains(p.operand())) {
      throw new Refusal(
          "With this workspace these loops would not read "
              + Printer.print(p.operand())
              + " any more, so that its positions, which the loop over "
              + p.position()
              + " runs over, could not be found; leave one of the two out.");
    }
    if (Expressions.accesses(body).contains(p.operand()) && !isNeeded(p.operand())) {
      throw new Refusal(
          "With this workspace there would be something to compute where "
              + Printer.print(p.operand())
              + " has no entry, which the loop over its positions "
              + p.position()
              + " would miss; leave one of the two out.");
    }
  }

  /**
   * Whether positions can be found where loops do not read the operand: from the first level on, or
   * below levels that compute theirs. A level that computes its own from its parent's needs that
   * one.
   */
  private boolean isFound(Relation.Position p) {
    Format format = types.get(p.operand().tensor()).format();
    boolean parentsAreComputed = true;
    for (int l = 0; l <= p.level(); l++) {
      boolean computed = format.level(l).location().isPresent();
      if (l < p.first() ? !computed : computed && !parentsAreComputed) {
        return false;
      }
      parentsAreComputed &= computed;
    }
    return true;
  }

  /**
   * Refuses loops over positions whose operand has not got there yet.
   *
   * @param outside the steps around these loops
   */
  void checkReached(
      Relation.Position p, List<IndexVariable> order, List<Step> outside, Derivation derivation) {
    Format format = types.get(p.operand().tensor()).format();
    IndexVariable first = p.operand().indices().get(format.dimension(p.first()));
    int at = 0;
    while (!derivation.originals(order.get(at)).contains(first)) {
      at++;
    }
    Set<IndexVariable> before = new LinkedHashSet<>();
    outside.forEach(step -> before.add(step.variable()));
    order.subList(0, at).forEach(v -> before.addAll(derivation.originals(v)));
    for (int l = 0; l < p.first(); l++) {
      IndexVariable parent = p.operand().indices().get(format.dimension(l));
      if (!before.contains(parent)) {
        throw new Refusal(
            p.position()
                + " counts the children of "
                + Printer.print(p.operand())
                + " under one "
                + parent
                + ", so its loops must stay inside of "
                + parent
                + "'s.");
      }
    }
    for (IndexVariable v : order.subList(at, order.size())) {
      for (int l = 0; l < p.first(); l++) {
        if (derivation.originals(v).contains(p.operand().indices().get(format.dimension(l)))) {
          throw new Refusal(
              p.position()
                  + " counts the children of "
                  + Printer.print(p.operand())
                  + " under one "
                  + p.operand().indices().get(format.dimension(l))
                  + ", so its loops must stay inside of "
                  + v
                  + "'s.");
        }
      }
    }
  }

  /** Refuses a loop that would not run along memory. */
  void checkContiguous(IndexVariable loop, Set<IndexVariable> variables) {
    for (Access a : Expressions.accesses(body)) {
      Format format = types.get(a.tensor()).format();
      for (int l = 0; l < format.order(); l++) {
        if (variables.contains(a.indices().get(format.dimension(l)))
            && format.level(l).location().isEmpty()) {
          throw new Refusal(
              "The loop over "
                  + loop
                  + " follows the entries of "
                  + Printer.print(a)
                  + ", which do not lie side by side; vectorize a loop over dense levels.");
        }
      }
    }
  }
}
