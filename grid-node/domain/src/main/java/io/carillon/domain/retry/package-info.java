/** Whether and when a failed run is tried again. */
@NullMarked
package io.carillon.domain.retry;

import org.jspecify.annotations.NullMarked;
