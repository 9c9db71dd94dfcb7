package org.einkorn.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.einkorn.Computation;
import org.einkorn.Einkorn;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class PictureTest {
  private record Area(String text, double left, double top, double right, double bottom) {
    boolean overlaps(Area other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
  }

  private static String picture(String statement, Map<String, String> formats) {
    Computation computation = Einkorn.expression(statement);
    for (Access a : Expressions.accesses(Parser.parse(statement).value())) {
      int order = a.indices().size();
      computation =
          computation.withType(
              a.tensor(),
              TensorType.of(
                  ElementType.FLOAT64,
                  Formats.parse(formats.getOrDefault(a.tensor(), "s".repeat(order)), order)));
    }
    return computation.compile().picture();
  }

  private static List<Element> elements(String svg, String name) throws Exception {
    Element root =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)))
            .getDocumentElement();
    NodeList found = root.getElementsByTagName(name);
    List<Element> all = new ArrayList<>();
    for (int k = 0; k < found.getLength(); k++) {
      all.add((Element) found.item(k));
    }
    return all;
  }

  private static double number(Element e, String attribute) {
    return Double.parseDouble(e.getAttribute(attribute));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c(i) = a(i) + b(i)",
        "A(i,j) = B(i,j) + C(i,j) + D(i,j)",
        "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)",
        "y(i) = A(i,j) * B(j,k) * C(k,l) * x(l)",
        "C(i,j) = A(i,k) * A(k,j)",
        "verylong(row,column) = alsolong(row,middle) * C(middle,column)",
        "a = b(i) * c(i)",
      })
  void textsDoNotOverlapAndLieWithin(String statement) throws Exception {
    String svg = picture(statement, Map.of());
    List<Area> texts = new ArrayList<>();
    for (Element e : elements(svg, "text")) {
      double size = e.getAttribute("font-size").isEmpty() ? 13 : number(e, "font-size");
      double x = number(e, "x");
      double y = number(e, "y");
      String text = e.getTextContent();
      texts.add(new Area(text, x, y - size * 0.8, x + text.length() * size * 0.6, y));
    }
    Element root = elements(svg.replaceFirst("<svg", "<g><svg") + "</g>", "svg").getFirst();
    for (int a = 0; a < texts.size(); a++) {
      assertThat(texts.get(a).left).isNotNegative();
      assertThat(texts.get(a).right).as(texts.get(a).text).isLessThan(number(root, "width"));
      assertThat(texts.get(a).bottom).isLessThan(number(root, "height"));
      for (int b = 0; b < a; b++) {
        assertThat(texts.get(a).overlaps(texts.get(b)))
            .as("%s over %s", texts.get(a), texts.get(b))
            .isFalse();
      }
    }
  }

  @Test
  void aPathStopsAtTheLoopOfEachLevelSolidWhereItIsSparse() throws Exception {
    String svg = picture("y(i) = A(i,j) * x(j)", Map.of("A", "csr", "x", "d"));
    List<Element> stops =
        elements(svg, "circle").stream().filter(c -> number(c, "r") == 7).toList();
    // y has one level, A two, x one; only A's second is sparse.
    assertThat(stops).hasSize(4);
    assertThat(stops.stream().filter(c -> !c.getAttribute("fill").equals("white"))).hasSize(1);
  }

  @Test
  void aUnionOfTwoHasALatticeOfFourPoints() {
    String svg = picture("c(i) = a(i) + b(i)", Map.of());
    assertThat(svg).contains(">loop over i merges<", ">a1, b1<", ">a1<", ">b1<", ">done<");
  }

  @Test
  void aLoopThatFollowsOneOperandHasNoLattice() {
    assertThat(picture("y(i) = A(i,j) * x(j)", Map.of("A", "csr", "x", "d")))
        .doesNotContain("merges");
  }
}
