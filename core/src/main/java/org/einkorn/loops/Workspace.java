package org.einkorn.loops;

import org.einkorn.format.TensorType;

/**
 * A tensor that lives within a statement. Its fill value is what is read where nothing was written.
 * A scalar may be tracked: whoever appends it to a result can ask whether anything was written at
 * all.
 */
public record Workspace(String name, TensorType type, boolean tracked) {
  /**
   * Whether it is kept in variables, one for each of its few coordinates: then loops over them are
   * written out.
   */
  public boolean isTile() {
    return type.order() > 0
        && type.format().levels().stream().allMatch(l -> l.inserting().isEmpty());
  }
}
