package org.einkorn.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.einkorn.EinkornException;
import org.einkorn.notation.Expression;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleParserTest {
  private static final IndexVariable I = new IndexVariable("i");
  private static final IndexVariable J = new IndexVariable("j");
  private static final IndexVariable P = new IndexVariable("p");

  private static List<IndexVariable> variables(String... names) {
    return Stream.of(names).map(IndexVariable::new).toList();
  }

  private static Expression expression(String text) {
    return Parser.parse("a(i) = " + text).value();
  }

  private static Directive only(String text) {
    List<Directive> directives = ScheduleParser.parse(text);
    assertThat(directives).hasSize(1);
    return directives.getFirst();
  }

  private static void refused(String text, int column, String sentence) {
    assertThatThrownBy(() -> ScheduleParser.parse(text))
        .isInstanceOf(EinkornException.class)
        .hasMessage("Column %d: %s\n%s\n%s^", column, sentence, text, " ".repeat(column - 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "split(i,i0,i1,32)",
        "divide(i,i0,i1,4)",
        "fuse(i,j,f)",
        "reorder(i,j,k)",
        "pos(i,p,A(i,j))",
        "coord(p,i)",
        "precompute(B(i,k) * C(k,j), j, jw)",
        "precompute(B(i,j) + 2, [i,j], [iw,jw])",
        "precompute(sum(k, B(i,k)), [], [])",
        "bound(i,ib,16,exact)",
        "bound(i,ib,16,max)",
        "unroll(i,4)",
        "vectorize(i)",
        "parallelize(i,threads)",
        "parallelize(i,threads,none)",
        "parallelize(i,threads,boundary)",
        "parallelize(i,threads,reduction)",
        "parallelize(i,threads,atomic)",
        "merge(i,two-finger)",
        "merge(i,galloping)",
        "assemble(append)",
        "assemble(insert)",
        "workspace(jw,dense)",
        "workspace(jw,hash)",
        "workspace(jw,sorted)",
        "workspace([iw,jw],registers)",
      })
  void printsWhatWasWritten(String text) {
    assertThat(only(text).text()).isEqualTo(text);
  }

  @Test
  void readsWhatIsMeant() {
    assertThat(ScheduleParser.parse("split(i,i,p,32);bound( j , i, 7, max ) ;\n coord(p,i);"))
        .containsExactly(
            new Directive.Split(I, I, P, 32),
            new Directive.Bound(J, I, 7, false),
            new Directive.Coord(P, I));
    assertThat(only("pos(j,p,A(i,j))"))
        .isEqualTo(new Directive.Pos(J, P, (Expression.Access) expression("A(i,j)")));
    assertThat(only("merge(i, two - finger)"))
        .isEqualTo(new Directive.Merge(I, Directive.Merging.TWO_FINGER));
    assertThat(only("workspace([i,j], sorted)"))
        .isEqualTo(new Directive.Workspace(variables("i", "j"), Directive.Layout.SORTED));
    assertThat(ScheduleParser.parse("")).isEmpty();
    assertThat(ScheduleParser.parse(" ; ;")).isEmpty();
  }

  @Test
  void aNameByItselfIsAVariableIfTheDirectiveSaysSo() {
    assertThat(only("precompute(2 * i, i, iw)"))
        .isEqualTo(new Directive.Precompute(expression("2 * i"), variables("i"), variables("iw")));
    assertThat(only("precompute(2 * s, i, iw)"))
        .isEqualTo(new Directive.Precompute(expression("2 * s"), variables("i"), variables("iw")));
  }

  @Test
  void anyDirectivesCanBeReadBack() {
    for (int seed = 0; seed < 2000; seed++) {
      RandomDirectives random = new RandomDirectives(seed);
      List<Directive> directives = new ArrayList<>();
      for (int k = 0; k < 10; k++) {
        directives.add(random.next());
      }
      String text = directives.stream().map(Directive::text).collect(Collectors.joining("; "));
      assertThat(ScheduleParser.parse(text)).as("seed %d: %s", seed, text).isEqualTo(directives);
    }
  }

  @Test
  void unknownDirectives() {
    refused(
        "unroll(i,4); splt(i,i0,i1,32)",
        14,
        "there is no directive 'splt'; did you mean split(i,i0,i1,n)?");
    refused("Vectorise(i)", 1, "there is no directive 'Vectorise'; did you mean vectorize(i)?");
    refused(
        "parallel(i)",
        1,
        "there is no directive 'parallel'; did you mean"
            + " parallelize(i,threads[,none|boundary|reduction|atomic])?");
    refused(
        "tile(i,j)",
        1,
        "there is no directive 'tile'; the directives are split, divide, fuse, reorder, pos, coord,"
            + " precompute, bound, unroll, vectorize, parallelize, merge, assemble, workspace.");
    refused("3", 1, "a directive such as split(i,i0,i1,n) should stand here, not '3'.");
  }

  @Test
  void theNumberOfArguments() {
    refused(
        "split(i,i0,i1)", 14, "an argument is missing before ')'; the form is split(i,i0,i1,n).");
    refused(
        "split(i,,i1,2)", 9, "an argument is missing before ','; the form is split(i,i0,i1,n).");
    refused("reorder()", 9, "an argument is missing before ')'; the form is reorder(i,j,…).");
    refused("reorder(i,)", 11, "an argument is missing before ')'; the form is reorder(i,j,…).");
    refused(
        "coord(p", 8, "an argument is missing before the end of the text; the form is coord(p,i).");
    refused("vectorize(i,4)", 12, "this is one argument too many; the form is vectorize(i).");
    refused(
        "parallelize(i,threads,none,4)",
        27,
        "this is one argument too many; the form is"
            + " parallelize(i,threads[,none|boundary|reduction|atomic]).");
    refused("coord(p i)", 9, "a ',' is missing before 'i'; the form is coord(p,i).");
    refused("coord(p,i; fuse(i,j,f)", 10, "a ')' is missing before ';'; the form is coord(p,i).");
    refused("coord p,i", 7, "a '(' should follow coord; the form is coord(p,i).");
    refused("coord(p,i) fuse(i,j,f)", 12, "a ';' is missing before 'fuse'.");
  }

  @Test
  void wrongArguments() {
    refused("fuse(i,2,f)", 8, "a variable should stand here, not '2'; the form is fuse(i,j,f).");
    for (String size : List.of("0", "2.5", "2147483648", "n")) {
      refused(
          "unroll(i," + size + ")",
          10,
          "a whole number from 1 to 2147483647 should stand here, not '"
              + size
              + "'; the form is unroll(i,n).");
    }
    refused(
        "bound(i,ib,16,min)", 15, "'min' cannot stand here; the form is bound(i,ib,n,exact|max).");
    refused(
        "merge(i,two)", 9, "'two' cannot stand here; the form is merge(i,two-finger|galloping).");
    refused(
        "parallelize(i,gpu)",
        15,
        "'gpu' cannot stand here; the form is"
            + " parallelize(i,threads[,none|boundary|reduction|atomic]).");
    refused(
        "parallelize(i,threads,chosen)",
        23,
        "'chosen' cannot stand here; the form is"
            + " parallelize(i,threads[,none|boundary|reduction|atomic]).");
    refused(
        "assemble(3)",
        10,
        "a word should stand here, not '3'; the form is assemble(append|insert).");
    refused(
        "pos(i,p,A*B)",
        9,
        "an operand with its indices should stand here; the form is pos(i,p,A(i,j)).");
    refused(
        "precompute(A(i,j), [i,j], iw)",
        27,
        "the workspace has a variable of its own for each of [i, j], so there must be as many"
            + " here.");
    refused("workspace([i,j,hash)", 20, "a ']' is missing before ')'.");
  }

  @Test
  void wrongExpressionsAreShownWhereTheyAre() {
    refused(
        "unroll(i,4); precompute(A(i,j) * , j, jw)",
        34,
        "a tensor, a number or '(' should stand here, not ','.");
    refused(
        "precompute(A(i,j) * A(i), j, jw)",
        21,
        "'A' has 1 index here but 2 indices at column 12; a tensor has the same number"
            + " everywhere.");
    refused("precompute((A(i,j); unroll(i,4)", 19, "the ')' for the '(' at column 12 is missing.");
  }

  @Test
  void aWorkspaceHasAVariableForEach() {
    assertThatThrownBy(() -> new Directive.Precompute(expression("2"), List.of(I), List.of()))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "A workspace has one variable of its own for each that it stands for, but precompute"
                + " has 0 for 1.");
  }
}
