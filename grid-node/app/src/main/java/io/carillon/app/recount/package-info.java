/** Recounts what all jobs have owed, on demand. */
@NullMarked
package io.carillon.app.recount;

import org.jspecify.annotations.NullMarked;
