/** Runs that are sent to an HTTP target, and the guard that keeps them out of places they have no business in. */
@NullMarked
package io.carillon.worker.http;

import org.jspecify.annotations.NullMarked;
