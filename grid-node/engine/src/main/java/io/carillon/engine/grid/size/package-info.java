/** How large the cluster is meant to be, what its members must agree on, and who is the smaller side of a split. */
@NullMarked
package io.carillon.engine.grid.size;

import org.jspecify.annotations.NullMarked;
