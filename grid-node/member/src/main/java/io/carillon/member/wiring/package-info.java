/** A member put together from store, clock, grid and engine, without Spring. */
@NullMarked
package io.carillon.member.wiring;

import org.jspecify.annotations.NullMarked;
