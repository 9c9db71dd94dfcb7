/** Runs the benchmark: kernels × data × peers, in turns, to a table and a report. */
package org.einkorn.bench.run;
