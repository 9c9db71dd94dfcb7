package org.einkorn.runtime;

import java.util.ArrayList;
import java.util.List;
import org.einkorn.format.TensorType;
import org.einkorn.storage.Storage;

/**
 * The memory of a tensor that nobody needs any more, for a result to be written over it.
 *
 * @param withLevels whether the arrays of its levels may be written to as well, or others have them
 */
public record Spare(Storage tensor, boolean withLevels) {
  /** The arrays of its levels, then the values. */
  Object[] arrays() {
    List<Object> arrays = new ArrayList<>();
    tensor.levels().forEach(arrays::addAll);
    arrays.add(tensor.values());
    return arrays.toArray();
  }

  /** Whether appending a result of that type can begin with its arrays. */
  boolean suitsAppending(TensorType type) {
    return withLevels
        && tensor.count() > 0
        && tensor.type().element() == type.element()
        && tensor.type().format().equals(type.format());
  }
}
