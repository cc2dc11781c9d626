/** What will fall due in the coming hour, minute by minute, and what it takes to run it. */
@NullMarked
package io.carillon.domain.forecast;

import org.jspecify.annotations.NullMarked;
