/** Tensor algebra over dense and sparse tensors: what a user imports. */
package org.einkorn;
