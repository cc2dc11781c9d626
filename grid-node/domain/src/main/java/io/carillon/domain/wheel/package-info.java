/** A timing wheel without a thread and without a clock: its caller says what time it is. */
@NullMarked
package io.carillon.domain.wheel;

import org.jspecify.annotations.NullMarked;
