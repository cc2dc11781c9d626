/** The loop that takes many dead runs back to the queue without getting in anybody's way. */
@NullMarked
package io.carillon.engine.redrive;

import org.jspecify.annotations.NullMarked;
