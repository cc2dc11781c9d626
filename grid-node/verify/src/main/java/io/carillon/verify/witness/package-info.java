/** The witnesses: what jobs call, and what is seen there. */
@NullMarked
package io.carillon.verify.witness;

import org.jspecify.annotations.NullMarked;
