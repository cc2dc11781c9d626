/**
 * The time rules once more, by brute force: every reading of the clock that an expression names is looked at. Slow, plain, and
 * without a line in common with the rules by which the product plans.
 */
@NullMarked
package io.carillon.verify.rules;

import org.jspecify.annotations.NullMarked;
