/** Recounts what all jobs have owed: in the background, hour by hour, and on demand. */
@NullMarked
package io.carillon.app.recount;

import org.jspecify.annotations.NullMarked;
