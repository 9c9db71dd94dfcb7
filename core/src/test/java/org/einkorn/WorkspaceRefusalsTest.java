package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.einkorn.Refused.product;
import static org.einkorn.Refused.refused;
import static org.einkorn.Refused.spmv;
import static org.einkorn.Refused.typed;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The preconditions of directives about workspaces and assembly, with what their user reads. */
class WorkspaceRefusalsTest {
  @Test
  void precompute() {
    refused(
        spmv(),
        "precompute(A(i,j) + x(j), j, jw)",
        "A(i,j) + x(j) is no part of A(i,j) * x(j); precompute names one as it is written.");
    refused(
        spmv(),
        "precompute(x(j), [i,j], [iw,jw])",
        "x(j) does not depend on all of i, j, so its workspace would hold the same again and again;"
            + " name only variables that it has.");
    refused(
        product(),
        "split(k,k0,k1,4); precompute(A(i,k) * D(k,j), j, jw)",
        "k is summed in the workspace's loops then, but its loop was changed; write precompute"
            + " before that.");
    refused(
        product(),
        "reorder(j,i,k); precompute(A(i,k) * D(k,j), j, jw)",
        "The workspace depends on i and would be filled inside of the loops that read it; reorder"
            + " the loops so that i comes first.");
    refused(
        typed("y(i) = max(j, A(i,j)) + x(i)", Map.of("A", "csr", "x", "d"), "d"),
        "precompute(max(j, A(i,j)), i, iw)",
        "max(j, A(i,j)) is summed by loops of its own already; precompute what does not contain a"
            + " sum.");
    refused(
        typed("y(i) = max(A(j,i), -2)", Map.of("A", "csr"), "d"),
        "pos(i,p,A(j,i)); precompute(-2, [], [])",
        "With this workspace there would be something to compute where A(j,i) has no entry, which"
            + " the loop over its positions p would miss; leave one of the two out.");
    refused(
        typed("T(i,j) = A(i,j) * 2 + 1", Map.of("A", "dcsr"), "dd"),
        "precompute(A(i,j), j, jw); pos(jw,p,A(i,j)); split(p,p0,p1,4);"
            + " precompute(A(i,j), [i,j], [iv,jv])",
        "With this workspace these loops would not read A(i,j) any more, so that its positions,"
            + " which the loop over p runs over, could not be found; leave one of the two out.");
    refused(
        typed("T(i,j) = A(i,j) * 2", Map.of("A", "sd"), "dd"),
        "precompute(A(i,j), [i,j], [iv,jv]); fuse(iv,jv,f); pos(f,p,A(i,j)); split(p,p0,p1,4);"
            + " precompute(A(i,j), [i,j], [iw,jw])",
        "With this workspace these loops would not read A(i,j) any more, so that its positions,"
            + " which the loop over p runs over, could not be found; leave one of the two out.");
    assertThatThrownBy(() -> Schedule.empty().precompute("x(j)", List.of("j"), List.of("jw", "kw")))
        .hasMessage(
            "A workspace has one variable of its own for each that it stands for, but precompute"
                + " has 2 for 1.");
  }

  private static Computation denseProduct() {
    return typed("C(i,j) = A(i,k) * D(k,j)", Map.of("A", "csr", "D", "dd"), "dd");
  }

  @Test
  void assembling() {
    refused(
        product(),
        "assemble(insert)",
        "C as csr has no places for entries that do not come in order; choose a dense result, or"
            + " append.");
    refused(
        denseProduct(),
        "assemble(append); assemble(insert)",
        "The result is put together by append already; say it once.");
    refused(
        typed("C(i,i) = max(j, A(i,j))", Map.of("A", "csr"), "dd"),
        "assemble(insert)",
        "sums do not begin with what C holds, or are of another type, so they need a workspace;"
            + " append.");
    refused(
        denseProduct(),
        "reorder(k,i,j); assemble(append); parallelize(k,threads)",
        "what its iterations give cannot be put together, because C as dense is appended in order;"
            + " let the outermost loop run over i, or leave assemble(append) out.");
    refused(
        typed("C(i,j) = A(i,k) * D(k,j)", Map.of("A", "csr", "D", "csr"), "hash"),
        "assemble(insert)",
        "C as hash, packed from a list of its entries, has no places for entries that do not come"
            + " in order; choose a dense result, or append.");
    assertThat(product().refusal("reorder(k,i,j); assemble(append)")).isEmpty();
    assertThat(denseProduct().refusal("reorder(k,i,j); assemble(insert)")).isEmpty();
  }

  @Test
  void workspacesThatAreNotThere() {
    refused(
        product(),
        "reorder(i,k,j); workspace(k,hash)",
        "There is no workspace over k; there is one over j.");
    refused(spmv(), "workspace(j,hash)", "These loops need no workspace; let precompute make one.");
    refused(product(), "workspace([],hash)", "A workspace is known by its variables; name them.");
    refused(
        product(),
        "reorder(i,k,j); workspace(j,hash); workspace(j,dense)",
        "The workspace over j is hash already; say it once.");
  }

  @Test
  void layoutsThatDoNotFit() {
    String several =
        " is for one variable, but this workspace is over i, j; choose hash, or loops that collect"
            + " the values of one variable at a time.";
    refused(product(), "reorder(k,i,j); workspace([i,j],dense)", "A dense row" + several);
    refused(product(), "reorder(k,i,j); workspace([j,i],sorted)", "A sorted list" + several);
    assertThat(product().refusal("reorder(k,i,j); workspace([i,j],hash)")).isEmpty();
    refused(
        product(),
        "reorder(i,k,j); workspace(j,registers)",
        "Registers need a size that is known, but nothing says how many coordinates j has; promise"
            + " it with an exact bound.");
    refused(
        product(),
        "reorder(i,k,j); bound(j,jb,65,exact); workspace(j,registers)",
        "Registers for all of j would be more than 64 variables; choose another layout.");
    refused(
        product(),
        "reorder(i,k,j); bound(j,jb,4,exact); workspace(j,registers)",
        "Registers are picked by loops over all coordinates, but D(k,j) has places for some of"
            + " them only; choose another layout, or make it dense there.");
    refused(
        denseProduct(),
        "reorder(i,k,j); precompute(A(i,k) * D(k,j), j, jw); bound(j,jb,4,exact);"
            + " split(jb,j0,j1,2); workspace(jw,registers)",
        "Registers are picked by loops over all coordinates, but the loop over j was broken up;"
            + " choose another layout.");
  }
}
