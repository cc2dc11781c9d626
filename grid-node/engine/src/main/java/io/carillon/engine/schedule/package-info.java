/** Turns the text of a schedule into the instants it means, or into a refusal its author can act on. */
@NullMarked
package io.carillon.engine.schedule;

import org.jspecify.annotations.NullMarked;
