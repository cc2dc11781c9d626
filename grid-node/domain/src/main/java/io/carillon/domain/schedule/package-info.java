/** Nominal times: what a user wrote, and the instants that follow from it. */
@NullMarked
package io.carillon.domain.schedule;

import org.jspecify.annotations.NullMarked;
