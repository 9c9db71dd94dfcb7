package org.einkorn.bench.run;

import java.io.Serializable;

/** How long something takes that has no peer, and how long it may take. */
record Timing(String name, Samples milliseconds, double atMost) implements Serializable {
  boolean met() {
    return milliseconds.median() <= atMost;
  }
}
