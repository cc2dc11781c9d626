/** Redrives of many on virtual time. */
@NullMarked
package io.carillon.engine.redrive;

import org.jspecify.annotations.NullMarked;
