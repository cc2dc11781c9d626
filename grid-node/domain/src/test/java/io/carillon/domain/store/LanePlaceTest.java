package io.carillon.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LanePlaceTest {

    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    @Test
    void places_are_in_order_of_time_and_then_of_the_ids_bytes() {
        assertThat(new LanePlace[] {
                    LanePlace.FIRST,
                    LanePlace.before(NOON),
                    new LanePlace(NOON, new UUID(1, 2)),
                    new LanePlace(NOON, new UUID(1, -1)),
                    new LanePlace(NOON, new UUID(-1, 0)),
                    LanePlace.before(NOON.plusNanos(1_000)),
                    LanePlace.END
                })
                .isSorted();
    }

    @Test
    void nothing_lies_between_a_place_and_the_next() {
        assertThat(new LanePlace(NOON, new UUID(1, 2)).next()).isEqualTo(new LanePlace(NOON, new UUID(1, 3)));
        assertThat(new LanePlace(NOON, new UUID(1, -1)).next()).isEqualTo(new LanePlace(NOON, new UUID(2, 0)));
    }
}
