/** The only door to time and chance. */
@NullMarked
package io.carillon.domain.time;

import org.jspecify.annotations.NullMarked;
