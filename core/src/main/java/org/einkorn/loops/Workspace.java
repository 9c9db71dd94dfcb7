package org.einkorn.loops;

import org.einkorn.format.Format;
import org.einkorn.format.TensorType;

/**
 * A tensor that lives within a statement. Its fill value is what is read where nothing was written.
 */
public record Workspace(String name, TensorType type, Reading reading, boolean isTile) {
  /**
   * A tile is kept in variables, one for each of its few coordinates: loops over them are written
   * out.
   */
  public Workspace {
    if (reading != Reading.ALWAYS && type.order() > 0) {
      throw new IllegalArgumentException("only a scalar is looked at before it is read");
    }
  }

  public Workspace(String name, TensorType type, Reading reading) {
    this(name, type, reading, false);
  }

  /** A workspace that is always read. */
  public Workspace(String name, TensorType type) {
    this(name, type, Reading.ALWAYS);
  }

  public static Workspace tile(String name, TensorType type, Reading reading) {
    return new Workspace(name, type, reading, true);
  }

  /** Whether it has a place in memory for every coordinate from the start. */
  public boolean isArray() {
    Format format = type.format();
    return type.order() > 0 && !isTile && format.isLocated();
  }

  /** Whether it takes entries in any order and gives them back in order. */
  public boolean isCollected() {
    return type.format().takesInsertions() && !type.format().isLookup();
  }

  /** The same workspace in another format. */
  public Workspace with(Format format) {
    return new Workspace(
        name, new TensorType(type.element(), format, type.fill()), reading, isTile);
  }

  /** When the statement that reads a workspace runs at all. */
  public enum Reading {
    ALWAYS(""),
    IF_WRITTEN("if anything was written"),
    UNLESS_FILL("unless it holds its fill value");

    private final String condition;

    Reading(String condition) {
      this.condition = condition;
    }

    /** The condition after a comma, for printing; nothing if there is none. */
    public String text() {
      return condition.isEmpty() ? "" : ", " + condition;
    }
  }
}
