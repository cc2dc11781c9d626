package io.carillon.engine.grid.statistics;

/**
 * From reading to windows: all that happened before this time has been handed over, but for what is late. Jet's own watermarks would not do:
 * they must never go back. Stays on one member.
 */
record TimeCame(long millis) {}
