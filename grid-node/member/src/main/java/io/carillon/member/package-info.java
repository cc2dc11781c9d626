/** A member, and workers beside it, in a program of one's own. */
@NullMarked
package io.carillon.member;

import org.jspecify.annotations.NullMarked;
