/** Recounts what all jobs have owed, hour by hour in the background. */
@NullMarked
package io.carillon.member.recount;

import org.jspecify.annotations.NullMarked;
