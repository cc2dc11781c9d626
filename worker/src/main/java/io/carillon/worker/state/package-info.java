/** What the worker knows: held runs, leases, results on their way, the next member to try. Driven by its arguments alone. */
@NullMarked
package io.carillon.worker.state;

import org.jspecify.annotations.NullMarked;
