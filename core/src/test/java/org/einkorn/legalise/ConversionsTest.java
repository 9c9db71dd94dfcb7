package org.einkorn.legalise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.loops.LoopPrinter;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.Parser;
import org.einkorn.notation.Reductions;
import org.einkorn.schedule.Guidance;
import org.einkorn.schedule.Measurements;
import org.einkorn.schedule.OperandCopy;
import org.einkorn.schedule.TensorStatistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConversionsTest {
  /** The loops for square matrices with so many rows and entries each. */
  private static Conversions loops(String statement, String formats, double rows, double entries) {
    Assignment assignment = Parser.parse(statement);
    String[] names = formats.trim().split(" ");
    Map<String, TensorType> types = new HashMap<>();
    Map<String, TensorStatistics> known = new HashMap<>();
    for (Access a : Expressions.accesses(assignment.value())) {
      if (!types.containsKey(a.tensor())) {
        String format = names[1 + types.size()];
        types.put(a.tensor(), type(format, a.order()));
        double fibres = format.startsWith("d") ? Math.min(rows, entries) : rows;
        known.put(a.tensor(), new TensorStatistics(List.of(rows, rows), List.of(fibres, entries)));
      }
    }
    Guidance guidance = Guidance.of(assignment.value(), new Measurements(known));
    TensorType result = type(names[0], assignment.target().order());
    return Conversions.of(
        Legaliser.legalise(Reductions.bind(assignment), types, result, guidance),
        guidance.measured(),
        OperandCopy.FEWEST);
  }

  private static TensorType type(String format, int order) {
    return TensorType.of(ElementType.FLOAT64, Formats.parse(format, order));
  }

  private static List<String> converted(Conversions loops) {
    return loops.operands().stream().map(ConvertedOperand::toString).toList();
  }

  /** To insert all products into one table took 245 milliseconds where this takes 60. */
  @Test
  void aProductOfColumnsAndRowsReadsACopyByRows() {
    Conversions loops = loops("C(i,j) = A(i,k) * B(k,j)", "csr csc csr", 1e6, 1e6);
    assertThat(converted(loops)).containsExactly("first convert A(i,k) to csr, as w2(i,k)");
    assertThat(LoopPrinter.print(loops.program()))
        .isEqualTo(
            """
            # B: float64 csr
            # w2: float64 csr
            # C: float64 csr
            forall i
              forall j
                C(i,j) = w(j)
              where w: float64 a
                forall k
                  forall j
                    w(j) += w2(i,k) * B(k,j)
            """);
  }

  /** Rows that walk along each other took 5.2 seconds where sums of rows take 0.3. */
  @ParameterizedTest
  @CsvSource({"300, 45000", "1000, 500000", "1000, 900000"})
  void aProductOfMatricesThatAreHalfFullAddsUpRows(double rows, double entries) {
    Conversions loops = loops("C(i,j) = A(i,k) * B(k,j)", "csr csr csr", rows, entries);
    assertThat(LoopPrinter.print(loops.program())).contains("w(j) += A(i,k) * B(k,j)");
  }

  /** Where hardly anything meets, the product comes from what does: 21 milliseconds, not 86. */
  @Test
  void aProductOfHypersparseMatricesLooksForWhatMeetsFirst() {
    Conversions loops = loops("C(i,j) = A(i,k) * B(k,j)", "dcsr dcsc dcsr", 5e7, 1e6);
    assertThat(converted(loops)).isEmpty();
    assertThat(LoopPrinter.print(loops.program())).contains("\n  forall k\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "B(i,j) = A(i,j)            | csr csc     | 1e5 | 1e6 | first convert A(i,j) to csr, as"
            + " w(i,j)",
        "B(i,j) = A(j,i)            | csr csr     | 1e5 | 1e6 | first convert A(j,i) to csr, as"
            + " w(i,j)",
        "B(i,j) = A(i,j)            | dcsr dcsc   | 1e8 | 1e6 | first convert A(i,j) to dcsr, as"
            + " w(i,j)",
        "C(i,j) = A(i,j) + B(i,j)   | csr csr csc | 1e5 | 1e6 | first convert B(i,j) to csr, as"
            + " w(i,j)",
        "C(i,j) = A(i,j) * B(j,i)   | csc csc csc | 1e5 | 1e6 | first convert B(j,i) to csr, as"
            + " w(j,i)",
      })
  void operandsInAnotherOrderAreConverted(
      String statement, String formats, double rows, double entries, String expected) {
    assertThat(converted(loops(statement, formats, rows, entries))).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "B(i,j) = A(i,j)            | csr csc     | 1e4 | 1e3", // few entries
        "B(i,j) = A(i,j)            | csr csr     | 1e5 | 1e6", // in order
        "y(i) = A(i,i)              | d csc       | 1e5 | 1e6", // only a diagonal
        "B(i,j) = 2 * A(i,j)        | csr bitmap  | 1e3 | 1e6", // what it stores for the sake of
        // places
      })
  void othersAreNot(String statement, String formats, double rows, double entries) {
    assertThat(converted(loops(statement, formats, rows, entries))).isEmpty();
  }
}
