package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.Refused.SPMV;
import static org.einkorn.Refused.product;
import static org.einkorn.Refused.refused;
import static org.einkorn.Refused.refusedAll;
import static org.einkorn.Refused.spmv;
import static org.einkorn.Refused.ttv;
import static org.einkorn.Refused.typed;

import java.util.Map;
import org.einkorn.schedule.Directive.Races;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The preconditions of directives about loops, with the sentence that their user reads. */
class ScheduleRefusalsTest {
  @Test
  void whatAppliesIsNotRefused() {
    assertThat(spmv().refusal("split(i,i0,i1,4); parallelize(i0,threads)")).isEmpty();
    assertThat(spmv().refusal(Schedule.empty())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          split(k,k0,k1,4)
          divide(k,k0,k1,4)
          fuse(k,j,f)
          fuse(i,k,f)
          reorder(j,k)
          pos(k,p,A(i,j))
          coord(k,j2)
          precompute(x(k), k, kw)
          bound(k,kb,4,max)
          unroll(k,4)
          vectorize(k)
          parallelize(k,threads)
          merge(k,galloping)
          """)
  void loopsThatAreNotThere(String directive) {
    refused(spmv(), directive, "There is no loop over k; the loops are i, j.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          split(i,j,i1,4)
          split(i,i0,j,4)
          split(i,j,j,4)
          divide(i,j,i1,4)
          fuse(i,j,j)
          pos(j,j,A(i,j))
          precompute(x(j), j, j)
          bound(i,j,4,max)
          split(j,j0,j1,4); bound(i,j,4,exact)
          pos(j,p,A(i,j)); coord(p,i)
          """)
  void namesThatAreTaken(String schedule) {
    String name = schedule.endsWith("coord(p,i)") ? "i" : "j";
    refused(spmv(), schedule, "The name " + name + " is taken; choose another for the new loop.");
  }

  @Test
  void splitAndDivide() {
    assertThat(spmv().refusal(Schedule.empty().split("i", "i0", "i1", 0)))
        .contains(
            "'split(i,i0,i1,0)' does not apply: The size of a split must be at least 1, not 0.");
    assertThat(spmv().refusal(Schedule.empty().divide("i", "i0", "i1", -1)))
        .contains(
            "'divide(i,i0,i1,-1)' does not apply: The number of parts must be at least 1, not -1.");
    refused(
        spmv(),
        "pos(j,p,A(i,j)); divide(p,p0,p1,4)",
        "How many positions p has is known only where its loop runs, so it cannot be divided; split"
            + " it.");
  }

  @Test
  void fuse() {
    refused(
        product(),
        "reorder(i,k,j); fuse(i,j,f)",
        "Only a loop right inside another can be fused with it, but the loops are i, k, j; reorder"
            + " them first.");
    refused(
        spmv(),
        "fuse(j,i,f)",
        "Only a loop right inside another can be fused with it, but the loops are i, j; reorder"
            + " them first.");
    refused(
        spmv(),
        "pos(j,p,A(i,j)); fuse(i,p,f)",
        "p runs over positions already; fuse loops before pos.");
  }

  @Test
  void reorder() {
    refused(spmv(), "reorder(i,j,i)", "reorder names a loop twice: i, j, i; name each once.");
    refused(
        spmv(),
        "pos(j,p,A(i,j)); split(p,p0,p1,4); reorder(p1,p0)",
        "p0 numbers stretches of positions that p1 runs through, so its loop must stay outside of"
            + " p1's.");
    refused(
        spmv(),
        "pos(j,p,A(i,j)); split(p,p0,p1,4); split(p0,q0,q1,2); reorder(q0,p1,q1)",
        "p0 numbers stretches of positions that p1 runs through, so its loop must stay outside of"
            + " p1's.");
    refused(
        spmv(),
        "pos(j,p,A(i,j)); reorder(p,i)",
        "p counts the children of A(i,j) under one i, so its loops must stay inside of i's.");
    refused(
        spmv(),
        "split(i,i0,i1,4); pos(j,p,A(i,j)); split(p,p0,p1,4); reorder(i0,p0,i1,p1)",
        "p counts the children of A(i,j) under one i, so its loops must stay inside of i1's.");
  }

  @Test
  void pos() {
    refused(
        spmv(),
        "pos(j,p,A(j,i))",
        "There is no operand A(j,i) in the expression; pos names one as it is written there, in a"
            + " format that loops can follow.");
    refused(
        product(),
        "pos(j,p,A(i,k))",
        "A(i,k) stores i, k, and j is none of these; name an operand that it indexes.");
    refused(
        typed(SPMV, Map.of("A", "csc", "x", "d"), "d"),
        "reorder(i,j); fuse(i,j,f); pos(f,p,A(i,j))",
        "A(i,j) stores j, i in this order, which i, j does not follow; reorder the loops before"
            + " fuse, or convert it.");
    refused(
        ttv(),
        "fuse(j,k,f); pos(f,p,B(i,j,k))",
        "Positions of fused loops are counted from the first level of B on; fuse i too.");
    refused(
        typed(SPMV, Map.of("A", "coo", "x", "d"), "d"),
        "pos(j,p,A(i,j))",
        "Positions of A as coo do not follow its coordinates level by level; convert it, to csr or"
            + " csf for example.");
    refused(
        typed("C(i,j) = A(i,j) + D(i,j)", Map.of("A", "csr", "D", "csr"), "csr"),
        "pos(j,p,A(i,j))",
        "Where A(i,j) has no entry there is still something to compute, which a loop over its"
            + " positions would miss; take an operand without which nothing is left, as a factor of"
            + " a product.");
    refused(
        spmv(),
        "split(j,j0,j1,4); pos(j1,p,A(i,j))",
        "j1 is a part of a variable; pos takes a whole one, before it is split.");
    refusedAll(
        typed(SPMV, Map.of("A", "csr", "x", "d"), "d"),
        "pos(i,p,A(i,j)); reorder(j,p)",
        "The loops visit A(i,j) in another order than it is stored, so p cannot run over its"
            + " positions; reorder the loops or convert it.");
  }

  @Test
  void coord() {
    refused(
        spmv(),
        "coord(j,j2)",
        "j does not run over positions; coord takes a variable that pos made.");
  }

  @Test
  void partsThatAnIntCannotCount() {
    refused(
        spmv(),
        "split(i,i0,i1,2147483647)",
        "The size of a split must be at most 1073741824, not 2147483647.");
    refused(
        spmv(),
        "divide(i,i0,i1,2147483647)",
        "The number of parts must be at most 1073741824, not 2147483647.");
  }

  @Test
  void copiesBeyondReason() {
    refused(
        product(),
        "unroll(i,16); unroll(j,16); unroll(k,16)",
        "What the loops do would be written down 4096 times with those that are unrolled already;"
            + " 256 times is the most.");
  }

  @Test
  void bound() {
    assertThat(spmv().refusal(Schedule.empty().bound("i", "ib", 0)))
        .contains("'bound(i,ib,0,exact)' does not apply: The bound must be at least 1, not 0.");
    refused(
        spmv(),
        "pos(j,p,A(i,j)); bound(p,pb,4,max)",
        "How many positions p has is known only where its loop runs, so it cannot be bounded; bound"
            + " the variable before pos.");
    refused(
        spmv(),
        "split(i,i0,i1,4); bound(i1,ib,4,max)",
        "i1 was made by the schedule; bound the variable that it was made from.");
  }

  @Test
  void unroll() {
    for (int times : new int[] {1, 65}) {
      refused(
          spmv(),
          "unroll(j," + times + ")",
          "A loop can be written down 2 to 64 times, not " + times + ".");
    }
    refused(
        spmv(),
        "unroll(j,4); split(j,j0,j1,4)",
        "j is unrolled already; write unroll after what changes its loop.");
  }

  @Test
  void vectorize() {
    refused(
        spmv(),
        "vectorize(i)",
        "Only the innermost loop runs in vectors, and that is j; reorder the loops so that i comes"
            + " last.");
    refused(
        spmv(),
        "vectorize(j)",
        "The loop over j follows the entries of A(i,j), which do not lie side by side; vectorize a"
            + " loop over dense levels.");
    refused(
        typed(SPMV, Map.of("A", "dd", "x", "d"), "d"),
        "vectorize(j); reorder(j,i)",
        "j runs in vectors and must stay innermost; write vectorize last.");
  }

  @Test
  void parallelize() {
    refused(
        spmv(),
        "parallelize(i,threads); parallelize(i,threads)",
        "The loop over i runs in parallel already; one is enough.");
    refused(
        spmv(),
        "parallelize(j,threads)",
        "Only the outermost loop runs on several threads, and that is i; reorder the loops so that"
            + " j comes first.");
    refused(
        spmv(),
        "reorder(j,i); parallelize(j,threads,none)",
        "Iterations of j add to the same places, because j is summed; say reduction or atomic"
            + " instead of none.");
    refused(
        spmv(),
        "fuse(i,j,f); pos(f,p,A(i,j)); split(p,p0,p1,4); parallelize(p0,threads,none)",
        "Iterations of p0 add to the same places, because j is summed; say boundary, reduction or"
            + " atomic instead of none.");
    refused(
        spmv(),
        "parallelize(i,threads,boundary)",
        "boundary joins rows that pieces of positions cut, but i runs over coordinates; leave"
            + " boundary out, or fuse loops and split the positions of an operand.");
    refused(
        spmv(),
        "parallelize(i,threads); split(i,i0,i1,4)",
        "i runs in parallel and must stay the outermost loop; write parallelize last.");
    refused(
        product(),
        "reorder(k,i,j); parallelize(k,threads)",
        "what its iterations give cannot be put together, because C as csr is appended in order;"
            + " let the outermost loop run over i, or choose a dense result.");
    assertThat(spmv().refusal(Schedule.empty().parallelize("i", Races.NONE))).isEmpty();
  }

  @Test
  void statementsOfSeveralNests() {
    refusedAll(
        typed("A(i,i) += x(i)", Map.of("A", "dd", "x", "d"), "dd"),
        "split(i,i0,i1,4)",
        "A statement that adds to A(i,i) runs as several nests of loops, which a schedule cannot"
            + " name; leave the schedule out.");
  }
}
