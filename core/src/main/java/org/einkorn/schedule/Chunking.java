package org.einkorn.schedule;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.format.Format;
import org.einkorn.format.IndexExpression;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.TensorType;
import org.einkorn.lattice.Path;
import org.einkorn.lattice.Traversal;
import org.einkorn.loops.Chunks;
import org.einkorn.loops.Chunks.Combination;
import org.einkorn.loops.Domain;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Operator;

/**
 * Divides the outermost loop of a program into chunks, where the results of chunks can be put
 * together: they write to different places, append one after the other, or are sums that can be
 * added. Workspaces that are filled before that loop are filled once and shared.
 */
public final class Chunking {
  private final LoopProgram program;
  private final Map<String, TensorType> types;
  private final Format format;

  private final Optional<Wanted> wanted;

  private Chunking(LoopProgram program, Optional<Wanted> wanted) {
    this.wanted = wanted;
    this.program = program;
    this.types = program.types();
    this.format = program.targetType().format();
  }

  /**
   * What a schedule says.
   *
   * @param loop the variable of the outermost loop
   * @param covers the variables of the notation that it decides about
   */
  public record Wanted(IndexVariable loop, Set<IndexVariable> covers, Directive.Races races) {}

  /** The program in chunks, if it can be divided. */
  public static Optional<Chunks> of(LoopProgram program) {
    return of(program, Optional.empty());
  }

  /** The program in chunks as a schedule says, if it can be divided so. */
  public static Optional<Chunks> of(LoopProgram program, Optional<Wanted> wanted) {
    return scalarSum(program, wanted).or(() -> new Chunking(program, wanted).chunks());
  }

  /**
   * {@code a = w where ∀i … w += e}: the loop is divided as one that adds to w, which then is the
   * result.
   */
  private static Optional<Chunks> scalarSum(LoopProgram program, Optional<Wanted> wanted) {
    if (program.body() instanceof Statement.Where w
        && w.consumer() instanceof Statement.Assign copy
        && copy.operator().isEmpty()
        && copy.target().indices().isEmpty()
        && copy.value().equals(new Access(w.workspace().name(), List.of()))
        && isLike(w.workspace(), program.targetType())) {
      LoopProgram sum =
          new LoopProgram(
              new Access(w.workspace().name(), List.of()),
              w.workspace().type(),
              program.inputs(),
              w.producer(),
              program.derivedSizes(),
              program.hints());
      return new Chunking(sum, wanted).chunks();
    }
    return Optional.empty();
  }

  private static boolean isLike(Workspace w, TensorType type) {
    return w.reading() == Workspace.Reading.ALWAYS
        && w.type().order() == 0
        && w.type().element() == type.element();
  }

  private Optional<Chunks> chunks() {
    Statement.Forall loop = mainLoop(program.body());
    if (loop == null || !canBegin(loop) || !isDividable(loop.domain())) {
      return Optional.empty();
    }
    IndexVariable v = loop.variable();
    if (wanted.isPresent() && !wanted.get().loop().equals(v)) {
      return Optional.empty();
    }
    Set<IndexVariable> covers = wanted.map(Wanted::covers).orElse(Set.of(v));
    Optional<Operator> reducer = Statements.accumulator(loop.body(), program.target().tensor());
    boolean located = format.levels().stream().allMatch(l -> l.location().isPresent());
    Combination combination;
    if (located && tellsPlacesApart(covers, loop)) {
      combination = Combination.SHARED;
    } else if (located && reducer.isPresent() && reducesOnly(loop.body(), reducer.get())) {
      combination = isStretch(loop) ? Combination.BOUNDARY : Combination.REDUCED;
    } else if (!located && isFirstStored(covers) && canBeJoined() && coversRows(loop)) {
      combination = Combination.JOINED;
    } else {
      return Optional.empty();
    }
    IndexVariable begin = new IndexVariable(v.name() + "_begin");
    IndexVariable end = new IndexVariable(v.name() + "_end");
    Domain part =
        new Domain.Between(
            new IndexExpression.Value<>(begin), List.of(new IndexExpression.Value<>(end)));
    LoopProgram divided =
        new LoopProgram(
            program.target(),
            program.targetType(),
            program.inputs(),
            replace(program.body(), new Statement.Forall(v, part, loop.body())),
            program.derivedSizes(),
            program.hints());
    return Optional.of(new Chunks(divided, v, begin, end, combination, reducer, loop.domain()));
  }

  /** Whether each coordinate of the loop writes to places of its own. */
  private boolean tellsPlacesApart(Set<IndexVariable> covers, Statement.Forall loop) {
    return program.target().indices().containsAll(covers)
        || wanted.isEmpty() && new Places(program).areToldApartBy(loop.variable(), loop.body());
  }

  private static boolean isDividable(Domain domain) {
    return domain instanceof Domain.All || domain instanceof Domain.Pieces;
  }

  /**
   * Whether each iteration of a loop over stretches of positions reaches a stretch of the result's
   * first level, in order.
   */
  private boolean isStretch(Statement.Forall loop) {
    boolean allowed =
        wanted
            .filter(
                w -> w.races() == Directive.Races.CHOSEN || w.races() == Directive.Races.BOUNDARY)
            .isPresent();
    return allowed
        && loop.domain() instanceof Domain.Pieces
        && loop.body() instanceof Statement.Forall rows
        && rows.domain() instanceof Domain.Under under
        && isFirstStored(Set.of(rows.variable()))
        && types.get(under.operand().tensor()).format().level(0).location().isPresent();
  }

  /** The loop that gives the result, within workspaces that are filled before it; or null. */
  private Statement.Forall mainLoop(Statement statement) {
    return switch (statement) {
      case Statement.Forall f -> f;
      case Statement.Where w ->
          w.workspace().reading() != Workspace.Reading.ALWAYS
                  || Statements.assigns(w.producer(), program.target().tensor())
              ? null
              : mainLoop(w.consumer());
      default -> null;
    };
  }

  private static Statement replace(Statement statement, Statement.Forall loop) {
    return statement instanceof Statement.Where w
        ? new Statement.Where(w.workspace(), replace(w.consumer(), loop), w.producer())
        : loop;
  }

  /** Whether every operand that the loop iterates can be entered in the middle. */
  private boolean canBegin(Statement.Forall loop) {
    Path path = Path.of(List.of(loop.variable()));
    for (Access a : Statements.accesses(loop.body())) {
      TensorType type = types.get(a.tensor());
      boolean iterated =
          Traversal.of(a, type.format(), path).iteratedAt(loop.variable()).isPresent();
      LevelFormat first = type.order() == 0 ? null : type.format().level(0);
      if (iterated && (first.seeking().isEmpty() || !first.properties().ordered())) {
        return false;
      }
    }
    return true;
  }

  /** Whether every assignment to the target combines with that operator. */
  private boolean reducesOnly(Statement statement, Operator operator) {
    String target = program.target().tensor();
    return switch (statement) {
      case Statement.Forall f -> reducesOnly(f.body(), operator);
      case Statement.Bind b -> reducesOnly(b.body(), operator);
      case Statement.Sequence s -> s.parts().stream().allMatch(p -> reducesOnly(p, operator));
      case Statement.Where w ->
          reducesOnly(w.consumer(), operator) && reducesOnly(w.producer(), operator);
      case Statement.Assign a ->
          !a.target().tensor().equals(target) || a.operator().filter(operator::equals).isPresent();
    };
  }

  /**
   * Whether chunks of the loop are stretches of the result's first level that leave nothing out in
   * between, as its located levels need it.
   */
  private boolean coversRows(Statement.Forall loop) {
    return format.level(0).location().isEmpty()
        || isFirstStored(Set.of(loop.variable()))
        || loop.body() instanceof Statement.Forall rows
            && isFirstStored(Set.of(rows.variable()))
            && rows.domain() instanceof Domain.Between;
  }

  private boolean isFirstStored(Set<IndexVariable> covers) {
    return format.order() > 0
        && covers.equals(Set.of(program.target().indices().get(format.dimension(0))));
  }

  /** Whether each level that is appended can be continued by another one of its kind. */
  private boolean canBeJoined() {
    return format.levels().stream()
        .allMatch(
            l -> l.location().isPresent() || l.appending().filter(a -> a.joins()).isPresent());
  }
}
