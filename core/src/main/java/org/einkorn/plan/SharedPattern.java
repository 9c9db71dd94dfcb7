package org.einkorn.plan;

import java.util.List;
import java.util.Optional;
import org.einkorn.format.Format;
import org.einkorn.format.LevelFormat;
import org.einkorn.lattice.Cursor;
import org.einkorn.loops.Domain;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/**
 * An operand that has an entry wherever the result has one, stored alike, as A has in {@code S(i,j)
 * = A(i,j) * C(i,k) * D(j,k)}: then the arrays of its levels are those of the result, and only
 * values are computed.
 *
 * @param depth how many levels of the result are those of the operand; what is below is dense
 * @param counted the level whose positions are the positions of the last of these
 */
public record SharedPattern(Access operand, int depth, int counted) {

  /**
   * The operand whose pattern a plan gives its result, if there is one.
   *
   * @param divided a loop over this variable runs over parts of its coordinates, in all runs of the
   *     plan together over all
   */
  public static Optional<SharedPattern> of(
      LoopProgram program, Plan plan, Optional<IndexVariable> divided) {
    ResultLayout layout = ResultLayout.of(program.target(), program.targetType().format());
    return layout.runs().isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(new Search(program, layout, divided).find(plan, 0, null));
  }

  /** Follows the loops inwards, one for each level of the result. */
  private record Search(LoopProgram program, ResultLayout layout, Optional<IndexVariable> divided) {

    /** The operand, or null, where loops over the levels above led to {@code leading}, if any. */
    SharedPattern find(Plan plan, int level, Access leading) {
      return switch (plan) {
        case Plan.Where w ->
            w.workspace().reading() == Workspace.Reading.ALWAYS
                ? find(w.consumer(), level, leading)
                : null;
        case Plan.Segment s -> find(s.body(), level, leading);
        case Plan.FullLoop l ->
            l.cases().size() == 1
                    && l.cases().getFirst().present().isEmpty()
                    && isWhole(l.variable(), l.domain())
                    && isLevel(level, l.variable())
                    && layout.format().level(level).location().isPresent()
                ? find(l.cases().getFirst().body(), level + 1, leading)
                : null;
        case Plan.MergeLoop l ->
            l.pieces().size() == 1
                    && l.pieces().getFirst().cases().size() == 1
                    && l.pieces().getFirst().cursors().size() == 1
                    && isWhole(l.variable(), l.domain())
                    && isLevel(level, l.variable())
                ? lead(
                    l.pieces().getFirst().cursors().getFirst(),
                    l.pieces().getFirst().cases().getFirst().body(),
                    level,
                    1,
                    leading)
                : null;
        case Plan.ChainLoop l ->
            isWhole(l.variables().getFirst(), l.domain()) && areLevels(level, l.variables())
                ? lead(l.first(), l.body(), level, l.variables().size(), leading)
                : null;
        case Plan.Append a -> {
          boolean last = a.levels().equals(layout.runs().getLast());
          yield last ? checked(leading, level, a.levels()) : find(a.body(), level, leading);
        }
        default -> null;
      };
    }

    private SharedPattern lead(Cursor cursor, Plan body, int level, int levels, Access leading) {
      boolean follows =
          cursor.level() == level && (leading == null || cursor.access().equals(leading));
      return follows ? find(body, level + levels, cursor.access()) : null;
    }

    /** Whether the operand that led the loops so far has the levels that the result has. */
    private SharedPattern checked(Access operand, int depth, List<Integer> run) {
      if (operand == null
          || !program.inputs().containsKey(operand.tensor())
          || depth != run.getLast() + 1) {
        return null;
      }
      Format stored = program.inputs().get(operand.tensor()).format();
      for (int l = 0; l < depth; l++) {
        boolean alike =
            stored.order() > l
                && stored.level(l).equals(layout.format().level(l))
                && operand.indices().get(stored.dimension(l)).equals(layout.variable(l));
        if (!alike) {
          return null;
        }
      }
      LevelFormat.Properties last = stored.level(depth - 1).properties();
      boolean distinct = run.size() == 1 || stored.order() == depth; // else prefixes of entries
      return distinct && last.unique() && !last.padded()
          ? new SharedPattern(operand, depth, run.getFirst())
          : null;
    }

    private boolean isWhole(IndexVariable variable, Domain domain) {
      return domain instanceof Domain.All || divided.filter(variable::equals).isPresent();
    }

    private boolean isLevel(int level, IndexVariable variable) {
      return level < layout.format().order() && layout.variable(level).equals(variable);
    }

    private boolean areLevels(int first, List<IndexVariable> variables) {
      for (int k = 0; k < variables.size(); k++) {
        if (!isLevel(first + k, variables.get(k))) {
          return false;
        }
      }
      return true;
    }
  }
}
