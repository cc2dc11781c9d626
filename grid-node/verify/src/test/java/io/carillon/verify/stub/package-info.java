/** A scheduler in one thread and virtual time, honest or with one fault of its own, for checking the checker. */
@NullMarked
package io.carillon.verify.stub;

import org.jspecify.annotations.NullMarked;
