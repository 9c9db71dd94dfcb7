package org.einkorn.legalise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Statement;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Parser;
import org.einkorn.notation.Reductions;
import org.einkorn.schedule.CostModel;
import org.einkorn.schedule.Guidance;
import org.einkorn.schedule.Measurements;
import org.einkorn.schedule.TensorStatistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of loops before all ways to compute reductions within them are built. */
class OutlineTest {
  @Test
  void tellsLoopsFromTheReductionsWithin() {
    Case tried =
        new Case(
            "y(i) = sum(j, A(i,j) * sum(k, B(j,k) * max(l, C(k,l))))", "d dd dd dd".split(" "));
    IndexVariable i = new IndexVariable("i");
    IndexVariable j = new IndexVariable("j");
    Workspaces workspaces = new Workspaces(tried.types);
    Nest nest = new Nest(workspaces);
    Statement loops = nest.build(tried.target, tried.term, List.of(i, j));
    double whole = tried.model(workspaces).cost(loops);
    Outline outline = new Outline(List.of(i, j), loops, nest.sums(), tried.model(workspaces));
    assertThat(outline.wholeCost()).isCloseTo(whole, within(whole * 1e-9));
    double million = 1e6;
    assertThat(outline.iterations(List.of())).isEqualTo(1);
    assertThat(outline.iterations(List.of(i))).isEqualTo(million);
    assertThat(outline.iterations(List.of(j))).isEqualTo(million * million);
    assertThat(outline.cost()).isBetween(million * million, 10 * million * million);
    assertThat(nest.sums()).hasSize(1); // with what is reduced in it
    double reduction = outline.within(nest.sums().keySet().iterator().next());
    assertThat(reduction).isCloseTo(whole, within(whole * 1e-9));
  }

  /**
   * For statements so large that only promising ways are built. Formats are those of the result and
   * of the tensors as they appear.
   */
  @ParameterizedTest(name = "{0} [{1}]")
  @CsvSource(
      delimiter = '|',
      value = {
        "Y(i,j) = M(i,j) * sum(k, A(i,k) * x(k) * sum(l, B(k,l) * max(m, C(l,m) + D(m,j)))) "
            + "| csr csr csr d csr csr csr",
        "Y(i,j) = M(i,j) * sum(k, A(i,k) * x(k) * sum(l, B(k,l) * max(m, C(l,m) + D(m,j)))) "
            + "| dd csr dd d csc dcsr dd",
        "Y(a,j,k) = sum(c, W(c,k) * x(c) * sum(b, R(a,b,c) * V(b,j) * max(d, Q(b,d) * P(d,c)))) "
            + "| ddd dd d csf dd csr csr",
        "Y(i,j) = sum(k, A(i,k) * B(k,j)) * max(l, C(i,l) * D(l,j)) + min(m, E(i,m) - F(m,j)) "
            + "| dcsr csr csr csr csr coo csc",
        "Y(i,j,k) = sum(l, A(i,l) * sum(m, B(l,m,j) * x(m))) * max(p, C(j,p) + D(p,k)) "
            + "| csf csr csf s dcsr csr",
      })
  void whatIsNotBuiltIsHardlyCheaper(String text, String formats) {
    Case tried = new Case(text, formats.split(" "));
    List<Access> accesses = Expressions.accesses(tried.statement.value());
    Exploration exploration = new Exploration(accesses, Measurements.NONE);
    assertThat(exploration.isThorough()).isFalse();
    assertThat(new Exploration(accesses, tried.measurements()).isThorough()).isTrue();
    Cheapest all = new Cheapest(tried.target.tensor(), Measurements.NONE);
    for (List<IndexVariable> order : tried.orders()) {
      for (int depth : Intermediates.depths(tried.term.body(), order)) {
        for (boolean dense : List.of(false, true)) {
          Workspaces workspaces = new Workspaces(tried.types);
          Intermediates.Split split =
              new Intermediates(workspaces, Measurements.NONE, dense, exploration)
                  .split(tried.term, order, order.subList(0, depth));
          all.offer(
              new Nest(workspaces).build(tried.target, split.term(), order, split.before()),
              workspaces);
        }
      }
    }
    Map<String, TensorType> inputs = new LinkedHashMap<>(tried.types);
    TensorType result = inputs.remove(tried.target.tensor());
    Legaliser.Choice choice =
        Legaliser.choose(tried.statement, inputs, result, new Guidance(Measurements.NONE, true));
    assertThat(choice.considered()).hasSizeLessThan(all.offered().size());
    double chosen = choice.considered().stream().mapToDouble(Candidate::cost).min().orElseThrow();
    assertThat(chosen).isLessThan(all.cost() * 1.5);
  }

  private static final class Case {
    private final Assignment statement;
    private final Access target;
    private final Term term;
    private final Map<String, TensorType> types = new LinkedHashMap<>();

    Case(String text, String[] formats) {
      this.statement = Reductions.bind(Parser.parse(text));
      this.target = statement.target();
      this.term = Term.of(statement.value());
      Set<Access> tensors = new LinkedHashSet<>(List.of(target));
      tensors.addAll(Expressions.accesses(statement.value()));
      int number = 0;
      for (Access a : tensors) {
        if (!types.containsKey(a.tensor())) {
          String format = formats[number++];
          types.put(
              a.tensor(), TensorType.of(ElementType.FLOAT64, Formats.parse(format, a.order())));
        }
      }
      assertThat(formats).hasSize(number);
    }

    Iterable<List<IndexVariable>> orders() {
      Set<IndexVariable> variables = new LinkedHashSet<>(target.indices());
      variables.addAll(term.reduced());
      return Orders.permutations(variables);
    }

    /** As if the first operand were a million entries in each of its levels. */
    Measurements measurements() {
      Access first = Expressions.accesses(statement.value()).getFirst();
      List<Double> million = Collections.nCopies(first.order(), 1e6);
      return new Measurements(Map.of(first.tensor(), new TensorStatistics(million, million)));
    }

    CostModel model(Workspaces workspaces) {
      return new CostModel(workspaces.types(), target.tensor(), Measurements.NONE);
    }
  }
}
