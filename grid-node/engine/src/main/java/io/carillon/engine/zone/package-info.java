/** The rules of time zones that the whole cluster plans by, whatever zone data each member's JDK has. */
@NullMarked
package io.carillon.engine.zone;

import org.jspecify.annotations.NullMarked;
