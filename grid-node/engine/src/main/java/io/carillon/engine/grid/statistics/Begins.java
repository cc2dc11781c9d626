package io.carillon.engine.grid.statistics;

/**
 * From reading to windows: what follows hangs together from this time on, and not with what came before. Stays on one member.
 *
 * @param atMillis of the first batch
 */
record Begins(long atMillis) {}
