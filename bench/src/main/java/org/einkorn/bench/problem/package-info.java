/** What is computed in the benchmarks: kernels with their operands. */
package org.einkorn.bench.problem;
