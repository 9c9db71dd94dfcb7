/** JMH benchmarks of compiled kernels. */
package org.einkorn.bench;
