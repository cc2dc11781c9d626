/**
 * A watch over what the rows say of the scheduler: overdue, silent, over-long, unaccounted. It shares neither thread, clock nor
 * connection with what plans and moves runs, so it also sees when that stands still.
 */
@NullMarked
package io.carillon.app.watchdog;

import org.jspecify.annotations.NullMarked;
