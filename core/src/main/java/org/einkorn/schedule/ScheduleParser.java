package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.einkorn.EinkornException;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Functions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Parser;
import org.einkorn.notation.Token;
import org.einkorn.notation.Token.Kind;
import org.einkorn.notation.Tokens;
import org.einkorn.schedule.Directive.Assembly;
import org.einkorn.schedule.Directive.Layout;
import org.einkorn.schedule.Directive.Merging;
import org.einkorn.schedule.Directive.Races;

/**
 * Reads a schedule: directives in the order in which they apply, a {@code ;} between them. The
 * forms are those in the table below; where several variables may stand, they are written {@code
 * [i,j]}.
 */
public final class ScheduleParser {
  /** How a directive is written, and what reads its arguments. */
  private record Form(String text, Function<ScheduleParser, Directive> arguments) {
    String name() {
      return text.substring(0, text.indexOf('('));
    }
  }

  private static final Map<String, Form> FORMS =
      Stream.of(
              new Form(
                  "split(i,i0,i1,n)",
                  p -> new Directive.Split(p.variable(), p.variable(), p.variable(), p.number())),
              new Form(
                  "divide(i,i0,i1,n)",
                  p -> new Directive.Divide(p.variable(), p.variable(), p.variable(), p.number())),
              new Form(
                  "fuse(i,j,f)", p -> new Directive.Fuse(p.variable(), p.variable(), p.variable())),
              new Form("reorder(i,j,…)", p -> new Directive.Reorder(p.variablesToTheEnd())),
              new Form("pos(i,p,A(i,j))", ScheduleParser::pos),
              new Form("coord(p,i)", p -> new Directive.Coord(p.variable(), p.variable())),
              new Form("precompute(expr, i, iw)", ScheduleParser::precompute),
              new Form(
                  "bound(i,ib,n,exact|max)",
                  p ->
                      new Directive.Bound(
                          p.variable(),
                          p.variable(),
                          p.number(),
                          p.choice(Map.of("exact", true, "max", false)))),
              new Form("unroll(i,n)", p -> new Directive.Unroll(p.variable(), p.number())),
              new Form("vectorize(i)", p -> new Directive.Vectorize(p.variable())),
              new Form(
                  "parallelize(i,threads[,none|boundary|reduction|atomic])",
                  ScheduleParser::parallelize),
              new Form(
                  "merge(i,two-finger|galloping)",
                  p -> new Directive.Merge(p.variable(), p.choice(words(Merging.values())))),
              new Form(
                  "assemble(append|insert)",
                  p -> new Directive.Assemble(p.choice(words(Assembly.values())))),
              new Form(
                  "workspace(iw,dense|hash|sorted|registers)",
                  p -> new Directive.Workspace(p.variables(), p.choice(words(Layout.values())))))
          .collect(Collectors.toMap(Form::name, form -> form, (a, b) -> a, LinkedHashMap::new));

  private final Tokens tokens;
  private final Functions functions;
  private Form form;
  private boolean first;

  private ScheduleParser(String text, Functions functions) {
    this.tokens = Tokens.of(text);
    this.functions = functions;
  }

  /**
   * The directives that the text says; what is none is an {@link EinkornException} that shows the
   * place.
   */
  public static List<Directive> parse(String text) {
    return parse(text, Functions.BUILT_IN);
  }

  /** The same where some more functions are known. */
  public static List<Directive> parse(String text, Functions functions) {
    ScheduleParser parser = new ScheduleParser(text, functions);
    List<Directive> directives = new ArrayList<>();
    while (true) {
      while (parser.tokens.skip(";")) {}
      if (parser.tokens.peek().kind() == Kind.END) {
        return directives;
      }
      directives.add(parser.directive());
    }
  }

  private Directive directive() {
    Token name = tokens.next();
    if (name.kind() != Kind.NAME) {
      throw tokens.error(
          name,
          "a directive such as split(i,i0,i1,n) should stand here, not " + name.shown() + ".");
    }
    form = FORMS.get(name.text());
    if (form == null) {
      throw tokens.error(name, unknown(name.text()));
    }
    if (!tokens.skip("(")) {
      throw tokens.error(
          tokens.peek(), "a '(' should follow " + form.name() + "; " + theForm() + ".");
    }
    first = true;
    Directive directive = form.arguments.apply(this);
    end();
    return directive;
  }

  private static String unknown(String name) {
    String none = "there is no directive '" + name + "'; ";
    return Spelling.nearest(name, FORMS.keySet())
        .map(near -> none + "did you mean " + FORMS.get(near).text + "?")
        .orElseGet(() -> none + "the directives are " + String.join(", ", FORMS.keySet()) + ".");
  }

  private void end() {
    if (!tokens.skip(")")) {
      Token token = tokens.peek();
      throw tokens.error(
          token,
          token.is(",")
              ? "this is one argument too many; " + theForm() + "."
              : "a ')' is missing before " + token.shown() + "; " + theForm() + ".");
    }
    Token next = tokens.peek();
    if (!next.is(";") && next.kind() != Kind.END) {
      throw tokens.error(next, "a ';' is missing before " + next.shown() + ".");
    }
  }

  private String theForm() {
    return "the form is " + form.text;
  }

  /** Goes to the next argument: there is a comma before all but the first. */
  private void argument() {
    Token token = tokens.peek();
    if (token.is(")") || token.is(";") || token.kind() == Kind.END) {
      throw missing(token);
    }
    if (!first && !tokens.skip(",")) {
      throw tokens.error(
          token, "a ',' is missing before " + token.shown() + "; " + theForm() + ".");
    }
    first = false;
  }

  private EinkornException missing(Token before) {
    return tokens.error(
        before, "an argument is missing before " + before.shown() + "; " + theForm() + ".");
  }

  private EinkornException unfit(Token token, String wanted) {
    return token.is(",") || token.is(")") || token.is(";") || token.kind() == Kind.END
        ? missing(token)
        : tokens.error(
            token, wanted + " should stand here, not " + token.shown() + "; " + theForm() + ".");
  }

  private IndexVariable variable() {
    argument();
    return name();
  }

  private IndexVariable name() {
    Token token = tokens.next();
    if (token.kind() != Kind.NAME) {
      throw unfit(token, "a variable");
    }
    return new IndexVariable(token.text());
  }

  private List<IndexVariable> variablesToTheEnd() {
    List<IndexVariable> variables = new ArrayList<>();
    do {
      variables.add(variable());
    } while (tokens.peek().is(","));
    return variables;
  }

  /** One variable, or any number of them in brackets. */
  private List<IndexVariable> variables() {
    argument();
    return names();
  }

  private List<IndexVariable> names() {
    if (!tokens.skip("[")) {
      return List.of(name());
    }
    List<IndexVariable> variables = new ArrayList<>();
    if (tokens.skip("]")) {
      return variables;
    }
    do {
      variables.add(name());
    } while (tokens.skip(","));
    if (!tokens.skip("]")) {
      throw tokens.error(tokens.peek(), "a ']' is missing before " + tokens.peek().shown() + ".");
    }
    return variables;
  }

  private int number() {
    argument();
    Token token = tokens.next();
    try {
      int number = token.kind() == Kind.NUMBER ? Integer.parseInt(token.text()) : 0;
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException _) {
      // As unfit as any other word.
    }
    throw unfit(token, "a whole number from 1 to " + Integer.MAX_VALUE);
  }

  private <T> T choice(Map<String, T> choices) {
    argument();
    Token token = tokens.peek();
    StringBuilder word = new StringBuilder();
    do {
      word.append(word.isEmpty() ? "" : "-");
      word.append(tokens.peek().kind() == Kind.NAME ? tokens.next().text() : "");
    } while (tokens.skip("-"));
    T chosen = choices.get(word.toString());
    if (chosen == null) {
      throw word.isEmpty()
          ? unfit(token, "a word")
          : tokens.error(token, "'" + word + "' cannot stand here; " + theForm() + ".");
    }
    return chosen;
  }

  @SafeVarargs
  private static <E extends Enum<E>> Map<String, E> words(E... choices) {
    return Stream.of(choices).collect(Collectors.toMap(DirectivePrinter::word, choice -> choice));
  }

  private Directive pos() {
    IndexVariable variable = variable();
    IndexVariable position = variable();
    argument();
    Token token = tokens.peek();
    if (Parser.expression(tokens, functions).resolve(List.of(variable)) instanceof Access operand
        && !operand.indices().isEmpty()) {
      return new Directive.Pos(variable, position, operand);
    }
    throw tokens.error(token, "an operand with its indices should stand here; " + theForm() + ".");
  }

  private Directive precompute() {
    argument();
    Parser.Unresolved expression = Parser.expression(tokens, functions);
    List<IndexVariable> variables = variables();
    argument();
    Token own = tokens.peek();
    List<IndexVariable> inner = names();
    if (variables.size() != inner.size()) {
      throw tokens.error(
          own,
          "the workspace has a variable of its own for each of "
              + variables
              + ", so there must be as many here.");
    }
    return new Directive.Precompute(expression.resolve(variables), variables, inner);
  }

  private Directive parallelize() {
    IndexVariable variable = variable();
    choice(Map.of("threads", true));
    Map<String, Races> races = words(Races.values());
    races.remove(DirectivePrinter.word(Races.CHOSEN));
    return new Directive.Parallelize(
        variable, tokens.peek().is(",") ? choice(races) : Races.CHOSEN);
  }
}
