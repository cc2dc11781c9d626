/** Tests of the simulated day: the mix, the machines, and that nothing is lost on the way. */
@NullMarked
package io.carillon.benchmarks.day;

import org.jspecify.annotations.NullMarked;
