/** Tests of the other schedulers under measurement. */
@NullMarked
package io.carillon.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
