package org.einkorn.schedule;

import java.util.Optional;
import java.util.Set;
import org.einkorn.format.IndexExpression;
import org.einkorn.loops.Domain;
import org.einkorn.loops.Statement;
import org.einkorn.notation.IndexVariable;

/**
 * How a nest binds one variable: by a loop over a domain, or by computing it from variables further
 * out.
 *
 * @param checked whether a computed variable may lie outside of its size, and then nothing runs
 * @param ascending whether the loops so far visit what it covers in ascending order
 * @param covers the variables of the notation that it decides about: itself, or those that it is
 *     made from
 */
public record Step(
    IndexVariable variable,
    Optional<Domain> domain,
    Optional<IndexExpression<IndexVariable>> value,
    boolean checked,
    boolean ascending,
    Set<IndexVariable> covers) {
  public Step {
    covers = Set.copyOf(covers);
  }

  /** A loop over all coordinates of a variable of the notation. */
  public static Step loop(IndexVariable variable) {
    return loop(variable, Domain.ALL, true, Set.of(variable));
  }

  static Step loop(
      IndexVariable variable, Domain domain, boolean ascending, Set<IndexVariable> covers) {
    return new Step(variable, Optional.of(domain), Optional.empty(), false, ascending, covers);
  }

  static Step bind(
      IndexVariable variable,
      IndexExpression<IndexVariable> value,
      boolean checked,
      Set<IndexVariable> covers) {
    return new Step(variable, Optional.empty(), Optional.of(value), checked, false, covers);
  }

  /** Whether it is a loop. */
  public boolean isLoop() {
    return domain.isPresent();
  }

  /** Whether the notation does not have its variable. */
  public boolean isAuxiliary() {
    return !covers.equals(Set.of(variable));
  }

  /** The step around a body. */
  public Statement around(Statement body) {
    return domain.isPresent()
        ? new Statement.Forall(variable, domain.get(), body)
        : new Statement.Bind(variable, value.orElseThrow(), checked, body);
  }
}
