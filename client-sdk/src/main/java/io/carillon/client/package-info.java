/** The Java client of a Carillon cluster: jobs and runs, blocking or with futures. */
@NullMarked
package io.carillon.client;

import org.jspecify.annotations.NullMarked;
