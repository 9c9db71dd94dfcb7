/**
 * Algorithms written in index notation: graphs, a solver, decompositions of tensors, and what lies
 * along a dimension. They use Einkorn as anybody could; all work over nonzeros is done by compiled
 * statements. Each begins with {@code of}, takes its options, and gives a record; vertices and
 * coordinates count from 0. An algorithm stops with a {@link org.einkorn.CancelledException} when
 * the thread that called it is interrupted.
 */
package org.einkorn.library;
