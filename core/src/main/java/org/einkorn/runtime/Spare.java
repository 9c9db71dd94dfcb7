package org.einkorn.runtime;

import org.einkorn.storage.Storage;

/**
 * The memory of a tensor that nobody needs any more, for a result to be written over it.
 *
 * @param withLevels whether the arrays of its levels may be written to as well, or others have them
 */
public record Spare(Storage tensor, boolean withLevels) {}
