/** Judges evidence: pure functions from what was seen to what was wrong with it. */
@NullMarked
package io.carillon.verify.check;

import org.jspecify.annotations.NullMarked;
