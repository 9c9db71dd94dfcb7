/** Sparse matrices and tensors to measure on, made by generators or read from files. */
package org.einkorn.bench.data;
