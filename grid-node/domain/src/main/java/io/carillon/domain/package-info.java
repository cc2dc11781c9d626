/** The rules of scheduling, as pure functions over immutable values. */
@NullMarked
package io.carillon.domain;

import org.jspecify.annotations.NullMarked;
