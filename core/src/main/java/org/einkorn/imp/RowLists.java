package org.einkorn.imp;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.einkorn.imp.Exp.Variable;

/**
 * The lists that lead from a row to its coordinates: its parts are segments, one for each entry.
 *
 * @param rows where the entries of each row begin
 * @param entries the number of each entry's segment
 * @param positions where each segment begins among the coordinates
 */
record RowLists(Variable rows, Variable entries, Variable positions, Variable coordinates) {
  /**
   * Those of a loop over rows; empty if parts are found in another way.
   *
   * @param entries the loop over the entries of a row
   * @param along the segment of an entry
   */
  static Optional<RowLists> of(Stmt.For rows, Stmt.For entries, AddedSegment along) {
    if (along.declared().size() != 1
        || !(along.declared().getFirst()
            instanceof Stmt.Declare(Variable k, Exp.Load(Variable numbers, Exp place)))
        || !place.equals(entries.variable())) {
      return Optional.empty();
    }
    Optional<Variable> bounds = Rows.bounds(rows.variable(), entries.from(), entries.to());
    Optional<Variable> positions = Rows.bounds(k, along.begin(), along.end());
    return bounds.isPresent() && positions.isPresent()
        ? Optional.of(new RowLists(bounds.get(), numbers, positions.get(), along.coordinates()))
        : Optional.empty();
  }

  /**
   * Whether all have ints that stay as they are.
   *
   * @param onlyRead arrays whose elements never change
   */
  boolean areFixed(Set<Variable> onlyRead) {
    return Stream.of(rows, entries, positions, coordinates)
        .allMatch(array -> onlyRead.contains(array) && array.type().equals(Type.INT32_ARRAY));
  }
}
