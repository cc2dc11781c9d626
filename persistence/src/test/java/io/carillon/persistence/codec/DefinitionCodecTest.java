package io.carillon.persistence.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Payload;
import io.carillon.domain.job.Timing;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.schedule.RuleChange;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The stored form: these texts are in databases, so they may be added to and never changed. */
class DefinitionCodecTest {

    private static final JobDefinition LEAST = new JobDefinition(
            "nightly",
            null,
            "default",
            new ScheduleSpec.Cron("0 2 * * *", "Europe/Berlin"),
            null,
            "default",
            "nightly",
            null,
            RetryPolicy.DEFAULT,
            Duration.ofMinutes(5),
            null,
            MisfirePolicy.RUN_ONCE,
            Duration.ofMinutes(5),
            OverlapPolicy.ALLOW,
            Timing.DEFAULT,
            null,
            5,
            null,
            null,
            Map.of());

    private static final JobDefinition MOST = new JobDefinition(
            "Grüße \"x\"",
            "key-1",
            "acme",
            new ScheduleSpec.OneOff(Instant.parse("2026-11-29T12:00:00.000001Z")),
            Payload.ofJson("[1]"),
            "gpu",
            "resize",
            new HttpTarget("https://example.org/a?b=c", "POST", Map.of("X-B", "2", "X-A", "1")),
            new RetryPolicy(7, new Backoff.Exponential(Duration.ofMillis(1500), 2.5, Duration.ofHours(1), 0.1)),
            Duration.ofSeconds(90),
            Duration.ofNanos(1_500_000_001L),
            MisfirePolicy.RUN_ALL,
            Duration.ofDays(1),
            OverlapPolicy.QUEUE_ONE,
            Timing.FLEXIBLE,
            Duration.ofSeconds(30),
            9,
            Instant.parse("2026-01-01T00:00:00Z"),
            Instant.parse("2027-01-01T00:00:00Z"),
            Map.of("team", "b", "cost", "7"));

    private static final JobDefinition EVERY = new JobDefinition(
            "tick",
            null,
            "default",
            new ScheduleSpec.Every(Duration.ofSeconds(90), Instant.parse("2026-11-29T12:00:00Z")),
            null,
            "default",
            "tick",
            null,
            RetryPolicy.DEFAULT,
            Duration.ofMinutes(5),
            null,
            MisfirePolicy.SKIP,
            Duration.ofMinutes(5),
            OverlapPolicy.SKIP,
            Timing.EXACT,
            null,
            0,
            null,
            null,
            Map.of());

    private static final String LEAST_TEXT = """
            {"format":1,"name":"nightly","owner_id":"default","schedule":{"type":"cron","expression":"0 2 * * *",\
            "time_zone":"Europe/Berlin"},"pool":"default","handler":"nightly","retry":{"max":3,"steps_s":[10,30,120],\
            "jitter":0.2},"timeout_s":300,"misfire":"run_once","misfire_after_s":300,"overlap":"allow",\
            "timing":"default","priority":5}""";

    private static final String MOST_TEXT = """
            {"format":1,"name":"Grüße \\"x\\"","key":"key-1","owner_id":"acme","schedule":{"type":"one_off",\
            "run_at":"2026-11-29T12:00:00.000001Z"},"pool":"gpu","handler":"resize","http":{"url":\
            "https://example.org/a?b=c","method":"POST","headers":{"X-A":"1","X-B":"2"}},"retry":{"max":7,\
            "initial_s":1.5,"factor":2.5,"max_s":3600,"jitter":0.1},"timeout_s":90,"start_before_s":1.500000001,\
            "misfire":"run_all","misfire_after_s":86400,"overlap":"queue_one","timing":"flexible","jitter_s":30,\
            "priority":9,"starts_at":"2026-01-01T00:00:00Z","ends_at":"2027-01-01T00:00:00Z",\
            "labels":{"cost":"7","team":"b"}}""";

    private static final String EVERY_TEXT = """
            {"format":1,"name":"tick","owner_id":"default","schedule":{"type":"every","period_s":90,\
            "anchor":"2026-11-29T12:00:00Z"},"pool":"default","handler":"tick","retry":{"max":3,\
            "steps_s":[10,30,120],"jitter":0.2},"timeout_s":300,"misfire":"skip","misfire_after_s":300,\
            "overlap":"skip","timing":"exact","priority":0}""";

    @Test
    void the_text_of_a_definition_is_golden() {
        assertThat(DefinitionCodec.toJson(LEAST)).isEqualTo(LEAST_TEXT);
        assertThat(DefinitionCodec.toJson(MOST)).isEqualTo(MOST_TEXT);
        assertThat(DefinitionCodec.toJson(EVERY)).isEqualTo(EVERY_TEXT);
    }

    @Test
    void what_is_written_is_read_again() {
        assertThat(DefinitionCodec.fromJson(LEAST_TEXT, null)).isEqualTo(LEAST);
        assertThat(DefinitionCodec.fromJson(MOST_TEXT, Payload.ofJson("[1]"))).isEqualTo(MOST);
        assertThat(DefinitionCodec.fromJson(EVERY_TEXT, null)).isEqualTo(EVERY);
    }

    @Test
    void the_rules_of_a_zone_that_a_schedule_is_planned_by_are_golden() {
        String edition = "\"time_zone\":\"Europe/Berlin\",\"zone_edition\":3";
        String change = ",\"rules_changed_at\":\"2026-03-29T00:30:01Z\",\"offset_before_s\":-5400";
        ScheduleSpec.Cron third = new ScheduleSpec.Cron("0 2 * * *", "Europe/Berlin", 3);
        RuleChange late = new RuleChange(Instant.parse("2026-03-29T00:30:01Z"), ZoneOffset.ofHoursMinutes(-1, -30));

        assertThatGolden(LEAST.withSchedule(third), edition);
        assertThatGolden(LEAST.withSchedule(third.since(late)), edition + change);
    }

    private static void assertThatGolden(JobDefinition definition, String zone) {
        String text = LEAST_TEXT.replace("\"time_zone\":\"Europe/Berlin\"", zone);
        assertThat(DefinitionCodec.toJson(definition)).isEqualTo(text);
        assertThat(DefinitionCodec.fromJson(text, null)).isEqualTo(definition);
    }

    @Test
    void what_a_newer_member_adds_is_passed_over() {
        String newer = LEAST_TEXT.replace("\"priority\":5", "\"later\":{\"deep\":[{\"x\":1}]},\"priority\":5");

        assertThat(DefinitionCodec.fromJson(newer, null)).isEqualTo(LEAST);
    }

    @Test
    void another_format_is_refused() {
        assertThatThrownBy(() -> DefinitionCodec.fromJson(LEAST_TEXT.replace("\"format\":1", "\"format\":2"), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("format 2");
    }

    @Test
    void a_text_that_lacks_something_is_refused() {
        assertThatThrownBy(() -> DefinitionCodec.fromJson(LEAST_TEXT.replace("\"pool\":\"default\",", ""), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lacks pool");
    }

    @Test
    void waits_keep_their_order() {
        JobDefinition stepped = new JobDefinition(
                "s",
                null,
                "o",
                new ScheduleSpec.Cron("* * * * *", "UTC"),
                null,
                "p",
                "h",
                null,
                new RetryPolicy(1, new Backoff.Steps(List.of(Duration.ofMillis(500), Duration.ofSeconds(2)), 0)),
                Duration.ofSeconds(1),
                null,
                MisfirePolicy.RUN_ONCE,
                Duration.ofSeconds(1),
                OverlapPolicy.ALLOW,
                Timing.DEFAULT,
                null,
                0,
                null,
                null,
                Map.of());

        assertThat(DefinitionCodec.fromJson(DefinitionCodec.toJson(stepped), null))
                .isEqualTo(stepped);
    }

    @Test
    void what_definitions_have_in_common_they_share() {
        JobDefinition one = DefinitionCodec.fromJson(DefinitionCodec.toJson(LEAST), null);
        JobDefinition other = DefinitionCodec.fromJson(DefinitionCodec.toJson(LEAST), null);
        assertThat(other.ownerId()).isSameAs(one.ownerId());
        assertThat(other.pool()).isSameAs(one.pool());
        assertThat(other.retry()).isSameAs(one.retry());
        assertThat(other.timeout()).isSameAs(one.timeout());
    }
}
