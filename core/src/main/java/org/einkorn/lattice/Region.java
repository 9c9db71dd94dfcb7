package org.einkorn.lattice;

import java.util.Optional;
import org.einkorn.element.Constant;

/**
 * Outside {@code where} a value is {@code fill}; without a fill value it may be anything anywhere.
 */
public record Region(Formula where, Optional<Constant> fill) {
  static final Region ANYTHING = new Region(Formula.ALL, Optional.empty());
}
