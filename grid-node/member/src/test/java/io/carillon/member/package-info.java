/** Tests of a member in a program of one's own. */
@NullMarked
package io.carillon.member;

import org.jspecify.annotations.NullMarked;
