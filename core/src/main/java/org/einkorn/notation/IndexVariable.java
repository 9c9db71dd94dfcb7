package org.einkorn.notation;

/** An index variable. Within one statement a name is one variable. */
public record IndexVariable(String name) {
  @Override
  public String toString() {
    return name;
  }
}
