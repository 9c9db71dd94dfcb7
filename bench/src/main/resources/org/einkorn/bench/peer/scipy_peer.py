"""Computes with SciPy as often as it is asked to, and says how long each time took.

Arguments: a folder with arrays, the kernel, the shapes of the matrices as in 3x4,4x5, and how many columns the
dense operand has. A line of input is the kernel, or `answer`, which leaves the result in the folder.
"""
import os
import sys
import time

import numpy
import scipy.sparse

folder, kernel, shapes, k = sys.argv[1:5]


def read(name, kind):
    return numpy.fromfile(os.path.join(folder, name), kind)


def csr(number, shape):
    parts = read(f"vals{number}", numpy.float64), read(f"crd{number}", numpy.int32), read(f"pos{number}", numpy.int32)
    matrix = scipy.sparse.csr_matrix(parts, tuple(int(size) for size in shape.split("x")))
    matrix.has_sorted_indices = True
    matrix.has_canonical_format = True
    return matrix


def conversion(target):
    """The matrix that comes as a list of coordinates, or as CSR made from it."""
    size = tuple(int(n) for n in shapes.split("x"))
    coo = scipy.sparse.coo_matrix((read("values", numpy.float64), (read("rows", numpy.int32), read("columns", numpy.int32))), size)
    rows = coo.tocsr()
    return coo.tocsr if target == "csr" else rows.tocsc


def sorted_product(a, b):
    product = a @ b
    product.sort_indices()
    return product


if kernel in ("to-csr", "to-csc"):
    compute = conversion(kernel[3:])
else:
    matrices = [csr(number, shape) for number, shape in enumerate(shapes.strip(",").split(","))]
    dense = read("dense", numpy.float64)
    compute = {
        "spmv": lambda: matrices[0] @ dense,
        "spmm": lambda: matrices[0] @ dense.reshape(-1, int(k)),
        "add": lambda: matrices[0] + matrices[1],
        "add3": lambda: matrices[0] + matrices[1] + matrices[2],
        "spgemm": lambda: sorted_product(matrices[0], matrices[1]),
    }[kernel]

print("ready", flush=True)
for line in sys.stdin:
    start = time.perf_counter()
    result = compute()
    seconds = time.perf_counter() - start
    if line.strip() == "answer":
        if scipy.sparse.issparse(result):
            result.indptr.astype(numpy.int32).tofile(os.path.join(folder, "out_pos"))
            result.indices.astype(numpy.int32).tofile(os.path.join(folder, "out_crd"))
            result.data.tofile(os.path.join(folder, "out_vals"))
        else:
            result.tofile(os.path.join(folder, "out_vals"))
    print(seconds, flush=True)
    del result
