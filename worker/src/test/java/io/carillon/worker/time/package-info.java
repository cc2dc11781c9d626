/** Time as the tests want it. */
@NullMarked
package io.carillon.worker.time;

import org.jspecify.annotations.NullMarked;
