package org.einkorn.imp;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Const;
import org.einkorn.imp.Exp.Unary;
import org.einkorn.imp.Exp.UnaryOp;
import org.einkorn.imp.Exp.Variable;

/**
 * Writes the imperative language as Java-like source, with no more parentheses than Java needs.
 * Variables of separate blocks may show the same name: {@code j_2} reads j where no other j is in
 * sight.
 */
public final class Printer {
  private static final Pattern NUMBER = Pattern.compile("_\\d+$");
  private static final int SELECT = 2;
  private static final int UNARY = 14;
  private static final int PRIMARY = 16;

  private final StringBuilder out = new StringBuilder();
  private final Map<Variable, String> shown;
  private Set<String> visible;
  private int depth;

  private Printer() {
    this(new HashMap<>(), new HashSet<>());
  }

  private Printer(Map<Variable, String> shown, Set<String> visible) {
    this.shown = shown;
    this.visible = visible;
  }

  private String name(Variable variable) {
    return shown.getOrDefault(variable, variable.name());
  }

  /** The plainest name that nothing else in sight has. */
  private String declared(Variable variable) {
    String base = NUMBER.matcher(variable.name()).replaceFirst("");
    String name = base;
    for (int k = 2; !visible.add(name); k++) {
      name = base + "_" + k;
    }
    shown.put(variable, name);
    return name;
  }

  private String text(Exp expression) {
    Printer printer = new Printer(shown, visible);
    printer.expression(expression, 0);
    return printer.out.toString();
  }

  /**
   * The function; its results are written after the signature, as in {@code spmv(int n, double[] y)
   * → y}.
   */
  public static String print(Function function) {
    Printer printer = new Printer();
    function.parameters().forEach(v -> printer.visible.add(v.name()));
    printer.line(
        function.name()
            + "("
            + function.parameters().stream()
                .map(v -> v.type() + " " + v.name())
                .collect(Collectors.joining(", "))
            + ")"
            + (function.results().isEmpty() ? "" : " → ")
            + function.results().stream().map(Variable::name).collect(Collectors.joining(", "))
            + " {");
    printer.inner(function.body());
    printer.line("}");
    return printer.out.toString();
  }

  public static String print(Stmt statement) {
    Printer printer = new Printer();
    printer.statement(statement);
    return printer.out.toString();
  }

  public static String print(Exp expression) {
    Printer printer = new Printer();
    printer.expression(expression, 0);
    return printer.out.toString();
  }

  private void statement(Stmt s) {
    switch (s) {
      case Stmt.Block(List<Stmt> statements) -> {
        line("{");
        inner(s);
        line("}");
      }
      case Stmt.Declare(Variable variable, Exp value) -> {
        String initial = text(value);
        line(variable.type() + " " + declared(variable) + " = " + initial + ";");
      }
      case Stmt.Assign(Variable variable, Exp value) -> line(assignment(variable, value) + ";");
      case Stmt.Store(Variable array, Exp index, Exp value, boolean streamed) -> {
        String lanes = value.type() instanceof Type.Vector v ? " : " + v.lanes() : "";
        String stream = streamed ? "stream " : "";
        line(stream + name(array) + "[" + text(index) + lanes + "] = " + text(value) + ";");
      }
      case Stmt.StoreRow t -> {
        String stream = t.streamed() ? "stream " : "";
        String row = name(t.array()) + "[" + text(t.index()) + " : " + t.rows().size();
        String vectors = t.vectors().stream().map(this::text).collect(Collectors.joining(", "));
        line(stream + row + " | lines of " + name(t.rows().array()) + "] = " + vectors + ";");
      }
      case Stmt.Update(Variable array, Exp index, BinaryOp op, Exp value) -> {
        String element = name(array) + "[" + text(index) + "]";
        line(element + compound(element, op, value) + ";");
      }
      case Stmt.Run(Exp.Call call) -> line(text(call) + ";");
      case Stmt.If i -> conditional("", i);
      case Stmt.While(Exp condition, Stmt body) -> braced("while (" + text(condition) + ")", body);
      case Stmt.For loop -> counted(loop);
      case Stmt.Labelled(String label, Stmt body) -> {
        line(label + ":");
        statement(body);
      }
      case Stmt.Break(String label) -> line("break " + label + ";");
      case Stmt.Prefetch(Variable array, Exp index, Stmt.Cache into) -> {
        String far = into == Stmt.Cache.FAR ? "far " : "";
        line("prefetch " + far + name(array) + "[" + text(index) + "];");
      }
      case Stmt.Comment(String text) -> text.lines().forEach(l -> line("// " + l));
    }
  }

  /** {@code x++} and {@code x += e} where they say the same as an assignment. */
  private String assignment(Variable variable, Exp value) {
    if (value instanceof Binary(BinaryOp op, Exp left, Exp right)
        && left.equals(variable)
        && !op.isComparison()
        && !op.isLogical()) {
      return isOne(right) && op == BinaryOp.ADD
          ? name(variable) + "++"
          : name(variable) + compound(name(variable), op, right);
    }
    return name(variable) + " = " + text(value);
  }

  private String compound(String target, BinaryOp op, Exp value) {
    return switch (op) {
      case MIN, MAX -> " = " + op.symbol + "(" + target + ", " + text(value) + ")";
      case AND -> " &= " + text(value);
      case OR -> " |= " + text(value);
      case MULTIPLY, DIVIDE, REMAINDER, ADD, SUBTRACT, SHIFT_LEFT, SHIFT_RIGHT, BIT_AND, BIT_OR ->
          " " + op.symbol + "= " + text(value);
      case LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, EQUAL, NOT_EQUAL ->
          " = " + target + " " + op.symbol + " " + text(value);
    };
  }

  private static boolean isOne(Exp e) {
    return e instanceof Const(Constant c) && c.asDouble() == 1;
  }

  private void conditional(String before, Stmt.If s) {
    line(before + "if (" + text(s.condition()) + ") {");
    inner(s.whenTrue());
    if (s.whenFalse() instanceof Stmt.If other) {
      conditional("} else ", other);
    } else {
      if (!s.whenFalse().equals(Stmt.NOTHING)) {
        line("} else {");
        inner(s.whenFalse());
      }
      line("}");
    }
  }

  private void braced(String head, Stmt body) {
    line(head + " {");
    inner(body);
    line("}");
  }

  private void counted(Stmt.For loop) {
    Set<String> outside = new HashSet<>(visible);
    String from = text(loop.from());
    String i = declared(loop.variable());
    String condition = text(new Binary(BinaryOp.LESS, loop.variable(), loop.to()));
    braced("for (int " + i + " = " + from + "; " + condition + "; " + i + "++)", loop.body());
    visible = outside;
  }

  private void inner(Stmt body) {
    Set<String> outside = new HashSet<>(visible);
    depth++;
    for (Stmt s : body instanceof Stmt.Block(List<Stmt> statements) ? statements : List.of(body)) {
      statement(s);
    }
    depth--;
    visible = outside;
  }

  private void line(String text) {
    out.repeat("  ", depth).append(text).append('\n');
  }

  /** Writes it in parentheses if it binds less tightly than {@code precedence}. */
  private void expression(Exp e, int precedence) {
    boolean parentheses = precedence(e) < precedence;
    if (parentheses) {
      out.append('(');
    }
    switch (e) {
      case Const(Constant value) -> out.append(literal(value));
      case Variable v -> out.append(name(v));
      case Exp.Load(Variable array, Exp index) -> {
        out.append(name(array)).append('[');
        expression(index, 0);
        out.append(']');
      }
      case Exp.LoadVector l -> {
        out.append(name(l.array())).append('[');
        expression(l.index(), 0);
        out.append(" : ").append(l.extent());
        l.line()
            .ifPresent(
                line ->
                    out.append(" | line ")
                        .append(line.number())
                        .append(" of ")
                        .append(name(line.rows().array())));
        out.append(']');
      }
      case Exp.Broadcast(Exp value, int lanes) -> call(e.type().toString(), List.of(value));
      case Exp.Joined(List<Exp> numbers) -> call(e.type().toString(), numbers);
      case Exp.Lane(Exp vector, int lane) -> {
        expression(vector, PRIMARY);
        out.append('[').append(lane).append(']');
      }
      case Exp.Spread s -> call("spread", Walk.children(s));
      case Exp.Inside i -> call("inside", Walk.children(i));
      case Exp.Length(Variable array) -> out.append(name(array)).append(".length");
      case Exp.Allocate(ElementType element, Exp length) -> {
        out.append("new ").append(Type.of(element)).append('[');
        expression(length, 0);
        out.append(']');
      }
      case Unary u when u.op() == UnaryOp.TRAILING_ZEROS ->
          call(u.op().symbol, List.of(u.operand()));
      case Unary u -> {
        out.append(u.op().symbol);
        // - before - would read as --
        expression(u.operand(), isNegative(u.operand()) ? PRIMARY + 1 : UNARY);
      }
      case Binary(BinaryOp op, Exp left, Exp right) -> {
        if (op == BinaryOp.MIN || op == BinaryOp.MAX) {
          call(op.symbol, List.of(left, right));
        } else {
          expression(left, op.precedence);
          out.append(' ').append(op.symbol).append(' ');
          expression(right, op.precedence + 1);
        }
      }
      case Exp.Cast(ElementType target, Exp operand) -> {
        out.append('(').append(Type.of(target)).append(") ");
        expression(operand, isNegative(operand) ? PRIMARY + 1 : UNARY);
      }
      case Exp.Select(Exp condition, Exp whenTrue, Exp whenFalse) -> {
        expression(condition, SELECT + 1);
        out.append(" ? ");
        expression(whenTrue, SELECT);
        out.append(" : ");
        expression(whenFalse, SELECT);
      }
      case Exp.Call c -> call(c.function().toString(), c.arguments());
      case Exp.Invoke i -> call(i.function().toString(), i.arguments());
    }
    if (parentheses) {
      out.append(')');
    }
  }

  private void call(String name, List<Exp> arguments) {
    out.append(name).append('(');
    for (int k = 0; k < arguments.size(); k++) {
      out.append(k == 0 ? "" : ", ");
      expression(arguments.get(k), 0);
    }
    out.append(')');
  }

  private static boolean isNegative(Exp e) {
    return e instanceof Unary u && u.op() == UnaryOp.NEGATE
        || e instanceof Const c && literal(c.value()).startsWith("-");
  }

  private static int precedence(Exp e) {
    return switch (e) {
      case Const c -> PRIMARY;
      case Variable v -> PRIMARY;
      case Exp.Load l -> PRIMARY;
      case Exp.LoadVector l -> PRIMARY;
      case Exp.Broadcast b -> PRIMARY;
      case Exp.Joined j -> PRIMARY;
      case Exp.Lane l -> PRIMARY;
      case Exp.Spread s -> PRIMARY;
      case Exp.Inside i -> PRIMARY;
      case Exp.Length l -> PRIMARY;
      case Exp.Allocate a -> PRIMARY;
      case Exp.Call c -> PRIMARY;
      case Exp.Invoke i -> PRIMARY;
      case Unary u -> u.op() == UnaryOp.TRAILING_ZEROS ? PRIMARY : UNARY;
      case Exp.Cast c -> UNARY;
      case Binary b -> b.op().precedence;
      case Exp.Select s -> SELECT;
    };
  }

  private static String literal(Constant value) {
    return switch (value.type()) {
      case BOOL, INT32 -> value.toString();
      case INT64 -> value + "L";
      case FLOAT32 -> isFinite(value) ? (float) value.asDouble() + "f" : "Float." + special(value);
      case FLOAT64 -> isFinite(value) ? value.toString() : "Double." + special(value);
    };
  }

  private static boolean isFinite(Constant value) {
    return Double.isFinite(value.asDouble());
  }

  private static String special(Constant value) {
    return Double.isNaN(value.asDouble())
        ? "NaN"
        : value.asDouble() > 0 ? "POSITIVE_INFINITY" : "NEGATIVE_INFINITY";
  }
}
