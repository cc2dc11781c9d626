package io.carillon.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.access.Principal;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.schedule.RuleChange;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.gateway.api.TimeExplanation.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Will it run then, and why not? Asked at noon of 2026-03-01. */
class TimeExplainerTest {

    private final StoredLedger ledger = new StoredLedger();
    private final TimeExplainer explainer = new TimeExplainer(ledger, new ScheduleReader(), new FixedTime());

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            30 2 * * * | 2026-03-28T02:30 | true | DUE | It runs.
            30 2 * * * | 2026-03-28T01:30:00Z | true | DUE | It runs.
            30 2 * * * | 2026-03-29T02:30 | true | CLOCK_GAP | at the jump instead, at 2026-03-29T01:00:00Z
            30 */2 * * * | 2026-03-29T02:30 | false | CLOCK_GAP | makes nothing up
            15 2 * * * | 2026-03-29T02:30 | false | NOT_SCHEDULED | does not name
            30 2 * * * | 2026-03-29T01:00:00Z | true | DUE | It runs.
            30 2 * * * | 2026-10-25T02:30 | true | DUE | It runs.
            30 2 * * * | 2026-10-25T01:30:00Z | false | REPEATED_HOUR | for the second time
            30 */2 * * * | 2026-10-25T01:30:00Z | true | DUE | It runs.
            30 2 * * * | 2026-03-28T02:31 | false | NOT_SCHEDULED | minute
            30 2 * * * | 2026-03-28T02:30:01 | false | NOT_SCHEDULED | second
            30 2 1 * 1 | 2026-03-28T02:30 | false | NOT_SCHEDULED | day of month, day of week do not
            30 2 1 * 1 | 2026-03-30T02:30 | true | DUE | It runs.
            30 2 * * 1 | 2026-03-28T02:30 | false | NOT_SCHEDULED | day of week does not
            30 2 L * * | 2026-03-30T02:30 | false | NOT_SCHEDULED | day of month does not
            30 2 * 4 * | 2026-03-28T02:30 | false | NOT_SCHEDULED | month does not
            0 10 * * * | 2026-02-20T09:00:00Z | true | RAN | There is a run
            0 10 * * * | 2026-02-22T09:00:00Z | false | SKIPPED | misfire
            0 10 * * * | 2025-12-22T09:00:00Z | false | BEFORE_START | starts at 2026-01-01
            0 10 * * * | 2027-02-22T09:00:00Z | false | AFTER_END | ends at 2027-01-01
            0 10 * * * | 2026-02-19T09:00:00Z | false | BEFORE_CREATION | created
            """)
    void an_active_job(String cron, String at, boolean runs, Reason reason, String words) {
        ledger.schedule = new ScheduleSpec.Cron(cron, "Europe/Berlin");
        ledger.status = JobStatus.ACTIVE;
        TimeExplanation why = explainer.explain(Principal.ANONYMOUS, Samples.FULL, at);
        assertThat(why.reason()).isEqualTo(reason);
        assertThat(why.runs()).isEqualTo(runs);
        assertThat(why.explanation()).contains(words);
        assertThat(why.timeZone()).isEqualTo("Europe/Berlin");
    }

    /** Since 12:00:01 UTC it is planned by the clocks of Berlin, and before it was by others: an hour behind, or ahead. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            +00:00 | 45 12 * * * | 2026-03-01T12:45 | true | CLOCK_GAP | went over to newer rules of its time zone (edition 2)
            +00:00 | 45 */12 * * * | 2026-03-01T12:45 | false | CLOCK_GAP | makes nothing up
            +00:00 | 45 12 * * * | 2026-03-01T12:00:01Z | true | DUE | makes up for what the clock jumped over
            +00:00 | 45 12 * * * | 2026-03-02T12:45 | true | DUE | It runs.
            +02:00 | 45 13 * * * | 2026-03-01T13:45 | false | REPEATED_HOUR | after the older ones' did
            +02:00 | 45 */13 * * * | 2026-03-01T13:45 | true | DUE | It runs.
            +02:00 | 45 13 * * * | 2026-03-02T13:45 | true | DUE | It runs.
            +02:00 | 30 2 * * * | 2026-10-25T01:30:00Z | false | REPEATED_HOUR | set back
            """)
    void a_job_that_went_over_to_newer_rules(
            ZoneOffset before, String cron, String at, boolean runs, Reason reason, String words) {
        RuleChange change = new RuleChange(FixedTime.NOW.plusSeconds(1), before);
        ledger.schedule = new ScheduleSpec.Cron(cron, "Europe/Berlin", 2, change);
        ledger.status = JobStatus.ACTIVE;
        TimeExplanation why = explainer.explain(Principal.ANONYMOUS, Samples.FULL, at);
        assertThat(why.reason()).isEqualTo(reason);
        assertThat(why.runs()).isEqualTo(runs);
        assertThat(why.explanation()).contains(words);
    }

    @Test
    void a_stopped_job() {
        ledger.status = JobStatus.PAUSED;
        assertThat(reason("2026-03-28T10:00")).isEqualTo(Reason.PAUSED);
        ledger.status = JobStatus.DELETED;
        assertThat(reason("2026-03-28T10:00")).isEqualTo(Reason.DELETED);
    }

    @Test
    void times_around_it_are_named() {
        ledger.status = JobStatus.ACTIVE;
        TimeExplanation why = explainer.explain(Principal.ANONYMOUS, Samples.FULL, "2026-03-28T11:00");
        assertThat(why.previous()).isEqualTo(Instant.parse("2026-03-28T09:00:00Z"));
        assertThat(why.next()).isEqualTo(Instant.parse("2026-03-29T08:00:00Z"));
    }

    @Test
    void a_fixed_rate_is_counted_from_its_anchor() {
        ledger.status = JobStatus.ACTIVE;
        ledger.schedule = new ScheduleSpec.Every(Duration.ofSeconds(90), FixedTime.NOW);
        assertThat(reason("2026-03-01T12:03:00Z")).isEqualTo(Reason.DUE);
        assertThat(reason("2026-03-01T12:03:01Z")).isEqualTo(Reason.NOT_SCHEDULED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "tomorrow", "2026-02-30T02:30", "9999-12-31T23:59:59.5Z", "1969-12-31T23:59:59Z", "02:30"})
    void what_is_no_time_is_refused(String at) {
        assertThatThrownBy(() -> explainer.explain(Principal.ANONYMOUS, Samples.FULL, at.isEmpty() ? null : at))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().errors())
                                .extracting(FieldViolation::field)
                                .containsExactly("at"));
    }

    private Reason reason(String at) {
        return explainer.explain(Principal.ANONYMOUS, Samples.FULL, at).reason();
    }
}
