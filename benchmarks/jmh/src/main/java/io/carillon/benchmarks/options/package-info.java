/** Command lines of the programs. */
@NullMarked
package io.carillon.benchmarks.options;

import org.jspecify.annotations.NullMarked;
