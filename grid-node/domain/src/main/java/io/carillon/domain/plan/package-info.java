/** From a job's nominal times to the runs it owes and the skips that account for the rest. */
@NullMarked
package io.carillon.domain.plan;

import org.jspecify.annotations.NullMarked;
