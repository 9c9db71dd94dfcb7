package org.einkorn.lower;

import org.einkorn.imp.Function;

/**
 * A kernel whose result is appended to the arrays of an old one.
 *
 * @param kernel its last parameters are workspaces
 * @param workspaces makes these, of sizes; the kernel takes them as another run left them too, and
 *     its last results are what it sets of them
 * @param mayFail whether it fails with an {@link ArrayIndexOutOfBoundsException} if there are more
 *     entries than these have room for
 */
public record SpareCode(KernelCode kernel, Function workspaces, boolean mayFail) {}
