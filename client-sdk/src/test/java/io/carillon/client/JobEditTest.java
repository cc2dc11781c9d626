package io.carillon.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.proto.v1.UpdateJobRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Changes of jobs as they reach a member. */
class JobEditTest {

    private static final UUID JOB = UUID.fromString("01890000-0000-7000-8000-000000000001");
    private static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void an_update_names_what_it_sets_and_what_it_resets() {
        UpdateJobRequest wire = JobUpdate.of(JOB)
                .cron("0 4 * * *", ZoneId.of("Europe/Berlin"))
                .label("team", "blue")
                .withoutLabel("old")
                .priority(7)
                .reset("timeout")
                .ifRevision(3)
                .toWire();
        assertThat(wire.getUpdateMask().getPathsList())
                .containsExactly("time_zone", "schedule", "labels.team", "labels.old", "priority", "timeout");
        assertThat(wire.getJob().getSchedule()).isEqualTo("0 4 * * *");
        assertThat(wire.getJob().getLabelsMap()).containsOnlyKeys("team");
        assertThat(wire.getJob().hasTimeout()).isFalse();
        assertThat(wire.getExpectedRevision()).isEqualTo(3);
    }

    @Test
    void a_time_of_one_kind_takes_the_place_of_the_other() {
        UpdateJobRequest wire =
                JobUpdate.of(JOB).every(Duration.ofSeconds(90)).oneOff(FROM).toWire();
        assertThat(wire.getJob().hasSchedule()).isFalse();
        assertThat(wire.getJob().getRunAt()).isEqualTo(Wire.timestamp(FROM));
    }
}
