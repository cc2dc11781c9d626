/** Benchmarks of the hot structures, and load programs. */
@NullMarked
package io.carillon.benchmarks;

import org.jspecify.annotations.NullMarked;
