/** A member and its doors as beans. */
@NullMarked
package io.carillon.app.wiring;

import org.jspecify.annotations.NullMarked;
