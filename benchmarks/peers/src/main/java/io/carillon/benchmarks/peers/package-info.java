/** Other schedulers under measurement, tuned as their documentation advises, each in a process of its own. */
@NullMarked
package io.carillon.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
