package io.carillon.domain.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.dispatch.Capability;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LaneTest {

    private static final Capability MAIL = new Capability("default", "mail");
    private static final Lane LANE = new Lane(MAIL, "acme", 5, false, null);

    /** Rows carry it. */
    @Test
    void an_id_is_the_same_for_ever() {
        assertThat(LANE.id()).isEqualTo(3032479742717888856L);
        assertThat(new Lane(MAIL, "acme", 5, false, null).id()).isEqualTo(LANE.id());
    }

    @Test
    void whatever_keeps_runs_out_of_one_order_makes_another_lane() {
        List<Lane> lanes = List.of(
                LANE,
                new Lane(new Capability("gpu", "mail"), "acme", 5, false, null),
                new Lane(new Capability("default", "bill"), "acme", 5, false, null),
                new Lane(new Capability("defaultm", "ail"), "acme", 5, false, null),
                new Lane(MAIL, "globex", 5, false, null),
                new Lane(MAIL, "acme", 6, false, null),
                new Lane(MAIL, "acme", 5, true, null),
                new Lane(MAIL, "acme", 5, false, Duration.ZERO),
                new Lane(MAIL, "acme", 5, false, Duration.ofSeconds(60)));
        assertThat(lanes.stream().map(Lane::id)).doesNotHaveDuplicates().allMatch(id -> id > 0);
    }

    @Test
    void many_owners_have_as_many_lanes() {
        assertThat(IntStream.range(0, 200_000).mapToLong(i -> new Lane(MAIL, "owner-" + i, 5, false, null).id()))
                .doesNotHaveDuplicates();
    }
}
