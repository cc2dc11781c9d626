/** Tests of the wiring. */
@NullMarked
package io.carillon.app.wiring;

import org.jspecify.annotations.NullMarked;
