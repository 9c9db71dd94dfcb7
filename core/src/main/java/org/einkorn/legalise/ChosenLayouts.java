package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.IndexExpression;
import org.einkorn.format.Levels;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Domain;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.schedule.Directive;
import org.einkorn.schedule.LoopNest;
import org.einkorn.schedule.Space;

/** The workspaces of a statement, kept as a schedule says. */
final class ChosenLayouts {
  /** More variables than that would not stay in registers, and their loops are written out. */
  private static final int MOST_REGISTERS = 64;

  private final Statement statement;
  private final LoopNest nest;
  private final Map<String, TensorType> types;
  private final Map<IndexVariable, IndexExpression<IndexVariable>> sizes;

  /** The indices and the statement of each workspace that is more than a variable. */
  private final Map<Statement.Where, List<IndexVariable>> workspaces = new LinkedHashMap<>();

  /**
   * @param types those of inputs and target
   * @param sizes of variables whose sizes follow from others or are promised
   */
  ChosenLayouts(
      Statement statement,
      LoopNest nest,
      Map<String, TensorType> types,
      Map<IndexVariable, IndexExpression<IndexVariable>> sizes) {
    this.statement = statement;
    this.nest = nest;
    this.types = types;
    this.sizes = sizes;
    for (Statement.Where w : Space.workspaces(statement)) {
      if (w.workspace().isCollected()) {
        Statements.target(w.producer(), w.workspace().name())
            .ifPresent(a -> workspaces.put(w, a.indices()));
      }
    }
  }

  /** The statement with these workspaces; to be asked for if nothing is refused. */
  Statement applied() {
    return Layouts.replace(
        statement,
        w ->
            nest.layouts().stream()
                .filter(d -> matches(d, w))
                .findFirst()
                .map(d -> kept(w.workspace(), d.layout()))
                .orElse(w.workspace()));
  }

  private static Workspace kept(Workspace workspace, Directive.Layout layout) {
    int order = workspace.type().order();
    return switch (layout) {
      case DENSE -> workspace.with(Formats.uniform(Levels.SCATTER, order));
      case HASH -> workspace.with(Formats.uniform(Levels.HASH_TABLE, order));
      case SORTED -> workspace.with(Formats.uniform(Levels.ENTRIES, order));
      case REGISTERS ->
          Workspace.tile(
              workspace.name(),
              workspace.with(Formats.dense(order)).type(),
              Workspace.Reading.ALWAYS);
    };
  }

  /** Which directive cannot be followed, and why, if there is one. */
  Optional<String> refusal() {
    for (Directive.Workspace d : nest.layouts()) {
      Optional<String> reason = refusal(d);
      if (reason.isPresent()) {
        return reason.map(r -> "'" + d.text() + "' does not apply: " + r);
      }
    }
    return Optional.empty();
  }

  private Optional<String> refusal(Directive.Workspace d) {
    List<Statement.Where> meant = workspaces.keySet().stream().filter(w -> matches(d, w)).toList();
    if (meant.isEmpty()) {
      return Optional.of(noneOver(d.variables()));
    }
    for (Statement.Where w : meant) {
      Optional<String> reason =
          switch (d.layout()) {
            case HASH -> Optional.empty();
            case DENSE, SORTED -> severalVariables(d, written(w));
            case REGISTERS -> noRegisters(w);
          };
      if (reason.isPresent()) {
        return reason;
      }
    }
    return Optional.empty();
  }

  private boolean matches(Directive.Workspace d, Statement.Where w) {
    Optional<String> own = nest.workspaceWith(d.variables());
    return own.isPresent()
        ? own.get().equals(w.workspace().name())
        : workspaces.containsKey(w)
            && new HashSet<>(written(w)).equals(new HashSet<>(d.variables()));
  }

  /** What a workspace is over, by the names of the notation. */
  private List<IndexVariable> written(Statement.Where w) {
    return workspaces.get(w).stream().map(v -> nest.ownNames().getOrDefault(v, v)).toList();
  }

  private String noneOver(List<IndexVariable> variables) {
    if (workspaces.isEmpty()) {
      return "These loops need no workspace; let precompute make one.";
    }
    Set<String> others =
        workspaces.keySet().stream()
            .map(w -> "over " + names(written(w)))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return "There is no workspace over "
        + names(variables)
        + "; there is one "
        + String.join(" and one ", others)
        + ".";
  }

  private static Optional<String> severalVariables(
      Directive.Workspace d, List<IndexVariable> variables) {
    return variables.size() == 1
        ? Optional.empty()
        : Optional.of(
            (d.layout() == Directive.Layout.DENSE ? "A dense row" : "A sorted list")
                + " is for one variable, but this workspace is over "
                + names(variables)
                + "; choose hash, or loops that collect the values of one variable at a time.");
  }

  // ---- registers ----

  private Optional<String> noRegisters(Statement.Where w) {
    long count = 1;
    for (IndexVariable v : workspaces.get(w)) {
      if (!(sizes.get(v) instanceof IndexExpression.Constant<IndexVariable> c)) {
        return Optional.of(
            "Registers need a size that is known, but nothing says how many coordinates "
                + v
                + " has; promise it with an exact bound.");
      }
      count *= c.value();
      if (count > MOST_REGISTERS) {
        return Optional.of(
            "Registers for all of "
                + names(written(w))
                + " would be more than "
                + MOST_REGISTERS
                + " variables; choose another layout.");
      }
    }
    Map<String, Format> formats = new LinkedHashMap<>();
    types.forEach((name, type) -> formats.put(name, type.format()));
    workspaces
        .keySet()
        .forEach(x -> formats.put(x.workspace().name(), x.workspace().type().format()));
    formats.put(w.workspace().name(), Formats.dense(workspaces.get(w).size()));
    Set<IndexVariable> places = new HashSet<>(workspaces.get(w));
    places.addAll(written(w));
    for (Statement part : List.of(w.producer(), w.consumer())) {
      Optional<String> reason = notWrittenOut(part, places, formats);
      if (reason.isPresent()) {
        return reason;
      }
    }
    return Optional.empty();
  }

  /** Why the loops over some variables cannot be written out, if they cannot. */
  private static Optional<String> notWrittenOut(
      Statement part, Set<IndexVariable> variables, Map<String, Format> formats) {
    return switch (part) {
      case Statement.Forall f ->
          variables.contains(f.variable()) && !(f.domain() instanceof Domain.All)
              ? Optional.of(brokenUp(f.variable()))
              : notWrittenOut(f.body(), variables, formats);
      case Statement.Bind b ->
          variables.contains(b.variable())
              ? Optional.of(brokenUp(b.variable()))
              : notWrittenOut(b.body(), variables, formats);
      case Statement.Sequence s ->
          s.parts().stream()
              .flatMap(p -> notWrittenOut(p, variables, formats).stream())
              .findFirst();
      case Statement.Where w ->
          notWrittenOut(w.consumer(), variables, formats)
              .or(() -> notWrittenOut(w.producer(), variables, formats));
      case Statement.Assign a -> {
        List<Access> accesses = new ArrayList<>(Statements.accesses(a));
        accesses.add(a.target());
        yield accesses.stream()
            .filter(x -> isSparseIn(x, variables, formats))
            .map(
                x ->
                    "Registers are picked by loops over all coordinates, but "
                        + Printer.print(x)
                        + " has places for some of them only; choose another layout, or make it"
                        + " dense there.")
            .findFirst();
      }
    };
  }

  private static String brokenUp(IndexVariable v) {
    return "Registers are picked by loops over all coordinates, but the loop over "
        + v
        + " was broken up; choose another layout.";
  }

  private static boolean isSparseIn(
      Access access, Set<IndexVariable> variables, Map<String, Format> formats) {
    Format format = formats.getOrDefault(access.tensor(), Format.of());
    for (int l = 0; l < format.order(); l++) {
      if (variables.contains(access.indices().get(format.dimension(l)))
          && format.level(l).location().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static String names(List<IndexVariable> variables) {
    return variables.stream().map(IndexVariable::name).collect(Collectors.joining(", "));
  }
}
