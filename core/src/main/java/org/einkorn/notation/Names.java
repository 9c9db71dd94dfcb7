package org.einkorn.notation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.einkorn.EinkornException;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Syntax.Call;
import org.einkorn.notation.Syntax.Indexed;
import org.einkorn.notation.Syntax.Name;
import org.einkorn.notation.Syntax.Operation;
import org.einkorn.notation.Syntax.Statement;
import org.einkorn.operator.Operator;
import org.einkorn.operator.Presence;
import org.einkorn.operator.Reducers;

/**
 * Decides what each name of a written statement is. A name that is an index anywhere, or that a sum
 * or a product is taken over, is an index variable everywhere; every other name is a tensor. {@code
 * min(k, e)} reduces if k is an index variable that e uses; else, and for {@code min((k), e)}, it
 * is the smaller of two values.
 */
final class Names {
  private enum Role {
    INDEX,
    TENSOR,
    /** A name by itself: an index variable if it is one elsewhere, else a scalar. */
    BARE
  }

  private record Use(Role role, String name, int order, int offset) {}

  private final SourceText source;
  private final Functions functions;
  private final List<Use> uses = new ArrayList<>();
  private Set<String> variables = Set.of();

  private Names(SourceText source, Functions functions) {
    this.source = source;
    this.functions = functions;
  }

  static Assignment resolve(SourceText source, Functions functions, Statement statement) {
    Names names = new Names(source, functions);
    names.collect(statement.target());
    names.collect(statement.value());
    names.settle(List.of());
    return new Assignment(
        access(statement.target()), statement.accumulate(), names.expression(statement.value()));
  }

  /** The same for an expression alone, where some names are known to be variables. */
  static Expression resolve(
      SourceText source,
      Functions functions,
      Syntax expression,
      Collection<IndexVariable> variables) {
    Names names = new Names(source, functions);
    names.collect(expression);
    names.settle(variables);
    return names.expression(expression);
  }

  private void settle(Collection<IndexVariable> known) {
    variables =
        known.stream().map(IndexVariable::name).collect(Collectors.toCollection(HashSet::new));
    uses.stream().filter(use -> use.role == Role.INDEX).forEach(use -> variables.add(use.name));
    check();
  }

  private void collect(Syntax node) {
    switch (node) {
      case Syntax.Number _ -> {}
      case Name(String name, boolean _, int offset) ->
          uses.add(new Use(Role.BARE, name, 0, offset));
      case Indexed(String name, List<Syntax.Index> indices, int offset) -> {
        uses.add(new Use(Role.TENSOR, name, indices.size(), offset));
        indices.forEach(index -> index.names().forEach(this::collectVariable));
      }
      case Operation operation -> operation.arguments().forEach(this::collect);
      case Call call -> {
        if (functions.elementwise(call.function()).isPresent()) { // perhaps a reduction too
          call.arguments().forEach(this::collect);
        } else {
          reduced(call).forEach(this::collectVariable);
          collect(call.arguments().getLast());
        }
      }
    }
  }

  private void collectVariable(Name index) {
    uses.add(new Use(Role.INDEX, index.name(), 0, index.offset()));
  }

  /** A name is one thing in the whole statement, and a tensor has one order. */
  private void check() {
    Map<String, Use> first = new HashMap<>();
    for (Use use : uses) {
      if (functions.isGiven(use.name)) {
        throw source.error(
            use.offset,
            "'"
                + use.name
                + "' is a function that was given, but "
                + kind(use)
                + " here; rename one of them.");
      }
      Use earlier = first.putIfAbsent(use.name, use);
      if (earlier == null) {
        continue;
      }
      String where = " at column " + source.column(earlier.offset);
      if (isVariable(use) != isVariable(earlier)) {
        throw source.error(
            use.offset,
            "'"
                + use.name
                + "' is "
                + kind(use)
                + " here but "
                + kind(earlier)
                + where
                + "; rename one of them.");
      }
      if (!isVariable(use) && use.order != earlier.order) {
        throw source.error(
            use.offset,
            "'"
                + use.name
                + "' has "
                + count(use.order)
                + " here but "
                + count(earlier.order)
                + where
                + "; a tensor has the same number everywhere.");
      }
    }
  }

  private boolean isVariable(Use use) {
    return switch (use.role) {
      case INDEX -> true;
      case TENSOR -> false;
      case BARE -> variables.contains(use.name);
    };
  }

  private String kind(Use use) {
    return isVariable(use) ? "an index variable" : "a tensor";
  }

  private static String count(int order) {
    return order == 0 ? "no indices" : order == 1 ? "1 index" : order + " indices";
  }

  private Expression expression(Syntax node) {
    return switch (node) {
      case Syntax.Number number -> new Literal(number.value());
      case Name(String name, boolean _, int _) ->
          variables.contains(name)
              ? new IndexValue(new IndexVariable(name))
              : new Access(name, List.of());
      case Indexed indexed -> access(indexed);
      case Operation(Operator operator, List<Syntax> arguments, int _, int _) ->
          new Apply(operator, arguments.stream().map(this::expression).toList());
      case Call call -> function(call);
    };
  }

  private static Access access(Indexed written) {
    List<IndexVariable> variables = new ArrayList<>();
    if (written.indices().stream().allMatch(index -> index.window().plain().isPresent())) {
      written.indices().forEach(i -> variables.add(variable(i.names().getFirst())));
      return new Access(written.name(), variables);
    }
    written
        .indices()
        .forEach(
            index ->
                index.names().stream()
                    .map(Names::variable)
                    .filter(v -> !variables.contains(v))
                    .forEach(variables::add));
    return new Access(
        written.name(),
        variables,
        written.indices().stream()
            .map(
                index ->
                    index
                        .window()
                        .over(
                            k -> variables.indexOf(variable(index.names().get(k))),
                            variables.size()))
            .toList());
  }

  private static IndexVariable variable(Name name) {
    return new IndexVariable(name.name());
  }

  private Expression function(Call call) {
    List<Expression> arguments = call.arguments().stream().map(this::expression).toList();
    Expression body = arguments.getLast();
    Optional<Operator> elementwise = functions.elementwise(call.function());
    Optional<Operator> reducer = functions.reducer(call.function());
    if (elementwise.isPresent()
        && (reducer.isEmpty() || !reduces(call, Expressions.variables(body)))) {
      if (arguments.size() != elementwise.get().arity()) {
        throw reducer.isPresent() ? needsVariables(call) : needsValues(call, elementwise.get());
      }
      if (elementwise.get() == Presence.PRESENT && !(body instanceof Access)) {
        throw source.error(
            call.offset(), "present takes a tensor with its indices, as in present(A(i,j)).");
      }
      return new Apply(elementwise.get(), arguments);
    }
    Reducers.refusal(reducer.orElseThrow())
        .ifPresent(
            reason -> {
              throw source.error(call.offset(), reason + asAValue(call));
            });
    for (Name variable : reduced(call).reversed()) {
      body = new Reduce(reducer.orElseThrow(), new IndexVariable(variable.name()), body);
    }
    return body;
  }

  /** How to write what looks like a reduction but may be none. */
  private static String asAValue(Call call) {
    return call.arguments().size() == 2 && call.arguments().getFirst() instanceof Name variable
        ? " For the value of "
            + variable.name()
            + " write "
            + call.function()
            + "(("
            + variable.name()
            + "), …)."
        : "";
  }

  private static boolean reduces(Call call, Set<IndexVariable> used) {
    return call.arguments().size() > 1
        && call.arguments().stream()
            .limit(call.arguments().size() - 1)
            .allMatch(
                argument ->
                    argument instanceof Name(String name, boolean parenthesised, int _)
                        && !parenthesised
                        && used.contains(new IndexVariable(name)));
  }

  /** The variables of a reduction: all arguments but the last. */
  private List<Name> reduced(Call call) {
    List<Name> variables = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Syntax argument : call.arguments().subList(0, call.arguments().size() - 1)) {
      if (!(argument instanceof Name variable) || variable.parenthesised()) {
        throw needsVariables(call);
      }
      if (!seen.add(variable.name())) {
        throw source.error(
            variable.offset(),
            "'"
                + variable.name()
                + "' is named twice in one "
                + call.function()
                + "; name it once.");
      }
      variables.add(variable);
    }
    if (variables.isEmpty()) {
      throw needsVariables(call);
    }
    return variables;
  }

  private EinkornException needsValues(Call call, Operator operator) {
    return source.error(
        call.offset(),
        call.function()
            + " takes "
            + Reducers.count(operator.arity())
            + ", not "
            + call.arguments().size()
            + "; a tensor cannot have the name of a function.");
  }

  private EinkornException needsVariables(Call call) {
    String function = call.function();
    String pair =
        functions.elementwise(function).isPresent()
            ? ", or two values, as in " + function + "(a, b)"
            : "";
    return source.error(
        call.offset(),
        function
            + " takes index variables and then an expression that uses them, as in "
            + function
            + "(k, A(i,k))"
            + pair
            + ".");
  }
}
