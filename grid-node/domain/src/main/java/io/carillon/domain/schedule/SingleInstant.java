package io.carillon.domain.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Due once. */
public record SingleInstant(Instant due) implements Schedule {

    @Override
    public boolean isSparse() {
        return false;
    }

    @Override
    public @Nullable Instant nextAfter(Instant nominal) {
        return due.isAfter(nominal) ? due : null;
    }
}
