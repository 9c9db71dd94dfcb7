"""Converts a matrix with SciPy as often as it is asked to, and says how long each time took.

Arguments: rows, columns, and a folder with the files rows, columns (int32) and values (float64).
"""
import os
import sys
import time

import numpy
import scipy
import scipy.sparse

shape = int(sys.argv[1]), int(sys.argv[2])


def read(name, kind):
    return numpy.fromfile(os.path.join(sys.argv[3], name), kind)


coo = scipy.sparse.coo_matrix(
    (read("values", numpy.float64), (read("rows", numpy.int32), read("columns", numpy.int32))), shape
)
csr = coo.tocsr()
print(scipy.__version__, flush=True)
for line in sys.stdin:
    start = time.perf_counter()
    result = coo.tocsr() if line.strip() == "csr" else csr.tocsc()
    seconds = time.perf_counter() - start
    print(seconds, result.nnz, flush=True)
    del result
