package org.einkorn.backend.x64;

import static org.einkorn.imp.Imp.constant;

import org.einkorn.imp.Exp;

/**
 * An int and where it lies.
 *
 * @param likely where it lies most of the time
 */
record Place(Exp exp, Range range, Range likely) {
  Place(Exp exp, Range range) {
    this(exp, range, range);
  }

  static Place at(int value) {
    return new Place(constant(value), new Range(value, value));
  }
}
