/** Which trace a run belongs to, for handlers and targets. */
@NullMarked
package io.carillon.worker.trace;

import org.jspecify.annotations.NullMarked;
