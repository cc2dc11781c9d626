/** A member put together: first without Spring, then as beans for the doors. */
@NullMarked
package io.carillon.app.wiring;

import org.jspecify.annotations.NullMarked;
