/* MKL's inspector-executor routines on one thread. The operands are checked and optimised for many calls
 * before anything is measured. */
#include "problem.h"
#include <mkl.h>
#include <stdlib.h>

static const struct matrix_descr GENERAL = {SPARSE_MATRIX_TYPE_GENERAL, SPARSE_FILL_MODE_LOWER, SPARSE_DIAG_NON_UNIT};

typedef struct {
  sparse_matrix_t a[3], out;
} handles;

static void check(sparse_status_t status) {
  if (status != SPARSE_STATUS_SUCCESS) {
    abort();
  }
}

static handles *make(problem *p, int matrices) {
  mkl_set_threading_layer(MKL_THREADING_GNU); /* the sequential layer is not among the published libraries */
  mkl_set_num_threads(1);
  handles *h = calloc(1, sizeof(handles));
  for (int m = 0; m < matrices; m++) {
    csr *a = &p->a[m];
    check(mkl_sparse_d_create_csr(&h->a[m], SPARSE_INDEX_BASE_ZERO, (int)a->rows, (int)a->columns, a->pos,
                                  a->pos + 1, a->crd, a->vals));
  }
  p->state = h;
  return h;
}

void spmv_prepare(problem *p) {
  handles *h = make(p, 1);
  check(mkl_sparse_set_mv_hint(h->a[0], SPARSE_OPERATION_NON_TRANSPOSE, GENERAL, 10000));
  check(mkl_sparse_optimize(h->a[0]));
}

void spmv(problem *p) {
  handles *h = p->state;
  check(mkl_sparse_d_mv(SPARSE_OPERATION_NON_TRANSPOSE, 1, h->a[0], GENERAL, p->dense[0], 0, p->out.vals));
}

void spmm_prepare(problem *p) {
  handles *h = make(p, 1);
  check(mkl_sparse_set_mm_hint(h->a[0], SPARSE_OPERATION_NON_TRANSPOSE, GENERAL, SPARSE_LAYOUT_ROW_MAJOR, (int)p->k,
                               10000));
  check(mkl_sparse_optimize(h->a[0]));
}

void spmm(problem *p) {
  handles *h = p->state;
  int k = (int)p->k;
  check(mkl_sparse_d_mm(SPARSE_OPERATION_NON_TRANSPOSE, 1, h->a[0], GENERAL, SPARSE_LAYOUT_ROW_MAJOR, p->dense[0], k, k,
                        0, p->out.vals, k));
}

void add_prepare(problem *p) { make(p, 2); }

void add(problem *p) {
  handles *h = p->state;
  check(mkl_sparse_d_add(SPARSE_OPERATION_NON_TRANSPOSE, h->a[0], 1, h->a[1], &h->out));
}

void add3_prepare(problem *p) { make(p, 3); }

void add3(problem *p) {
  handles *h = p->state;
  sparse_matrix_t two;
  check(mkl_sparse_d_add(SPARSE_OPERATION_NON_TRANSPOSE, h->a[0], 1, h->a[1], &two));
  check(mkl_sparse_d_add(SPARSE_OPERATION_NON_TRANSPOSE, two, 1, h->a[2], &h->out));
  mkl_sparse_destroy(two);
}

void spgemm_prepare(problem *p) { make(p, 2); }

void spgemm(problem *p) {
  handles *h = p->state;
  check(mkl_sparse_spmm(SPARSE_OPERATION_NON_TRANSPOSE, h->a[0], h->a[1], &h->out));
  check(mkl_sparse_order(h->out));
}

void answer(problem *p) {
  handles *h = p->state;
  if (!h->out) {
    return; /* a dense result, which is there already */
  }
  sparse_index_base_t base;
  int rows, columns, *begin, *end, *crd;
  double *vals;
  check(mkl_sparse_order(h->out));
  check(mkl_sparse_d_export_csr(h->out, &base, &rows, &columns, &begin, &end, &crd, &vals));
  p->out.pos = begin;
  p->out.crd = crd;
  p->out.vals = vals;
}

void release(problem *p) {
  handles *h = p->state;
  mkl_sparse_destroy(h->out);
}

void finish(problem *p) {
  handles *h = p->state;
  for (int m = 0; m < 3; m++) {
    mkl_sparse_destroy(h->a[m]);
  }
  free(h);
}
