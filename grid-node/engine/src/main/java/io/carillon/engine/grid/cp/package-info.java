/** Keeps the CP group of a grid whole: what it looks like, who fills an empty seat, and when it begins anew. */
@NullMarked
package io.carillon.engine.grid.cp;

import org.jspecify.annotations.NullMarked;
