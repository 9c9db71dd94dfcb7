/* The loops that a sparse tensor compiler emits for each kernel: one thread, plain C, arrays that do not
 * overlap, sizes known at run time. What they get faster by is up to the C compiler. */
#include "problem.h"
#include <stdlib.h>
#include <string.h>

void spmv(problem *p) {
  const int *restrict pos = p->a[0].pos, *restrict crd = p->a[0].crd;
  const double *restrict vals = p->a[0].vals, *restrict x = p->dense[0];
  double *restrict y = p->out.vals;
  int rows = (int)p->a[0].rows;
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    for (int q = pos[i]; q < pos[i + 1]; q++) {
      sum += vals[q] * x[crd[q]];
    }
    y[i] = sum;
  }
}

void spmm(problem *p) {
  const int *restrict pos = p->a[0].pos, *restrict crd = p->a[0].crd;
  const double *restrict vals = p->a[0].vals, *restrict d = p->dense[0];
  double *restrict c = p->out.vals;
  int rows = (int)p->a[0].rows, k = (int)p->k;
  memset(c, 0, sizeof(double) * (size_t)rows * k);
  for (int i = 0; i < rows; i++) {
    for (int q = pos[i]; q < pos[i + 1]; q++) {
      int j = crd[q];
      for (int r = 0; r < k; r++) {
        c[(int64_t)i * k + r] += vals[q] * d[(int64_t)j * k + r];
      }
    }
  }
}

void sddmm(problem *p) {
  const int *restrict pos = p->a[0].pos, *restrict crd = p->a[0].crd;
  const double *restrict vals = p->a[0].vals, *restrict c = p->dense[0], *restrict d = p->dense[1];
  double *restrict a = p->out.vals;
  int rows = (int)p->a[0].rows, k = (int)p->k;
  for (int i = 0; i < rows; i++) {
    for (int q = pos[i]; q < pos[i + 1]; q++) {
      int j = crd[q];
      double sum = 0;
      for (int r = 0; r < k; r++) {
        sum += vals[q] * c[(int64_t)i * k + r] * d[(int64_t)j * k + r];
      }
      a[q] = sum;
    }
  }
}

/* The innermost sum is taken of the last factor alone, in a row of sums, and then scaled. Multiplying all factors
 * at every nonzero is not faster. */
static void mttkrp3(problem *p) {
  const int *restrict crd0 = p->crd[0], *restrict pos1 = p->pos[1], *restrict crd1 = p->crd[1];
  const int *restrict pos2 = p->pos[2], *restrict crd2 = p->crd[2];
  const double *restrict vals = p->vals, *restrict c = p->dense[0], *restrict d = p->dense[1];
  double *restrict y = p->out.vals;
  int k = (int)p->k, end = p->pos[0][1];
  double *restrict w = malloc(sizeof(double) * (size_t)k);
  memset(y, 0, sizeof(double) * (size_t)p->size[0] * k);
  for (int p0 = 0; p0 < end; p0++) {
    int i = crd0[p0];
    for (int p1 = pos1[p0]; p1 < pos1[p0 + 1]; p1++) {
      int j = crd1[p1];
      memset(w, 0, sizeof(double) * (size_t)k);
      for (int p2 = pos2[p1]; p2 < pos2[p1 + 1]; p2++) {
        int l = crd2[p2];
        for (int r = 0; r < k; r++) {
          w[r] += vals[p2] * d[(int64_t)l * k + r];
        }
      }
      for (int r = 0; r < k; r++) {
        y[(int64_t)i * k + r] += w[r] * c[(int64_t)j * k + r];
      }
    }
  }
  free(w);
}

static void mttkrp4(problem *p) {
  const int *restrict crd0 = p->crd[0], *restrict pos1 = p->pos[1], *restrict crd1 = p->crd[1];
  const int *restrict pos2 = p->pos[2], *restrict crd2 = p->crd[2];
  const int *restrict pos3 = p->pos[3], *restrict crd3 = p->crd[3];
  const double *restrict vals = p->vals;
  const double *restrict c = p->dense[0], *restrict d = p->dense[1], *restrict e = p->dense[2];
  double *restrict y = p->out.vals;
  int k = (int)p->k, end = p->pos[0][1];
  double *restrict v = malloc(sizeof(double) * (size_t)k);
  double *restrict w = malloc(sizeof(double) * (size_t)k);
  memset(y, 0, sizeof(double) * (size_t)p->size[0] * k);
  for (int p0 = 0; p0 < end; p0++) {
    int i = crd0[p0];
    for (int p1 = pos1[p0]; p1 < pos1[p0 + 1]; p1++) {
      int j = crd1[p1];
      memset(v, 0, sizeof(double) * (size_t)k);
      for (int p2 = pos2[p1]; p2 < pos2[p1 + 1]; p2++) {
        int l = crd2[p2];
        memset(w, 0, sizeof(double) * (size_t)k);
        for (int p3 = pos3[p2]; p3 < pos3[p2 + 1]; p3++) {
          int m = crd3[p3];
          for (int r = 0; r < k; r++) {
            w[r] += vals[p3] * e[(int64_t)m * k + r];
          }
        }
        for (int r = 0; r < k; r++) {
          v[r] += w[r] * d[(int64_t)l * k + r];
        }
      }
      for (int r = 0; r < k; r++) {
        y[(int64_t)i * k + r] += v[r] * c[(int64_t)j * k + r];
      }
    }
  }
  free(v);
  free(w);
}

void mttkrp(problem *p) {
  if (p->order == 3) {
    mttkrp3(p);
  } else {
    mttkrp4(p);
  }
}

void ttm(problem *p) {
  const int *restrict pos2 = p->pos[2], *restrict crd2 = p->crd[2];
  const double *restrict vals = p->vals, *restrict c = p->dense[0];
  double *restrict a = p->out.vals;
  int k = (int)p->k, fibres = p->pos[1][p->pos[0][1]];
  memset(a, 0, sizeof(double) * (size_t)fibres * k);
  for (int p1 = 0; p1 < fibres; p1++) {
    for (int p2 = pos2[p1]; p2 < pos2[p1 + 1]; p2++) {
      int l = crd2[p2];
      for (int r = 0; r < k; r++) {
        a[(int64_t)p1 * k + r] += vals[p2] * c[(int64_t)l * k + r];
      }
    }
  }
}

void ttv(problem *p) {
  const int *restrict pos2 = p->pos[2], *restrict crd2 = p->crd[2];
  const double *restrict vals = p->vals, *restrict c = p->dense[0];
  double *restrict a = p->out.vals;
  int fibres = p->pos[1][p->pos[0][1]];
  for (int p1 = 0; p1 < fibres; p1++) {
    double sum = 0;
    for (int p2 = pos2[p1]; p2 < pos2[p1 + 1]; p2++) {
      sum += vals[p2] * c[crd2[p2]];
    }
    a[p1] = sum;
  }
}

/* A sparse result that grows to twice its size where it is full. */
typedef struct {
  int *crd;
  double *vals;
  int64_t capacity;
} growing;

static growing start(void) {
  int64_t capacity = 1 << 20;
  growing g = {malloc(sizeof(int) * (size_t)capacity), malloc(sizeof(double) * (size_t)capacity), capacity};
  return g;
}

static void grow(growing *g) {
  g->capacity *= 2;
  g->crd = realloc(g->crd, sizeof(int) * (size_t)g->capacity);
  g->vals = realloc(g->vals, sizeof(double) * (size_t)g->capacity);
}

#define APPEND(j, v)      \
  if (n == g.capacity) {  \
    grow(&g);             \
  }                       \
  g.crd[n] = (j);         \
  g.vals[n] = (v);        \
  n++

static void finish(problem *p, int *pos, growing g) {
  p->out.rows = p->a[0].rows;
  p->out.pos = pos;
  p->out.crd = g.crd;
  p->out.vals = g.vals;
}

static int min(int a, int b) { return a < b ? a : b; }

void add(problem *p) {
  const int *restrict apos = p->a[0].pos, *restrict acrd = p->a[0].crd;
  const int *restrict bpos = p->a[1].pos, *restrict bcrd = p->a[1].crd;
  const double *restrict av = p->a[0].vals, *restrict bv = p->a[1].vals;
  int rows = (int)p->a[0].rows;
  int *restrict pos = malloc(sizeof(int) * ((size_t)rows + 1));
  growing g = start();
  int n = 0;
  pos[0] = 0;
  for (int i = 0; i < rows; i++) {
    int pa = apos[i], ea = apos[i + 1], pb = bpos[i], eb = bpos[i + 1];
    while (pa < ea && pb < eb) {
      int ja = acrd[pa], jb = bcrd[pb], j = min(ja, jb);
      if (ja == j && jb == j) {
        APPEND(j, av[pa] + bv[pb]);
      } else if (ja == j) {
        APPEND(j, av[pa]);
      } else {
        APPEND(j, bv[pb]);
      }
      pa += ja == j;
      pb += jb == j;
    }
    for (; pa < ea; pa++) {
      APPEND(acrd[pa], av[pa]);
    }
    for (; pb < eb; pb++) {
      APPEND(bcrd[pb], bv[pb]);
    }
    pos[i + 1] = n;
  }
  finish(p, pos, g);
}

/* Merges what is left of two operands when the third one has ended. */
#define MERGE_TWO(pa, ea, acrd, av, pb, eb, bcrd, bv)         \
  while (pa < ea && pb < eb) {                                \
    int ja = acrd[pa], jb = bcrd[pb], j = min(ja, jb);        \
    if (ja == j && jb == j) {                                 \
      APPEND(j, av[pa] + bv[pb]);                             \
    } else if (ja == j) {                                     \
      APPEND(j, av[pa]);                                      \
    } else {                                                  \
      APPEND(j, bv[pb]);                                      \
    }                                                         \
    pa += ja == j;                                            \
    pb += jb == j;                                            \
  }

void add3(problem *p) {
  const int *restrict apos = p->a[0].pos, *restrict acrd = p->a[0].crd;
  const int *restrict bpos = p->a[1].pos, *restrict bcrd = p->a[1].crd;
  const int *restrict cpos = p->a[2].pos, *restrict ccrd = p->a[2].crd;
  const double *restrict av = p->a[0].vals, *restrict bv = p->a[1].vals, *restrict cv = p->a[2].vals;
  int rows = (int)p->a[0].rows;
  int *restrict pos = malloc(sizeof(int) * ((size_t)rows + 1));
  growing g = start();
  int n = 0;
  pos[0] = 0;
  for (int i = 0; i < rows; i++) {
    int pa = apos[i], ea = apos[i + 1], pb = bpos[i], eb = bpos[i + 1], pc = cpos[i], ec = cpos[i + 1];
    while (pa < ea && pb < eb && pc < ec) {
      int ja = acrd[pa], jb = bcrd[pb], jc = ccrd[pc], j = min(ja, min(jb, jc));
      if (ja == j && jb == j && jc == j) {
        APPEND(j, av[pa] + bv[pb] + cv[pc]);
      } else if (ja == j && jb == j) {
        APPEND(j, av[pa] + bv[pb]);
      } else if (ja == j && jc == j) {
        APPEND(j, av[pa] + cv[pc]);
      } else if (jb == j && jc == j) {
        APPEND(j, bv[pb] + cv[pc]);
      } else if (ja == j) {
        APPEND(j, av[pa]);
      } else if (jb == j) {
        APPEND(j, bv[pb]);
      } else {
        APPEND(j, cv[pc]);
      }
      pa += ja == j;
      pb += jb == j;
      pc += jc == j;
    }
    MERGE_TWO(pa, ea, acrd, av, pb, eb, bcrd, bv)
    MERGE_TWO(pa, ea, acrd, av, pc, ec, ccrd, cv)
    MERGE_TWO(pb, eb, bcrd, bv, pc, ec, ccrd, cv)
    for (; pa < ea; pa++) {
      APPEND(acrd[pa], av[pa]);
    }
    for (; pb < eb; pb++) {
      APPEND(bcrd[pb], bv[pb]);
    }
    for (; pc < ec; pc++) {
      APPEND(ccrd[pc], cv[pc]);
    }
    pos[i + 1] = n;
  }
  finish(p, pos, g);
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* Gustavson's algorithm: a row of the result is summed in a dense row, and its columns sorted. */
void spgemm(problem *p) {
  const int *restrict apos = p->a[0].pos, *restrict acrd = p->a[0].crd;
  const int *restrict bpos = p->a[1].pos, *restrict bcrd = p->a[1].crd;
  const double *restrict av = p->a[0].vals, *restrict bv = p->a[1].vals;
  int rows = (int)p->a[0].rows, columns = (int)p->a[1].columns;
  int *restrict pos = malloc(sizeof(int) * ((size_t)rows + 1));
  double *restrict sum = malloc(sizeof(double) * (size_t)columns);
  int *restrict list = malloc(sizeof(int) * (size_t)columns);
  char *restrict seen = calloc((size_t)columns, 1);
  growing g = start();
  int n = 0;
  pos[0] = 0;
  for (int i = 0; i < rows; i++) {
    int count = 0;
    for (int q = apos[i]; q < apos[i + 1]; q++) {
      int k = acrd[q];
      for (int r = bpos[k]; r < bpos[k + 1]; r++) {
        int j = bcrd[r];
        if (seen[j]) {
          sum[j] += av[q] * bv[r];
        } else {
          sum[j] = av[q] * bv[r];
          list[count++] = j;
          seen[j] = 1;
        }
      }
    }
    qsort(list, (size_t)count, sizeof(int), compare);
    for (int q = 0; q < count; q++) {
      int j = list[q];
      APPEND(j, sum[j]);
      seen[j] = 0;
    }
    pos[i + 1] = n;
  }
  free(sum);
  free(list);
  free(seen);
  finish(p, pos, g);
}

void release(problem *p) {
  free(p->out.pos);
  free(p->out.crd);
  free(p->out.vals);
}
