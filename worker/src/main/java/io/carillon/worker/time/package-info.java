/** The worker's only door to time and chance. */
@NullMarked
package io.carillon.worker.time;

import org.jspecify.annotations.NullMarked;
