package org.einkorn;

import java.util.List;
import java.util.Optional;
import org.einkorn.runtime.Spare;
import org.einkorn.storage.Storage;

/**
 * The arrays of a tensor, and who else has them: those that nobody else has may be given up, for a
 * kernel to write another result over them.
 */
final class TensorMemory {
  private final Storage storage;

  /** Whether no other tensor, and nobody outside, can have the array of the values. */
  private volatile boolean ownsValues;

  /** The same for the arrays of the levels. */
  private volatile boolean ownsLevels;

  private volatile boolean givenUp;

  private TensorMemory(Storage storage, boolean owned) {
    this.storage = storage;
    this.ownsValues = owned;
    this.ownsLevels = owned;
  }

  /** Arrays that others may have too. */
  static TensorMemory given(Storage storage) {
    return new TensorMemory(storage, false);
  }

  /** What a kernel gave for some operands, whose arrays it may share. */
  static TensorMemory computed(Storage storage, List<TensorMemory> operands) {
    TensorMemory result = new TensorMemory(storage, true);
    for (TensorMemory operand : operands) {
      if (storage.sharesLevels(operand.storage)) {
        result.ownsLevels = false;
        operand.ownsLevels = false;
      }
      if (storage.values() == operand.storage.values()) {
        result.ownsValues = false;
        operand.ownsValues = false;
      }
    }
    return result;
  }

  /** The arrays to read; refused once they were given up. */
  Storage storage() {
    if (givenUp) {
      throw new EinkornException(
          "This tensor's memory was given up to a run of a kernel, which may have written over it;"
              + " use the result of that run, or give up a tensor that is not needed any more.");
    }
    return storage;
  }

  /** The same for another tensor that has some of the arrays. */
  Storage shared() {
    ownsValues = false;
    ownsLevels = false;
    return storage();
  }

  /** The same for its type and sizes alone, which stay known when the arrays are given up. */
  Storage described() {
    return storage;
  }

  /** The memory, as far as nobody else has it too; it cannot be used afterwards. */
  synchronized Optional<Spare> giveUp() {
    Spare spare = new Spare(storage(), ownsLevels);
    givenUp = true;
    return ownsValues ? Optional.of(spare) : Optional.empty();
  }
}
