/** The shell that performs the domain's decisions on the grid. */
@NullMarked
package io.carillon.engine;

import org.jspecify.annotations.NullMarked;
