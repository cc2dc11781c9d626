/** Tests of what a member is put together from. */
@NullMarked
package io.carillon.app.wiring;

import org.jspecify.annotations.NullMarked;
