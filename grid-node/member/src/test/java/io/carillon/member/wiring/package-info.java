/** Tests of what a member is put together from. */
@NullMarked
package io.carillon.member.wiring;

import org.jspecify.annotations.NullMarked;
