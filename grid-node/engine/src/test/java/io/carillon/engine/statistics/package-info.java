/** Histograms, windows and batches, as tables and against lists of events. */
@NullMarked
package io.carillon.engine.statistics;

import org.jspecify.annotations.NullMarked;
