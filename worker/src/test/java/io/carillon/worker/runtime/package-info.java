/** The runtime against doubles of the grid, on virtual time and on real threads. */
@NullMarked
package io.carillon.worker.runtime;

import org.jspecify.annotations.NullMarked;
