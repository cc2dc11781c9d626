/** The wave: many runs due at one instant, through real processes, measured from that instant to the last durable result. */
@NullMarked
package io.carillon.benchmarks.wave;

import org.jspecify.annotations.NullMarked;
