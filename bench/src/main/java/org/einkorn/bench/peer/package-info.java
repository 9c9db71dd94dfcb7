/** What Einkorn is compared with; one file a peer. */
package org.einkorn.bench.peer;
