/** How a member follows what the grid says it owns, on virtual time. */
@NullMarked
package io.carillon.engine.member;

import org.jspecify.annotations.NullMarked;
