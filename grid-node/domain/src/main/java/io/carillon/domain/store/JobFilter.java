package io.carillon.domain.store;

import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list; null matches all. Deleted jobs are listed only when asked for.
 *
 * @param status one of active, paused, deleted, completed
 */
public record JobFilter(
        @Nullable String ownerId,
        @Nullable String status,
        @Nullable String name,
        @Nullable String pool) {}
