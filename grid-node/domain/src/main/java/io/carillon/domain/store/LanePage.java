package io.carillon.domain.store;

/**
 * A stretch of a lane to be read.
 *
 * @param lane its id
 * @param from the first place of it
 * @param to the first place after it
 */
public record LanePage(long lane, LanePlace from, LanePlace to) {}
