package org.einkorn.lower;

/**
 * A kernel whose result is appended to the arrays of an old one.
 *
 * @param mayFail whether it fails with an {@link ArrayIndexOutOfBoundsException} if there are more
 *     entries than these have room for
 */
public record SpareCode(KernelCode kernel, boolean mayFail) {}
