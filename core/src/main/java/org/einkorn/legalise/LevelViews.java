package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.IndexExpression;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Logical;
import org.einkorn.operator.Operator;

/**
 * The operands of an assignment that loops over index variables cannot follow, because their format
 * maps dimensions to other coordinates, keeps no order, or has duplicates. Each is seen as the
 * tensor of its levels, or, if its levels can be searched, looked up where the loops come by. A
 * copy of it into a table brings it into order and adds up duplicates.
 */
final class LevelViews {
  /** What becomes of the operands that loops do not run over. */
  enum Others {
    /** They are copied into tables first. */
    COPIED,
    /** Those that can be are searched where they are, and the others copied. */
    SEARCHED
  }

  private final Map<String, TensorType> special = new LinkedHashMap<>();
  private final Map<String, TensorType> levelTypes = new LinkedHashMap<>();
  private final Map<IndexVariable, IndexExpression<IndexVariable>> sizes = new LinkedHashMap<>();
  private final Map<Access, LevelView> views = new LinkedHashMap<>();
  private final LevelView.Names names;

  LevelViews(Assignment assignment, Map<String, TensorType> inputs) {
    Set<IndexVariable> taken = new LinkedHashSet<>(assignment.target().indices());
    collect(assignment.value(), taken);
    this.names = new LevelView.Names(taken);
    inputs.forEach(
        (name, type) -> {
          boolean follows = type.format().followsLoops();
          if (!follows) {
            special.put(name, type);
          }
          levelTypes.put(name, follows ? type : ofLevels(type));
        });
  }

  /** The tensor of levels. Where a part of a value is absent, it is not the whole that is. */
  private static TensorType ofLevels(TensorType type) {
    Format format = type.format();
    return new TensorType(
        type.element(),
        format.ofLevels().asStored(),
        format.hasDuplicates() ? Constant.zero(type.element()) : type.fill());
  }

  private static void collect(Expression e, Set<IndexVariable> taken) {
    if (e instanceof Access a) {
      taken.addAll(a.indices());
    }
    if (e instanceof Reduce r) {
      taken.add(r.variable());
    }
    Expressions.children(e).forEach(x -> collect(x, taken));
  }

  boolean isEmpty() {
    return special.isEmpty();
  }

  /** The types of the inputs, with the tensor of levels for those that are mapped. */
  Map<String, TensorType> levelTypes() {
    return levelTypes;
  }

  /** The sizes of all variables that views brought along. */
  Map<IndexVariable, IndexExpression<IndexVariable>> sizes() {
    return sizes;
  }

  LevelView view(Access access) {
    return views.computeIfAbsent(
        access,
        a -> {
          LevelView view = new LevelView(a, special.get(a.tensor()).format(), names);
          sizes.putAll(view.sizes());
          return view;
        });
  }

  /** The accesses whose levels the loops could run over. */
  List<Access> drivers(Expression value) {
    Set<Access> found = new LinkedHashSet<>();
    for (Access a : Expressions.accesses(value)) {
      boolean distinct = new HashSet<>(a.indices()).size() == a.indices().size();
      if (special.containsKey(a.tensor()) && distinct) {
        found.add(a);
      }
    }
    return new ArrayList<>(found);
  }

  /** Whether an operand can be searched without a copy, unless the loops run over it. */
  boolean areSearchable(Optional<Access> driver) {
    return special.keySet().stream().anyMatch(name -> isSearchable(name, driver));
  }

  private boolean isSearchable(String name, Optional<Access> driver) {
    return special.get(name).format().isSearchable()
        && driver.filter(d -> d.tensor().equals(name)).isEmpty();
  }

  /** The expression with every special operand read from a table that it is copied into first. */
  Expression copyAll(
      Expression value, Map<String, TensorType> types, List<Statement.Where> copies) {
    return replace(value, Optional.empty(), Others.COPIED, types, copies);
  }

  /**
   * The expression with the driver, if there is one, read through its view, and the other special
   * operands as {@code others} says. Changes the types of those that are searched.
   */
  Expression replace(
      Expression value,
      Optional<Access> driver,
      Others others,
      Map<String, TensorType> types,
      List<Statement.Where> copies) {
    Map<Access, Access> known = new LinkedHashMap<>();
    driver.ifPresent(d -> known.put(d, view(d).levels()));
    UnaryOperator<Expression> change =
        new UnaryOperator<>() {
          @Override
          public Expression apply(Expression e) {
            if (!(e instanceof Access a) || !special.containsKey(a.tensor())) {
              return Expressions.mapChildren(e, this);
            }
            if (others == Others.SEARCHED && isSearchable(a.tensor(), driver)) {
              types.put(a.tensor(), special.get(a.tensor()));
              return a;
            }
            return known.computeIfAbsent(a, x -> copy(x, types, copies));
          }
        };
    return change.apply(value);
  }

  private Access copy(Access access, Map<String, TensorType> types, List<Statement.Where> copies) {
    List<IndexVariable> dimensions = new ArrayList<>();
    for (IndexVariable v : access.indices()) {
      IndexVariable own = dimensions.contains(v) ? names.fresh(v.name()) : v;
      if (!own.equals(v)) {
        sizes.put(own, new IndexExpression.Size<>(v));
      }
      dimensions.add(own);
    }
    LevelView view = view(new Access(access.tensor(), dimensions));
    TensorType type = special.get(access.tensor());
    Optional<Operator> combine =
        type.format().hasDuplicates() ? Optional.of(sum(type.element())) : Optional.empty();
    ElementType element =
        combine.map(op -> op.operandType(List.of(type.element()))).orElse(type.element());
    Workspace table = new Workspaces(types).table(dimensions.size(), element, type.fill());
    types.put(table.name(), table.type());
    Statement assign =
        new Statement.Assign(new Access(table.name(), dimensions), combine, view.levels());
    copies.add(new Statement.Where(table, Statement.NOTHING, view.around(assign, (v, s) -> s)));
    return new Access(table.name(), access.indices());
  }

  /** How duplicates are combined. */
  private static Operator sum(ElementType element) {
    return element == ElementType.BOOL ? Logical.OR : Arithmetic.ADD;
  }

  /**
   * The term for loops over the parts that an operand is stored in, each taken by itself: as it is
   * if there are no duplicates; added up if the term is linear in the operand; else there is none.
   */
  Optional<Term> overParts(Term term, Access operand) {
    TensorType type = special.get(operand.tensor());
    if (!type.format().hasDuplicates()) {
      return Optional.of(term);
    }
    Operator sum = sum(type.element());
    return type.fill().sameValue(Constant.zero(type.element()))
            && term.operator().filter(op -> !op.equals(sum)).isEmpty()
            && isLinear(term.body(), operand, sum)
        ? Optional.of(new Term(Optional.of(sum), term.reduced(), term.body()))
        : Optional.empty();
  }

  /** Whether e(x + y) = e(x) + e(y), for the sum that is meant and the operand's value x. */
  private static boolean isLinear(Expression e, Access operand, Operator sum) {
    if (e.equals(operand)) {
      return true;
    }
    if (!(e instanceof Expression.Apply apply)) {
      return false;
    }
    int uses = 0;
    boolean linear = true;
    for (int k = 0; k < apply.arguments().size(); k++) {
      Expression argument = apply.arguments().get(k);
      if (Expressions.accesses(argument).contains(operand)) {
        uses++;
        linear &= apply.operator().distributesOver(sum, k) && isLinear(argument, operand, sum);
      }
    }
    return linear && uses == 1;
  }

  static Statement around(Statement statement, List<Statement.Where> copies) {
    Statement result = statement;
    for (Statement.Where w : copies) {
      result = new Statement.Where(w.workspace(), result, w.producer());
    }
    return result;
  }
}
