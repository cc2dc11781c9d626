/** The door of {@code verify} to time. */
@NullMarked
package io.carillon.verify.time;

import org.jspecify.annotations.NullMarked;
