// Eigen on compressed rows. Dense matrices are by rows as well.
#include "problem.h"
#include <Eigen/Sparse>

using Sparse = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;
using View = Eigen::Map<const Sparse>;
using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::Map<Eigen::VectorXd>;

static View view(const csr &a) { return View(a.rows, a.columns, a.pos[a.rows], a.pos, a.crd, a.vals); }

static void keep(problem *p, Sparse *result) {
  p->state = result;
  p->out.pos = result->outerIndexPtr();
  p->out.crd = result->innerIndexPtr();
  p->out.vals = result->valuePtr();
}

extern "C" {
void spmv(problem *p) {
  View a = view(p->a[0]);
  Vector(p->out.vals, a.rows()).noalias() = a * Vector(p->dense[0], a.cols());
}

void spmm(problem *p) {
  View a = view(p->a[0]);
  Eigen::Map<Dense>(p->out.vals, a.rows(), p->k).noalias() = a * Eigen::Map<Dense>(p->dense[0], a.cols(), p->k);
}

void add(problem *p) { keep(p, new Sparse(view(p->a[0]) + view(p->a[1]))); }

void add3(problem *p) { keep(p, new Sparse(view(p->a[0]) + view(p->a[1]) + view(p->a[2]))); }

void spgemm(problem *p) { keep(p, new Sparse(view(p->a[0]) * view(p->a[1]))); }

void release(problem *p) { delete static_cast<Sparse *>(p->state); }
}
