package org.einkorn;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Functions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Parser;
import org.einkorn.schedule.Directive;
import org.einkorn.schedule.ScheduleParser;

/**
 * How the loops of a statement run, never what they compute: directives, each applied to the loops
 * that those before it left. It never changes: every method gives a new one.
 *
 * <pre>{@code
 * Schedule tiled = Schedule.of("split(i,i0,i1,32); reorder(i0,j,i1); parallelize(i0,threads)");
 * Schedule same = Schedule.empty().split("i", "i0", "i1", 32).reorder("i0", "j", "i1").parallelize("i0");
 * }</pre>
 */
public record Schedule(List<Directive> directives) {
  private static final Schedule EMPTY = new Schedule(List.of());

  public Schedule {
    directives = List.copyOf(directives);
  }

  /** A schedule that leaves the loops as they are. */
  public static Schedule empty() {
    return EMPTY;
  }

  /**
   * The schedule that a text says, directives with {@code ;} between them.
   *
   * @param functions of your own that it may name in expressions
   */
  public static Schedule of(String text, ScalarOperator... functions) {
    Objects.requireNonNull(text, "a schedule is not null; one that is empty changes nothing");
    return new Schedule(ScheduleParser.parse(text, ScalarOperator.functions(functions)));
  }

  public boolean isEmpty() {
    return directives.isEmpty();
  }

  /** Both, one after the other. */
  public Schedule then(Schedule more) {
    return new Schedule(Stream.concat(directives.stream(), more.directives.stream()).toList());
  }

  public Schedule then(Directive directive) {
    List<Directive> all = new ArrayList<>(directives);
    all.add(directive);
    return new Schedule(all);
  }

  /** Divides a loop into pieces of a size: variable = size · outer + inner. */
  public Schedule split(String variable, String outer, String inner, int size) {
    return then(new Directive.Split(variable(variable), variable(outer), variable(inner), size));
  }

  /** Divides a loop into a number of pieces. */
  public Schedule divide(String variable, String outer, String inner, int parts) {
    return then(new Directive.Divide(variable(variable), variable(outer), variable(inner), parts));
  }

  /** Makes one loop of two that stand directly inside each other. */
  public Schedule fuse(String outer, String inner, String fused) {
    return then(new Directive.Fuse(variable(outer), variable(inner), variable(fused)));
  }

  /** Puts loops into this order, outermost first, where they stand. */
  public Schedule reorder(String... variables) {
    return then(new Directive.Reorder(variables(List.of(variables))));
  }

  /**
   * Counts the positions of an operand, as {@code "A(i,j)"}, instead of the coordinates of a
   * variable.
   */
  public Schedule pos(String variable, String position, String operand) {
    IndexVariable counted = variable(variable);
    if (Parser.expression(operand, Functions.BUILT_IN, List.of(counted)) instanceof Access access
        && !access.indices().isEmpty()) {
      return then(new Directive.Pos(counted, variable(position), access));
    }
    throw new EinkornException(
        "'" + operand + "' has no positions; name an operand with its indices, as A(i,j).");
  }

  /** Counts coordinates again where {@link #pos} counts positions. */
  public Schedule coord(String position, String coordinate) {
    return then(new Directive.Coord(variable(position), variable(coordinate)));
  }

  /** Computes an expression into a workspace over one variable before it is used. */
  public Schedule precompute(String expression, String variable, String inner) {
    return precompute(expression, List.of(variable), List.of(inner));
  }

  /** The same over any number of variables; {@code inner} are those of the workspace's loops. */
  public Schedule precompute(String expression, List<String> variables, List<String> inner) {
    List<IndexVariable> outside = variables(variables);
    return then(
        new Directive.Precompute(
            Parser.expression(expression, Functions.BUILT_IN, outside), outside, variables(inner)));
  }

  /** Promises that a variable has exactly this size. */
  public Schedule bound(String variable, String bounded, int size) {
    return then(new Directive.Bound(variable(variable), variable(bounded), size, true));
  }

  /** Promises that a variable has at most this size. */
  public Schedule boundMax(String variable, String bounded, int size) {
    return then(new Directive.Bound(variable(variable), variable(bounded), size, false));
  }

  /** Writes the body of a loop down several times. */
  public Schedule unroll(String variable, int times) {
    return then(new Directive.Unroll(variable(variable), times));
  }

  /** Runs several iterations of a loop in one instruction. */
  public Schedule vectorize(String variable) {
    return then(new Directive.Vectorize(variable(variable)));
  }

  /** Runs the iterations of a loop on several threads, kept apart in whatever way is right. */
  public Schedule parallelize(String variable) {
    return parallelize(variable, Directive.Races.CHOSEN);
  }

  public Schedule parallelize(String variable, Directive.Races races) {
    Objects.requireNonNull(races, "how parallel iterations are combined is not null");
    return then(new Directive.Parallelize(variable(variable), races));
  }

  /** Says how intersections in a loop are found. */
  public Schedule merge(String variable, Directive.Merging merging) {
    return then(new Directive.Merge(variable(variable), merging));
  }

  /** Says how the result is put together. */
  public Schedule assemble(Directive.Assembly assembly) {
    return then(new Directive.Assemble(assembly));
  }

  /**
   * Says how the workspaces over these variables are kept, those of {@link #precompute} and those
   * that the loops need.
   */
  public Schedule workspace(Directive.Layout layout, String... variables) {
    return then(new Directive.Workspace(variables(List.of(variables)), layout));
  }

  private static IndexVariable variable(String name) {
    return Index.of(name).variable();
  }

  private static List<IndexVariable> variables(List<String> names) {
    return names.stream().map(Schedule::variable).toList();
  }

  /** The text that {@link #of} reads back. */
  @Override
  public String toString() {
    return directives.stream().map(Directive::text).collect(Collectors.joining("; "));
  }
}
