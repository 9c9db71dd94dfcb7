/* SuiteSparse:GraphBLAS on one thread, matrices by rows. Every result is finished: its work is done and its
 * columns are in order. */
#include "problem.h"
#include <GraphBLAS.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  GrB_Matrix a[3], dense[2], out;
  GrB_Vector x, y;
} objects;

static void check(GrB_Info info) {
  if (info != GrB_SUCCESS) {
    abort();
  }
}

static GrB_Matrix matrix(const csr *a) {
  GrB_Matrix m;
  int64_t nonzeros = a->pos[a->rows];
  GrB_Index *pos = malloc(sizeof(GrB_Index) * (size_t)(a->rows + 1));
  GrB_Index *crd = malloc(sizeof(GrB_Index) * (size_t)(nonzeros + 1));
  for (int64_t i = 0; i <= a->rows; i++) {
    pos[i] = (GrB_Index)a->pos[i];
  }
  for (int64_t q = 0; q < nonzeros; q++) {
    crd[q] = (GrB_Index)a->crd[q];
  }
  check(GrB_Matrix_import_FP64(&m, GrB_FP64, (GrB_Index)a->rows, (GrB_Index)a->columns, pos, crd, a->vals,
                               (GrB_Index)a->rows + 1, (GrB_Index)nonzeros, (GrB_Index)nonzeros, GrB_CSR_FORMAT));
  free(pos);
  free(crd);
  return m;
}

static GrB_Matrix full(double *values, int64_t rows, int64_t columns) {
  GrB_Matrix m;
  size_t bytes = sizeof(double) * (size_t)(rows * columns);
  void *own = malloc(bytes);
  memcpy(own, values, bytes);
  check(GrB_Matrix_new(&m, GrB_FP64, (GrB_Index)rows, (GrB_Index)columns));
  check(GxB_Matrix_pack_FullR(m, &own, bytes, false, NULL));
  return m;
}

static GrB_Vector vector(double *values, int64_t size) {
  GrB_Vector v;
  size_t bytes = sizeof(double) * (size_t)size;
  void *own = malloc(bytes);
  memcpy(own, values, bytes);
  check(GrB_Vector_new(&v, GrB_FP64, (GrB_Index)size));
  check(GxB_Vector_pack_Full(v, &own, bytes, false, NULL));
  return v;
}

static objects *make(problem *p, int matrices) {
  static int started = 0;
  if (!started) {
    check(GrB_init(GrB_NONBLOCKING));
    check(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, 1));
    check(GxB_Global_Option_set(GxB_FORMAT, GxB_BY_ROW));
    started = 1;
  }
  objects *o = calloc(1, sizeof(objects));
  for (int m = 0; m < matrices; m++) {
    o->a[m] = matrix(&p->a[m]);
    check(GrB_Matrix_wait(o->a[m], GrB_MATERIALIZE));
  }
  p->state = o;
  return o;
}

static GrB_Matrix result(problem *p, int64_t columns) {
  objects *o = p->state;
  check(GrB_Matrix_new(&o->out, GrB_FP64, (GrB_Index)p->a[0].rows, (GrB_Index)columns));
  return o->out;
}

/* Dense results are written to p->out.vals only for the comparison, in answer. */
void spmv_prepare(problem *p) {
  objects *o = make(p, 1);
  o->x = vector(p->dense[0], p->a[0].columns);
  check(GrB_Vector_new(&o->y, GrB_FP64, (GrB_Index)p->a[0].rows));
}

void spmv(problem *p) {
  objects *o = p->state;
  check(GrB_mxv(o->y, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, o->a[0], o->x, NULL));
  check(GrB_Vector_wait(o->y, GrB_MATERIALIZE));
}

void spmm_prepare(problem *p) {
  objects *o = make(p, 1);
  o->dense[0] = full(p->dense[0], p->a[0].columns, p->k);
  check(GrB_Matrix_new(&o->dense[1], GrB_FP64, (GrB_Index)p->a[0].rows, (GrB_Index)p->k));
}

void spmm(problem *p) {
  objects *o = p->state;
  check(GrB_mxm(o->dense[1], NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, o->a[0], o->dense[0], NULL));
  check(GrB_Matrix_wait(o->dense[1], GrB_MATERIALIZE));
}

void add_prepare(problem *p) { make(p, 2); }

void add(problem *p) {
  objects *o = p->state;
  GrB_Matrix sum = result(p, p->a[0].columns);
  check(GrB_Matrix_eWiseAdd_BinaryOp(sum, NULL, NULL, GrB_PLUS_FP64, o->a[0], o->a[1], NULL));
  check(GrB_Matrix_wait(sum, GrB_MATERIALIZE));
}

void add3_prepare(problem *p) { make(p, 3); }

void add3(problem *p) {
  objects *o = p->state;
  add(p);
  GrB_Matrix two = o->out;
  GrB_Matrix sum = result(p, p->a[0].columns);
  check(GrB_Matrix_eWiseAdd_BinaryOp(sum, NULL, NULL, GrB_PLUS_FP64, two, o->a[2], NULL));
  check(GrB_Matrix_wait(sum, GrB_MATERIALIZE));
  GrB_Matrix_free(&two);
}

void spgemm_prepare(problem *p) { make(p, 2); }

void spgemm(problem *p) {
  objects *o = p->state;
  GrB_Matrix product = result(p, p->a[1].columns);
  check(GrB_mxm(product, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, o->a[0], o->a[1], NULL));
  check(GrB_Matrix_wait(product, GrB_MATERIALIZE));
}

void answer(problem *p) {
  objects *o = p->state;
  GrB_Matrix m = o->out ? o->out : o->dense[1];
  GrB_Index rows, columns, count;
  if (o->y) {
    memset(p->out.vals, 0, sizeof(double) * (size_t)p->a[0].rows);
    check(GrB_Vector_nvals(&count, o->y));
    GrB_Index *at = malloc(sizeof(GrB_Index) * (count + 1));
    double *values = malloc(sizeof(double) * (count + 1));
    check(GrB_Vector_extractTuples_FP64(at, values, &count, o->y));
    for (GrB_Index n = 0; n < count; n++) {
      p->out.vals[at[n]] = values[n];
    }
    free(at);
    free(values);
    return;
  }
  check(GrB_Matrix_nrows(&rows, m));
  check(GrB_Matrix_ncols(&columns, m));
  check(GrB_Matrix_nvals(&count, m));
  GrB_Index *i = malloc(sizeof(GrB_Index) * (count + 1));
  GrB_Index *j = malloc(sizeof(GrB_Index) * (count + 1));
  double *values = malloc(sizeof(double) * (count + 1));
  check(GrB_Matrix_extractTuples_FP64(i, j, values, &count, m));
  if (o->out) {
    p->out.pos = calloc(rows + 1, sizeof(int));
    p->out.crd = malloc(sizeof(int) * (count + 1));
    p->out.vals = values;
    for (GrB_Index n = 0; n < count; n++) {
      p->out.pos[i[n] + 1]++;
      p->out.crd[n] = (int)j[n];
    }
    for (GrB_Index r = 0; r < rows; r++) {
      p->out.pos[r + 1] += p->out.pos[r];
    }
  } else {
    memset(p->out.vals, 0, sizeof(double) * rows * columns);
    for (GrB_Index n = 0; n < count; n++) {
      p->out.vals[i[n] * columns + j[n]] = values[n];
    }
    free(values);
  }
  free(i);
  free(j);
}

void release(problem *p) {
  objects *o = p->state;
  GrB_Matrix_free(&o->out);
}

void finish(problem *p) {
  objects *o = p->state;
  for (int m = 0; m < 3; m++) {
    GrB_Matrix_free(&o->a[m]);
  }
  GrB_Matrix_free(&o->dense[0]);
  GrB_Matrix_free(&o->dense[1]);
  GrB_Vector_free(&o->x);
  GrB_Vector_free(&o->y);
  free(o);
}
