package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Operator;
import org.einkorn.schedule.LoopGroup;
import org.einkorn.schedule.Producer;
import org.einkorn.schedule.Subject;

/** The sums within a term, each as loops of its own that a schedule can name. */
final class InnerSums {
  /** A sum whose loops are still to be given, when all workspaces are known. */
  private record Open(
      Workspace workspace, Term term, Expression body, List<IndexVariable> order, Expression sum) {}

  private final Workspaces workspaces;
  private final List<Open> sums = new ArrayList<>();

  InnerSums(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /** The expression with each sum in it read from a workspace. */
  Expression taken(Expression e) {
    if (!(e instanceof Reduce)) {
      return Expressions.mapChildren(e, this::taken);
    }
    Term term = Term.of(e);
    Expression body = taken(term.body());
    Workspace workspace = workspaces.sumOf(term);
    sums.add(new Open(workspace, term, body, Concordance.bestOrder(term, workspaces.types()), e));
    return new Access(workspace.name(), List.of());
  }

  /** The types of all tensors, and of these workspaces. */
  Map<String, TensorType> types() {
    return Map.copyOf(workspaces.types());
  }

  List<Producer> producers() {
    return sums.stream().map(this::producer).toList();
  }

  private Producer producer(Open sum) {
    Access target = new Access(sum.workspace.name(), List.of());
    Optional<Operator> operator = sum.term.operator();
    Subject subject = new Subject(target, operator, sum.term.reduced(), sum.body, types());
    return Producer.sum(
        sum.workspace, new LoopGroup(subject, sum.order), Expressions.variables(sum.sum));
  }
}
