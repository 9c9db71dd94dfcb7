package org.einkorn.bench.peer;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.einkorn.bench.data.Csf;
import org.einkorn.bench.data.Csr;
import org.einkorn.bench.problem.Answer;
import org.einkorn.bench.problem.Problem;

/**
 * A problem as {@code problem.h} lays it out, with copies of all arrays outside the heap: a long
 * call that had its arrays in the heap would keep the collector waiting.
 */
final class NativeProblem {
  private static final int MATRICES = 0;
  private static final int SLOTS_OF_MATRIX = 5;
  private static final int ORDER = 15;
  private static final int SIZES = 16;
  private static final int POSITIONS = 20;
  private static final int COORDINATES = 24;
  private static final int TENSOR_VALUES = 28;
  private static final int DENSE = 29;
  private static final int COLUMNS = 32;
  private static final int RESULT = 33;
  private static final int SLOTS = 39;

  private final Arena arena;
  private final Problem problem;
  private final MemorySegment slots;

  NativeProblem(Problem problem, Arena arena) {
    this.arena = arena;
    this.problem = problem;
    this.slots = arena.allocate(ValueLayout.JAVA_LONG, SLOTS);
    switch (problem) {
      case Problem.Spmv p -> put(List.of(p.a()), List.of(p.x()), 1);
      case Problem.Spmm p -> put(List.of(p.a()), List.of(p.d()), p.k());
      case Problem.Sddmm p -> put(List.of(p.b()), List.of(p.c(), p.d()), p.k());
      case Problem.Mttkrp p -> put(p.b(), p.factors(), p.k());
      case Problem.Ttm p -> put(p.b(), List.of(p.c()), p.k());
      case Problem.Ttv p -> put(p.b(), List.of(p.c()), 1);
      case Problem.Add p -> put(p.operands(), List.of(), 1);
      case Problem.Spgemm p -> put(List.of(p.a(), p.b()), List.of(), 1);
    }
    if (problem.resultLength() >= 0) {
      MemorySegment values = arena.allocate(ValueLayout.JAVA_DOUBLE, problem.resultLength());
      set(RESULT + 4, values.fill((byte) 0).address());
    }
  }

  private void put(List<Csr> matrices, List<double[]> dense, int columns) {
    for (int m = 0; m < matrices.size(); m++) {
      Csr matrix = matrices.get(m);
      int at = MATRICES + m * SLOTS_OF_MATRIX;
      set(at, matrix.rows());
      set(at + 1, matrix.columns());
      set(at + 2, copy(matrix.pos()));
      set(at + 3, copy(matrix.crd()));
      set(at + 4, copy(matrix.vals()));
    }
    put(dense, columns);
  }

  private void put(Csf tensor, List<double[]> dense, int columns) {
    set(ORDER, tensor.order());
    for (int level = 0; level < tensor.order(); level++) {
      set(SIZES + level, tensor.sizes()[level]);
      set(POSITIONS + level, copy(tensor.pos()[level]));
      set(COORDINATES + level, copy(tensor.crd()[level]));
    }
    set(TENSOR_VALUES, copy(tensor.vals()));
    put(dense, columns);
  }

  private void put(List<double[]> dense, int columns) {
    for (int d = 0; d < dense.size(); d++) {
      set(DENSE + d, copy(dense.get(d)));
    }
    set(COLUMNS, columns);
  }

  private long copy(int[] array) {
    return arena.allocateFrom(ValueLayout.JAVA_INT, array).address();
  }

  private long copy(double[] array) {
    return arena.allocateFrom(ValueLayout.JAVA_DOUBLE, array).address();
  }

  private void set(int slot, long value) {
    slots.setAtIndex(ValueLayout.JAVA_LONG, slot, value);
  }

  MemorySegment address() {
    return slots;
  }

  /** What lies where the result was left. */
  Answer answer() {
    if (problem.resultLength() >= 0) {
      return Answer.values(doubles(RESULT + 4, problem.resultLength()));
    }
    int rows = (int) slots.getAtIndex(ValueLayout.JAVA_LONG, MATRICES);
    int[] pos = ints(RESULT + 2, rows + 1);
    return new Answer(pos, ints(RESULT + 3, pos[rows]), doubles(RESULT + 4, pos[rows]));
  }

  private int[] ints(int slot, int count) {
    return at(slot, 4L * count).toArray(ValueLayout.JAVA_INT);
  }

  private double[] doubles(int slot, int count) {
    return at(slot, 8L * count).toArray(ValueLayout.JAVA_DOUBLE);
  }

  private MemorySegment at(int slot, long bytes) {
    long address = slots.getAtIndex(ValueLayout.JAVA_LONG, slot);
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }
}
