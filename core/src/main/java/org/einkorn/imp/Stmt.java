package org.einkorn.imp;

import java.util.List;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Call;
import org.einkorn.imp.Exp.Variable;

/**
 * A statement of the imperative language.
 *
 * <pre>
 * s ::= { s … } | T x = e | x = e | array[e] = e | array[e : n] = e | array[e] op= e | f(e, …)
 *     | if (e) s else s | while (e) s
 *     | stream array[e : n] = e            the same as without the word; it will not be read soon
 *     | array[e : n | lines] = e, …        a row of n elements that lies in vectors so, see {@link Exp.LineRows}
 *     | prefetch array[e]                  it will be read soon
 *     | prefetch far array[e]              the same, into a cache that is slower and takes more
 *     | for (int x = e; x &lt; e; x++) s     the bound is evaluated once; the body must not assign x
 *     | label: s | break label             leaves the labelled statement
 *     | // text
 * </pre>
 *
 * A variable is declared once, before its uses, and lives to the end of the block that declares it.
 */
public sealed interface Stmt {
  record Block(List<Stmt> statements) implements Stmt {
    public Block {
      statements = List.copyOf(statements);
    }
  }

  record Declare(Variable variable, Exp value) implements Stmt {
    public Declare {
      requireSame(variable, value);
    }
  }

  record Assign(Variable variable, Exp value) implements Stmt {
    public Assign {
      requireSame(variable, value);
    }
  }

  /**
   * A vector goes to the elements from the index on.
   *
   * @param streamed whether a vector should go past the caches, because nobody will read it soon
   */
  record Store(Variable array, Exp index, Exp value, boolean streamed) implements Stmt {
    public Store(Variable array, Exp index, Exp value) {
      this(array, index, value, false);
    }

    public Store {
      Exp.require(!streamed || value.type() instanceof Type.Vector, "only vectors are streamed");
      requireElement(array, index, value);
    }
  }

  /**
   * A row goes to the elements from the index on.
   *
   * @param vectors all that the row lies in
   * @param streamed whether it should go past the caches
   */
  record StoreRow(Variable array, Exp index, Exp.LineRows rows, List<Exp> vectors, boolean streamed)
      implements Stmt {
    public StoreRow {
      vectors = List.copyOf(vectors);
      Exp.require(vectors.size() == rows.vectors(), "a row in " + vectors.size() + " vectors");
      vectors.forEach(v -> requireElement(array, index, v));
      Type.Vector type = new Type.Vector(rows.array().type().element(), rows.lanes());
      vectors.forEach(v -> Exp.require(v.type().equals(type), "a row in vectors of " + v.type()));
    }
  }

  /**
   * {@code array[index] = array[index] op value}, with index and value evaluated once, even for
   * &amp;&amp; and ||.
   */
  record Update(Variable array, Exp index, BinaryOp op, Exp value) implements Stmt {
    public Update {
      requireElement(array, index, value);
      Exp.require(value.type() instanceof Type.Scalar, "an update with " + value.type());
      Exp.require(
          !op.isComparison() && op.accepts(value.type()),
          "operator " + op.symbol + "= on " + value.type());
    }
  }

  record Run(Call call) implements Stmt {}

  /** Which of its caches a processor fetches into. */
  enum Cache {
    /** The nearest, which is small and waits for few things at a time. */
    NEAR,
    /** The next, which is slower to read, but waits for more things at a time. */
    FAR
  }

  /**
   * Says that an element will be read soon, and does nothing else. The index may lie outside of the
   * array.
   */
  record Prefetch(Variable array, Exp index, Cache into) implements Stmt {
    public Prefetch(Variable array, Exp index) {
      this(array, index, Cache.NEAR);
    }

    public Prefetch {
      Exp.require(array.type() instanceof Type.Array, "a prefetch needs an array");
      Exp.require(index.type().equals(Type.INT32), "an array index must be an int");
    }
  }

  record If(Exp condition, Stmt whenTrue, Stmt whenFalse) implements Stmt {
    public If {
      requireCondition(condition);
    }

    public If(Exp condition, Stmt whenTrue) {
      this(condition, whenTrue, NOTHING);
    }
  }

  record While(Exp condition, Stmt body) implements Stmt {
    public While {
      requireCondition(condition);
    }
  }

  record For(Variable variable, Exp from, Exp to, Stmt body) implements Stmt {
    public For {
      requireSame(variable, from);
      requireSame(variable, to);
      Exp.require(variable.type().equals(Type.INT32), "a loop counts in int");
    }
  }

  record Labelled(String label, Stmt body) implements Stmt {}

  record Break(String label) implements Stmt {}

  record Comment(String text) implements Stmt {}

  Stmt NOTHING = new Block(List.of());

  private static void requireSame(Variable variable, Exp value) {
    Exp.require(
        variable.type().equals(value.type()),
        "a " + value.type() + " for " + variable.type() + " " + variable.name());
  }

  private static void requireElement(Variable array, Exp index, Exp value) {
    Exp.require(array.type() instanceof Type.Array, "a store needs an array");
    Exp.require(index.type().equals(Type.INT32), "an array index must be an int");
    Exp.require(
        array.type().element() == value.type().element() && !(value.type() instanceof Type.Array),
        "a " + value.type() + " into " + array.type() + " " + array.name());
  }

  private static void requireCondition(Exp condition) {
    Exp.require(condition.type().equals(Type.BOOL), "a condition must be a bool");
  }
}
