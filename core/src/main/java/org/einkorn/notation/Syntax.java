package org.einkorn.notation;

import java.util.List;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.operator.Operator;

/**
 * An expression as it was written, before it is known which names are index variables: what {@link
 * Parser} reads and {@link Names} turns into an {@link Expression}. Each node knows its place in
 * the text.
 */
sealed interface Syntax {
  int offset();

  /** The depth of the expression that will come of it. */
  int depth();

  record Number(Constant value, int offset) implements Syntax {
    @Override
    public int depth() {
      return 1;
    }
  }

  /**
   * A name by itself. Parentheses around it say that it is a value, never the variable of a
   * reduction.
   */
  record Name(String name, boolean parenthesised, int offset) implements Syntax {
    @Override
    public int depth() {
      return 1;
    }
  }

  /**
   * One index of a tensor.
   *
   * @param names the variables in it
   * @param window which coordinate it means, with the variables numbered as in {@code names}
   */
  record Index(List<Name> names, Window window) {
    /** A variable by itself. */
    Index(Name name) {
      this(List.of(name), new Window.Affine(List.of(1), 0));
    }
  }

  /** A name with indices in parentheses. */
  record Indexed(String name, List<Index> indices, int offset) implements Syntax {
    @Override
    public int depth() {
      return 1;
    }
  }

  /** sum, prod, min or max: a reduction or an element-wise function. */
  record Call(String function, List<Syntax> arguments, int offset, int depth) implements Syntax {
    Call(String function, List<Syntax> arguments, int offset) {
      this(function, arguments, offset, deepest(arguments) + Math.max(1, arguments.size() - 1));
    }
  }

  record Operation(Operator operator, List<Syntax> arguments, int offset, int depth)
      implements Syntax {
    Operation(Operator operator, List<Syntax> arguments, int offset) {
      this(operator, arguments, offset, deepest(arguments) + 1);
    }
  }

  /** A whole assignment as it was written. */
  record Statement(Indexed target, Optional<Operator> accumulate, Syntax value) {
    Statement with(Syntax other) {
      return new Statement(target, accumulate, other);
    }
  }

  private static int deepest(List<Syntax> nodes) {
    return nodes.stream().mapToInt(Syntax::depth).max().orElse(0);
  }
}
