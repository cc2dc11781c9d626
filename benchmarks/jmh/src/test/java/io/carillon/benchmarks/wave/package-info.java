/** Tests of how the wave reads its options and reckons its findings. */
@NullMarked
package io.carillon.benchmarks.wave;

import org.jspecify.annotations.NullMarked;
