/**
 * Tensor algebra over dense and sparse tensors: what a user imports. What cannot be done is refused
 * with an {@link org.einkorn.EinkornException}; null is no argument of any method and gives a
 * {@link NullPointerException}.
 */
package org.einkorn;
