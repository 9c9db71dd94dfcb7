package org.einkorn.io;

import org.einkorn.storage.CoordinateList;

/**
 * What a file held. Where {@code sizesKnown} is false, the file did not say how large the tensor
 * is, and its sizes are the largest coordinates found: lower bounds.
 */
public record FileContent(CoordinateList entries, boolean sizesKnown) {}
