/** Tests of the charts. */
@NullMarked
package io.carillon.benchmarks.plot;

import org.jspecify.annotations.NullMarked;
