/** A worker: fetches runs from a cluster and hands them to the user's code. Start at {@code CarillonWorker}. */
@NullMarked
package io.carillon.worker;

import org.jspecify.annotations.NullMarked;
