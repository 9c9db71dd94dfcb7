"""Reads a Matrix Market file with SciPy as often as it is asked to, and says how long each time took,
by the clock and of the processors.

Argument: the file.
"""
import sys
import time

import scipy
import scipy.io

print(scipy.__version__, flush=True)
for line in sys.stdin:
    start = time.perf_counter()
    work = time.process_time()
    result = scipy.io.mmread(sys.argv[1])
    seconds = time.perf_counter() - start
    work = time.process_time() - work
    print(seconds, work, result.nnz, flush=True)
    del result
