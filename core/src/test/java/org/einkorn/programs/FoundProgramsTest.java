package org.einkorn.programs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.einkorn.element.ElementType.BOOL;
import static org.einkorn.element.ElementType.FLOAT64;

import java.util.List;
import org.einkorn.schedule.ScheduleParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that once failed, found at random and shrunk. */
class FoundProgramsTest {
  @Test
  void sumsOfManyVariablesGoThroughWorkspaces() {
    Program.of("T(i,j,k,l) = -A(j,l) - (A(n,l) + B(n,k))", "sdcq:1,0,3,2")
        .tensor("A", BOOL, "sd", "3,3", "0,2:0 1,2:1 2,0:1 1,2:1")
        .tensor("B", BOOL, "ds:1,0", "3,3", "2,1:1 1,0:1 0,0:1 1,1:1 2,2:1")
        .size("i", 4)
        .check();
  }

  @Test
  void aSumDoesNotMoveIntoBothFactorsOfAProduct() {
    Program.of("T = A(j) * A(j)", "")
        .tensor("A", FLOAT64, "d", "2", "0:1 1:1")
        .checkScheduled(ScheduleParser.parse("precompute(A(j), [], [])"));
  }

  @Test
  void reductionNextToBroadcast() {
    Program.of("T(i,j,k,l) = A(m) + max(j, B(j,n)) * C(n,n)", "sdss")
        .tensor("A", FLOAT64, "d", "2", "1:2")
        .tensor("B", FLOAT64, "ss", "1,2", "0,0:1")
        .tensor("C", FLOAT64, "sd", "2,2", "0,0:-3")
        .size("i", 2)
        .size("j", 1)
        .size("k", 2)
        .size("l", 1)
        .check();
  }

  @Test
  void moreThanFourSummedVariables() {
    Program.of("T = sum(i, B(j,l,q) * C(k)) - 1", "")
        .tensor("B", FLOAT64, "ddd", "2,1,2", "0,0,0:1 1,0,1:3")
        .tensor("C", FLOAT64, "d", "2", "0:1 1:1")
        .size("i", 3)
        .check();
  }

  @Test
  void accumulatingOntoTheDiagonal() {
    Program.of("T(i,i) += 3", "dd").tensor("T", FLOAT64, "dd", "2,2", "0,1:5 1,1:2").check();
  }

  @Test
  void sparseLevelUnderARepeatedVariable() {
    Program.of("T(i,i,j) = 1", "dds").size("i", 2).size("j", 1).check();
  }

  @Test
  void identityOfAReductionStaysOnTheDiagonal() {
    Program.of("T(j,i,j) = max(j, C(j))", "ddd:2,0,1")
        .tensor("C", FLOAT64, "d", "2", "")
        .size("i", 1)
        .size("j", 2)
        .check();
  }

  @Test
  void accumulatingWithoutAnOldTensor() {
    Program.of("T += 1", "").check();
    Program.of("T(i) min= 1", "s").size("i", 2).check();
  }

  @Test
  void emptyProductIsOne() {
    Program.of("T(j) = prod(l, 1.0)", "d").size("j", 1).size("l", 0).check();
  }

  @Test
  void productOfOnesInASparseResult() {
    Program.of("T(i,j) = prod(i, 1)", "sd").size("i", 1).size("j", 1).check();
  }

  @Test
  void repeatedVariableAroundOthers() {
    Program.of("T(k,i,j,k) = A(j,j)", "ddds")
        .tensor("A", FLOAT64, "dd", "2,2", "")
        .size("i", 2)
        .size("k", 1)
        .check();
  }

  @Test
  void levelsBelowHashedOnes() {
    Program.of("T(j,i) = 1", "hs").size("i", 3).size("j", 3).check();
    Program.of("T(i,i) = 1", "hs").size("i", 4).check();
    Program.of("T(i,i,k) = 1", "hcq:2,1,0").size("i", 3).size("k", 2).checkUnpacked();
  }

  @Test
  void unorderedLevelsOfTransposedTensors() {
    Program.of("T(i) = A(i,j)", "d").tensor("A", FLOAT64, "hd:1,0", "2,2", "1,0:1").check();
    Program.of("T(i) = A(i,j)", "d").tensor("A", FLOAT64, "db:1,0", "2,2", "0,1:1").check();
    Program.of("T = B(j,i)", "").tensor("B", FLOAT64, "bd:1,0", "2,1", "").check();
    Program.of("T = A(j,i) + 1", "").tensor("A", FLOAT64, "dh:1,0", "2,1", "").check();
    Program.of("T = A(j,i)", "").tensor("A", FLOAT64, "dh:1,0", "1,0", "").check();
  }

  @Test
  void paddedTensorAsOldValueOfADiagonal() {
    Program.of("T(i,i,i) += 1", "ddd").tensor("T", FLOAT64, "bcq", "0,0,0", "").check();
  }

  @Test
  void levelsBelowACoordinateList() {
    Program.of("T(i,j,k) = 1", "cqb").size("i", 1).size("j", 1).size("k", 4).check();
  }

  @Test
  void mapsKeepAFillValue() {
    Program.of("T(i,i) = 1", "dia").size("i", 1).fill("T", 1).check();
    Program.of("T(i,i,i) = 1", "(i,j,k) -> (dense(i), dense(k), dense(j%1), dense(j/1))")
        .size("i", 2)
        .fill("T", -1)
        .check();
  }

  @Test
  void partsOfAValueThatIsNotZeroElsewhere() {
    Program.of("T = A(i)", "").tensor("A", FLOAT64, "c", "5", "4:1 4:1").fill("A", 2).check();
  }

  @Test
  void anOperandThatDecidesInOnePlaceAndOnlyCountsInAnother() {
    Program.of("T = (A(i) + B(i) * C(i)) * (1 + B(i))", "")
        .tensor("A", FLOAT64, "s", "1", "0:1")
        .tensor("B", FLOAT64, "s", "1", "0:1")
        .tensor("C", FLOAT64, "s", "1", "")
        .check();
  }

  /** An operand that is searched decides about a part of the union as well. */
  @Test
  void searchedOperandWithinAUnion() {
    Program.of("T(i,j) = A(j,l) * A(j,i) * (B(j) + A(j,l) * A(j,j))", "ds")
        .tensor("A", FLOAT64, "ss", "2,2", "0,0:2 0,1:3 1,0:5")
        .tensor("B", FLOAT64, "s", "2", "1:7")
        .check();
  }

  /** Parts of a variable that come in another order than their significance. */
  @Test
  void partsOfAVariableOutOfOrder() {
    Program.of("T(i) = B", "s")
        .tensor("B", FLOAT64, "", "", ":3")
        .size("i", 4)
        .checkScheduled(
            ScheduleParser.parse(
                "split(i,i0,i1,3); split(i1,i2,i3,2); split(i0,i4,i5,4); reorder(i2,i4,i5,i3)"));
  }

  /** A loop over a stretch of a dense operand's positions that another operand drives. */
  @Test
  void stretchOfADenseOperandDrivenByAnother() {
    Program.of("T = A(i) * B(i)", "")
        .tensor("A", FLOAT64, "d", "3", "0:1 1:2 2:4")
        .tensor("B", FLOAT64, "s", "3", "0:1 2:3")
        .checkScheduled(
            ScheduleParser.parse(
                "pos(i,p,A(i)); split(p,p0,p1,2); precompute(B(i),[],[]); split(p0,q0,q1,2)"));
  }

  /** The levels of a mapped format are no dimensions, though there may be as many. */
  @Test
  void mappedOperandWithUnevenRows() {
    Program.of("T(i) = A(i) * B(j)", "d")
        .tensor("A", FLOAT64, "(i) -> (dense(i%1), compressed(i/1))", "3", "0:2 2:5")
        .tensor("B", FLOAT64, "d", "2", "0:1 1:3")
        .checkInChunks();
  }

  /** A variable that the schedule made gets another name. */
  @Test
  void otherNameForAMadeVariable() {
    Program.of("T = A(j,i)", "")
        .tensor("A", FLOAT64, "dd", "2,3", "0,0:1 1,2:4")
        .checkScheduled(ScheduleParser.parse("fuse(j,i,f); pos(f,p,A(j,i)); coord(p,g)"));
  }

  /** Rows in registers, added up along a dimension, are no sums of one value. */
  @Test
  void rowsAddedUpInRegisters() {
    Program.of("T(i) = A(i([0,3]),j(2:4))", "d")
        .tensor("A", FLOAT64, "dd:1,0", "4,4", "")
        .checkInVectors(2);
  }

  /** Parts of nothing, rounded up, were fewer than none; and so their product was more. */
  @Test
  void fusedPartsOfNothing() {
    Program.of("T = either(A(i,j,l), B(k,l))", "")
        .tensor("A", FLOAT64, "sdd:2,1,0", "0,0,1", "")
        .tensor("B", FLOAT64, "ds", "1,1", "")
        .checkScheduled(
            ScheduleParser.parse(
                "divide(i,ix0,ix1,3); divide(ix0,ix4,ix5,1); precompute(A(i,j,l), [], []);"
                    + " fuse(l,ix4,lx6); fuse(k,lx6,ix7); fuse(ix7,ix5,jx9); reorder(jx9,ix1,j)"));
  }

  /** Positions of three levels that were fused in two steps. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "fuse(j,k,f); fuse(i,f,g); pos(g,p,A(i,j,k)); split(p,p0,p1,2)",
        "fuse(i,j,f); fuse(f,k,g); pos(g,p,A(i,j,k)); split(p,p0,p1,2)",
        "fuse(i,j,f); fuse(f,k,g); pos(g,p,A(i,j,k))"
      })
  void positionsOfThreeFusedLevels(String schedule) {
    Program.of("T(i) = A(i,j,k) * B(j)", "d")
        .tensor("A", FLOAT64, "sss", "3,2,4", "0,0,1:1 0,1,2:2 0,1,3:4 2,0,0:8 2,0,3:16")
        .tensor("B", FLOAT64, "d", "2", "0:1 1:3")
        .checkScheduled(ScheduleParser.parse(schedule));
  }

  /** Partial sums beside a variable of the name that scalars have. */
  @Test
  void sumOverAVariableNamedAsScalarsAre() {
    Program.of("T(j) = A(t) - 1", "d")
        .tensor("A", FLOAT64, "d", "6", "0:1 1:2 5:4")
        .size("j", 3)
        .check();
  }

  @Test
  void coordinatesOutsideOfATensorAreAbsent() {
    Program.of("T = A(-i-2) + 1", "").tensor("A", FLOAT64, "d", "0", "").size("i", 1).check();
    Program.of("T(i) = max(k, A(3*i,i(0:4),k))", "S")
        .tensor("A", FLOAT64, "ddd", "0,4,4", "")
        .fill("T", Double.NEGATIVE_INFINITY)
        .fill("A", Double.NEGATIVE_INFINITY)
        .check();
    Program.of("T = 1 * B(i-1,i+j+1)", "")
        .tensor("B", FLOAT64, "db", "0,0", "")
        .size("i", 1)
        .size("j", 1)
        .check();
  }

  /** What is not selected has the type of the reduction, which what is reduced cannot hold. */
  @Test
  void maskedTruthValuesAreReduced() {
    Program.of("T max= 1 <= B(j) where 0", "")
        .tensor("B", FLOAT64, "d", "1", "")
        .checkScheduled(ScheduleParser.parse("split(j,j0,j1,2); precompute(0, [], [])"));
  }

  /** Rows for which nothing is at a computed coordinate have segments too. */
  @Test
  void rowsWithoutAnythingAtAComputedCoordinate() {
    Program.of("T(i,j) = -A(2*i-2) * B(j,i)", "ds")
        .tensor("A", FLOAT64, "d", "1", "")
        .tensor("B", FLOAT64, "dd", "3,3", "")
        .checkScheduled(
            ScheduleParser.parse(
                "bound(j,jx0,3,max); split(jx0,jx3,jx4,3); precompute(A(2*i-2), [], []);"
                    + " split(jx3,jx5,jx6,4); split(i,ix10,ix11,3)"));
  }

  /**
   * A sum over nothing is 0, but a result that is 2 elsewhere would keep its 2 in rows left out.
   */
  @Test
  void positionsLeaveOutRowsThatHaveASum() {
    Program program =
        Program.of("T(i,j) = B(i,k,l)", "dd")
            .tensor("B", FLOAT64, "sss", "3,1,1", "")
            .size("j", 3)
            .fill("T", 2);
    assertThatThrownBy(
            () -> program.checkScheduled(ScheduleParser.parse("pos(i,p,B(i,k,l)); split(p,q,r,2)")))
        .hasMessageContaining("Where B(i,k,l) has no entry there is still something to compute");
  }

  /** Parts of no children close no segment. */
  @Test
  void rowsWithoutPartsEndWhereTheLastOneDid() {
    Program.of("T(i,j,k,l) = A(i,j,l)", "ddds")
        .tensor("A", FLOAT64, "dds", "2,2,2", "0,0,0:1")
        .size("k", 1)
        .checkScheduled(ScheduleParser.parse("pos(l,p,A(i,j,l)); split(p,q,r,2)"));
  }

  /** Where w is absent too there is something to do, though a small budget has no room for it. */
  @Test
  void aLatticeWithTooManyPointsLosesNone() {
    Program.of("T(i) = A(i,m,m) + A(i,j,m) ? B(i,m,l,k) : A(i,l,m) * C(m,i)", "d")
        .tensor("A", FLOAT64, "ddc", "1,2,2", "0,1,0:1")
        .tensor("B", FLOAT64, "dddc", "1,2,2,1", "")
        .tensor("C", FLOAT64, "ds", "2,1", "0,0:1")
        .fill("T", -1)
        .checkScheduled(List.of());
  }

  /** The level that positions are of is the outermost with the variable, not the first index. */
  @Test
  void positionsOfADiagonalAreThoseOfItsOuterLevel() {
    Program.of("T(i,j) = A(i) * B(i,i)", "ds")
        .tensor("A", FLOAT64, "s", "2", "1:1")
        .tensor("B", FLOAT64, "ds:1,0", "2,2", "1,1:3")
        .size("j", 2)
        .checkScheduled(ScheduleParser.parse("pos(i,p,B(i,i)); split(p,q,r,1)"));
  }

  @Test
  void whatAMaskDoesNotSelectIsNotStored() {
    Program.of("T(i,j) = B(i,k) * after(D(k,j)) where 1 + D(i,j)", "ds")
        .tensor("B", FLOAT64, "dc", "2,2", "1,1:1")
        .tensor("D", FLOAT64, "ds", "2,2", "1,1:-1")
        .check();
    Program.of("T(j,i) = sum(i, any(u, 1)) where B(i,j)", "ds")
        .tensor("B", FLOAT64, "dd", "1,1", "")
        .size("i", 1)
        .size("u", 0)
        .check();
    Program.of("T(i,j) = B(i,k) * after(D(k,j)) where D(i,j)", "ds")
        .tensor("B", FLOAT64, "dc", "2,2", "1,1:1")
        .tensor("D", FLOAT64, "sd", "2,2", "1,1:1")
        .check();
    Program.of("T(j) = A(i,j,k) where B", "c")
        .tensor(
            "A", FLOAT64, "(i,j,k) -> (dense(i), dense(j/1), dense(k), dense(j%1))", "1,1,1", "")
        .tensor("B", FLOAT64, "", "", "")
        .size("j", 1)
        .check();
    Program.of("T(i,j) = A(i,j) where A(i,j) > 4", "ds")
        .tensor("A", FLOAT64, "ds", "2,2", "0,1:3 1,0:5")
        .check();
    Program.of("T(i,j) = A(i,k) * A(k,j) where !A(i,j)", "ds")
        .tensor("A", FLOAT64, "ds", "3,3", "0,1:3 1,2:5 0,2:1 1,0:2")
        .check();
  }

  @Test
  void aMaskWithoutVariablesSelectsOnDiagonalsToo() {
    for (String format : List.of("ds", "ss", "sd", "cq")) {
      Program.of("T(i,i) = max(l, A(i,l)) where !B", format)
          .tensor("A", FLOAT64, "dc", "1,1", "0,0:1")
          .tensor("B", FLOAT64, "", "", ":1")
          .size("i", 1)
          .fill("T", Double.NEGATIVE_INFINITY)
          .fill("A", Double.NEGATIVE_INFINITY)
          .check();
    }
  }
}
