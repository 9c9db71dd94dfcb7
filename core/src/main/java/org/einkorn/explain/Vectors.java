package org.einkorn.explain;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.einkorn.backend.jvm.VectorUnit;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Function;
import org.einkorn.imp.Optimiser;
import org.einkorn.imp.VectorForm;
import org.einkorn.lattice.Cursor;
import org.einkorn.loops.LoopProgram;
import org.einkorn.lower.KernelCode;
import org.einkorn.lower.Lowering;
import org.einkorn.lower.Projection;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.plan.Plan;
import org.einkorn.runtime.Compiler;
import org.einkorn.schedule.LoopNest;

/**
 * Which loops are computed in vectors: rows that stay in registers while loops around add to them,
 * where there is machine code or the JVM was started with vectors; else the innermost loops that
 * the JIT can make vector instructions of.
 */
final class Vectors {
  private static final int USUAL_SIZE = 32;

  private final Map<String, TensorType> types;
  private final Set<String> suited = new LinkedHashSet<>();
  private final List<String> obstacles = new ArrayList<>();

  private Vectors(LoopProgram loops) {
    this.types = loops.types();
  }

  /** Nothing if there is no loop. */
  static Optional<Explanation.Choice> choice(
      LoopProgram loops, Plan plan, Optional<LoopNest> schedule) {
    Set<String> rows = rows(loops, plan);
    boolean asMachineCode = !rows.isEmpty() && Compiler.isForMachine(loops, schedule, USUAL_SIZE);
    if (asMachineCode || VectorUnit.isPresent() && !rows.isEmpty()) {
      return Optional.of(
          choice(
              "registers, along " + String.join(" and ", rows),
              "What is computed side by side stays in registers. A kernel begins without, and"
                  + " changes over "
                  + (asMachineCode
                      ? "to machine code when it has run for some time."
                      : "when that was seen to be faster.")));
    }
    Vectors vectors = new Vectors(loops);
    vectors.visit(plan);
    if (vectors.suited.isEmpty() && vectors.obstacles.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        vectors.suited.isEmpty()
            ? choice("none", vectors.obstacles.getFirst())
            : choice(
                "left to the JIT, for the loop over " + String.join(" and ", vectors.suited),
                "Its rounds walk along dense memory and do not wait for one another."
                    + (rows.isEmpty() ? "" : " " + hint())));
  }

  /** How rows would stay in registers. */
  private static String hint() {
    return MachineCode.isPresent()
        ? "Java's option --add-modules jdk.incubator.vector would let rows stay in registers."
        : "Rows would stay in registers with Java's option --enable-native-access=ALL-UNNAMED on"
            + " Linux with an Intel or AMD processor that has AVX2, elsewhere with --add-modules"
            + " jdk.incubator.vector.";
  }

  /** The variables along which there are rows. */
  private static Set<String> rows(LoopProgram loops, Plan plan) {
    KernelCode code = Lowering.lower(loops, plan, Projection.FUSED);
    Function function = Optimiser.simplify(code.function());
    Set<Exp.Variable> sizes = VectorForm.of(function).map(VectorForm::sizes).orElse(Set.of());
    Set<String> rows = new LinkedHashSet<>();
    for (int k = 0; k < code.parameters().size(); k++) {
      if (sizes.contains(function.parameters().get(k))
          && code.parameters().get(k) instanceof KernelCode.Size(IndexVariable variable)) {
        rows.add(variable.name());
      }
    }
    return rows;
  }

  private static Explanation.Choice choice(String chosen, String reason) {
    return new Explanation.Choice("vectors", chosen, reason, Optional.empty());
  }

  private void visit(Plan plan) {
    if (isLoop(plan) && children(plan).noneMatch(Vectors::containsLoop)) {
      innermost(plan);
    }
    children(plan).forEach(this::visit);
  }

  private static boolean containsLoop(Plan plan) {
    return isLoop(plan) || children(plan).anyMatch(Vectors::containsLoop);
  }

  private static boolean isLoop(Plan plan) {
    return plan instanceof Plan.FullLoop
        || plan instanceof Plan.MergeLoop
        || plan instanceof Plan.GuardedLoop
        || plan instanceof Plan.ChainLoop;
  }

  private static Stream<Plan> children(Plan plan) {
    return switch (plan) {
      case Plan.Block b -> b.parts().stream();
      case Plan.FullLoop l -> l.cases().stream().map(Plan.Case::body);
      case Plan.MergeLoop l ->
          l.pieces().stream().flatMap(p -> p.cases().stream()).map(Plan.Case::body);
      case Plan.GuardedLoop l -> Stream.of(l.body());
      case Plan.ChainLoop l -> Stream.of(l.body());
      case Plan.Unrolled u -> Stream.of(u.body());
      case Plan.Guard g -> Stream.of(g.body());
      case Plan.Seek s -> Stream.of(s.body());
      case Plan.If i -> Stream.of(i.body());
      case Plan.Bind b -> Stream.of(b.body());
      case Plan.Where w -> Stream.of(w.producer(), w.consumer());
      case Plan.Segment s -> Stream.of(s.body());
      case Plan.Append a -> Stream.of(a.body());
      case Plan.Compute c -> Stream.of();
    };
  }

  private void innermost(Plan loop) {
    switch (loop) {
      case Plan.FullLoop l when l.cursors().isEmpty() ->
          obstacle(l.variable(), l)
              .ifPresentOrElse(obstacles::add, () -> suited.add(l.variable().name()));
      case Plan.FullLoop l -> obstacles.add(follows(l.variable(), l.cursors()));
      case Plan.MergeLoop l ->
          obstacles.add(follows(l.variable(), l.pieces().getFirst().cursors()));
      case Plan.GuardedLoop l -> obstacles.add(follows(l.variable(), l.cursors()));
      case Plan.ChainLoop l -> obstacles.add(follows(l.variables().getLast(), List.of(l.first())));
      default -> throw new IllegalStateException("no loop: " + loop);
    }
  }

  private static String follows(IndexVariable v, List<Cursor> cursors) {
    return "The innermost loop over "
        + v
        + " follows what is stored of "
        + cursors.stream()
            .map(c -> c.access().tensor())
            .distinct()
            .collect(Collectors.joining(" and "))
        + ", which meets other operands at scattered places.";
  }

  /** Why the rounds of a loop over all coordinates cannot run side by side, if they cannot. */
  private Optional<String> obstacle(IndexVariable v, Plan plan) {
    return switch (plan) {
      case Plan.Seek s -> Optional.of("The innermost loop over " + v + " searches in each round.");
      case Plan.Append a ->
          Optional.of("The innermost loop over " + v + " appends to the result in each round.");
      case Plan.Compute c -> obstacle(v, c);
      default -> children(plan).flatMap(p -> obstacle(v, p).stream()).findFirst();
    };
  }

  private Optional<String> obstacle(IndexVariable v, Plan.Compute compute) {
    boolean sums = !compute.target().indices().contains(v) && compute.operator().isPresent();
    if (sums && types.get(compute.target().tensor()).element().isFloat()) {
      return Optional.of(
          "The innermost loop over "
              + v
              + " adds up floating-point numbers, whose order the JIT must keep.");
    }
    List<Access> accesses = new ArrayList<>(Expressions.accesses(compute.value()));
    accesses.add(compute.target());
    return accesses.stream()
        .filter(a -> a.indices().contains(v) && !liesAlong(v, a))
        .findFirst()
        .map(
            a ->
                "The innermost loop over "
                    + v
                    + " jumps through "
                    + Printer.print(a)
                    + ", whose values do not lie side by side along "
                    + v
                    + ".");
  }

  private boolean liesAlong(IndexVariable v, Access access) {
    Format format = types.get(access.tensor()).format();
    int last = format.order() - 1;
    return format.level(last).location().isPresent()
        && access.indices().get(format.dimension(last)).equals(v)
        && access.indices().stream().filter(v::equals).count() == 1;
  }
}
