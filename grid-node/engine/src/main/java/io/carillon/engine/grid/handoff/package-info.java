/** How runs get from their owners to gateways of other members: one bounded queue each, filled by credit. */
@NullMarked
package io.carillon.engine.grid.handoff;

import org.jspecify.annotations.NullMarked;
