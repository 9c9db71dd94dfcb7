/* What a shim gets: operands and room for the result. Every field takes eight bytes; the Java side
 * (NativeProblem) writes them by number.
 *
 * A shim exports a function for each kernel it can do, by the kernel's name: `void spmv(problem *p)`.
 * Where it must bring the operands into a form of its own first, it exports `spmv_prepare` too.
 * A sparse result is left in p->out in arrays from malloc, unless the shim exports `answer`, which
 * puts it there; `release` frees the result of the last call, and `finish` what was prepared. */
#ifndef EINKORN_PROBLEM_H
#define EINKORN_PROBLEM_H
#include <stdint.h>

typedef struct {
  int64_t rows, columns;
  int *pos, *crd;
  double *vals;
} csr;

typedef struct {
  csr a[3];                /* sparse matrices, compressed rows in order */
  int64_t order, size[4];  /* a sparse tensor, compressed levels */
  int *pos[4], *crd[4];
  double *vals;
  double *dense[3]; /* vectors or matrices by rows */
  int64_t k;        /* columns of the dense matrices */
  csr out;          /* the result; only vals where it is dense or has the pattern of an operand */
  void *state;      /* the shim's own */
} problem;

#endif
