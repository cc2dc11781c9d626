/** The cluster that is verified: processes, the relays between them, and whether it is whole. */
@NullMarked
package io.carillon.verify.cluster;

import org.jspecify.annotations.NullMarked;
