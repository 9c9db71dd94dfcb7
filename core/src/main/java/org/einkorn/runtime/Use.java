package org.einkorn.runtime;

import java.util.Locale;
import org.einkorn.EinkornException;

/** When another form of a kernel's code is used, as a property of the JVM says in small letters. */
enum Use {
  /** Where it is faster, as soon as that pays. */
  AUTO,
  /** From the first call on, whatever is computed. */
  ALWAYS,
  NEVER;

  /** When rows are in vector registers by the JDK's vector module. */
  static Use ofVectors() {
    return of("einkorn.vectors");
  }

  static Use ofMachineCode() {
    return of("einkorn.machinecode");
  }

  /** What a property says; if it says nothing, where it is faster. */
  private static Use of(String property) {
    String text = System.getProperty(property, AUTO.name().toLowerCase(Locale.ROOT));
    for (Use use : values()) {
      if (use.name().equalsIgnoreCase(text)) {
        return use;
      }
    }
    throw new EinkornException(
        "The property " + property + " is auto, always or never, but not '" + text + "'.");
  }
}
