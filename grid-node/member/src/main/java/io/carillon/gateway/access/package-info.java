/** Who may come in by which door, and what for. */
@NullMarked
package io.carillon.gateway.access;

import org.jspecify.annotations.NullMarked;
