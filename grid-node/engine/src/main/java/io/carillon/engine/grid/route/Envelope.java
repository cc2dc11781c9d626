package io.carillon.engine.grid.route;

/**
 * A command or its answer, on the wire.
 *
 * @param id given by the member that asks; the answer carries the same
 */
record Envelope(long id, Object content) {}
