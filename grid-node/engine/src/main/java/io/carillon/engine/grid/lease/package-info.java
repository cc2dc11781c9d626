/** Leases as entries of the grid: heartbeats renew them, their time to live wakes and never decides. */
@NullMarked
package io.carillon.engine.grid.lease;

import org.jspecify.annotations.NullMarked;
