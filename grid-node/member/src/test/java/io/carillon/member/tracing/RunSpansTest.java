package io.carillon.member.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.Confirmation;
import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.Outcome;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunEvent;
import io.carillon.domain.run.RunEvent.Cancel;
import io.carillon.domain.run.RunEvent.HandBack;
import io.carillon.domain.run.RunEvent.Lapse;
import io.carillon.domain.run.RunEvent.Redrive;
import io.carillon.domain.run.RunEvent.Report;
import io.carillon.domain.run.RunEvent.Start;
import io.carillon.domain.run.RunTransitions;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is told of a run that goes the way the rules let it go. */
class RunSpansTest {

    private static final Instant DUE = Instant.parse("2026-03-01T12:00:00Z");
    private static final JobId JOB = JobId.parse("01890a5d-ac96-7000-8000-000000000001");
    private static final RetryPolicy ONE_RETRY =
            new RetryPolicy(1, new Backoff.Steps(List.of(Duration.ofSeconds(10)), 0));
    private static final String SECRET = "password=hunter2";
    private static final String NO_PARENT = "0000000000000000";

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final Traces traces = Traces.to(SimpleSpanProcessor.create(spans), 1);
    private Run run = Run.claimed(
            RunId.of(JOB, DUE, Trigger.SCHEDULE, null),
            JOB,
            3,
            Trigger.SCHEDULE,
            "acme",
            "default",
            DUE,
            DUE,
            new UUID(0, 1));

    @Test
    void a_run_that_succeeds_at_once_has_two_spans_and_names_its_revision() {
        happen(1, start(7));
        happen(5, success(7));

        SpanData root = spans().get(0);
        assertThat(root.getName()).isEqualTo("carillon.run");
        assertThat(root.getTraceId()).isEqualTo(run.id().toString().replace("-", ""));
        assertThat(root.getParentSpanId()).isEqualTo(NO_PARENT);
        assertThat(root.getStartEpochNanos()).isEqualTo(nanosAt(0));
        assertThat(root.getEndEpochNanos()).isEqualTo(nanosAt(1));
        assertThat(root.getLinks()).singleElement().satisfies(link -> {
            assertThat(link.getSpanContext().getTraceId())
                    .isEqualTo(JOB.toString().replace("-", ""));
            assertThat(link.getSpanContext().getSpanId()).isEqualTo("4000000000000003");
        });
        SpanData attempt = spans().get(1);
        assertThat(attempt.getTraceId()).isEqualTo(root.getTraceId());
        assertThat(attempt.getParentSpanId()).isEqualTo(root.getSpanId());
        // The same as workers tell handlers and targets.
        assertThat(attempt.getSpanId()).isEqualTo("8000000000000007");
        assertThat(attempt.getStartEpochNanos()).isEqualTo(nanosAt(1));
        assertThat(attempt.getEndEpochNanos()).isEqualTo(nanosAt(5));
        assertThat(attempt.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(text(attempt, "carillon.run.state")).isEqualTo("succeeded");
        assertThat(spans()).hasSize(2);
    }

    /** Through all its lives, with every kind of end, no two spans have one id, and none is without its parent. */
    @Test
    void spans_of_a_long_life_differ_and_hang_together() {
        happen(1, start(1));
        happen(2, new HandBack(1));
        happen(3, start(2));
        happen(4, new Lapse(2, Confirmation.UNKNOWN));
        happen(5, start(3));
        happen(6, new Lapse(3, Confirmation.GIVEN));
        happen(7, start(4));
        happen(8, failure(4, FailureKind.PERMANENT));
        happen(9, new Redrive());
        happen(10, start(5));
        happen(11, failure(5, FailureKind.RETRYABLE));
        happen(12, new Cancel("cancelled"));

        assertThat(spans().stream().map(SpanData::getName))
                .containsExactly(
                        "carillon.run",
                        "carillon.attempt",
                        "carillon.attempt",
                        "carillon.attempt",
                        "carillon.attempt",
                        "carillon.attempt",
                        "carillon.run.end");
        Set<String> ids = new HashSet<>();
        spans().forEach(span -> assertThat(ids.add(span.getSpanId())).isTrue());
        spans().stream()
                .skip(1)
                .forEach(span -> assertThat(span.getParentSpanId())
                        .isEqualTo(spans().get(0).getSpanId()));
        assertThat(spans().stream().skip(1).map(span -> text(span, "carillon.run.state")))
                .containsExactly("waiting", "waiting", "waiting", "dead", "waiting", "cancelled");
    }

    @Test
    void a_failed_attempt_tells_the_type_of_its_error_and_not_what_it_says() {
        happen(1, start(1));
        happen(2, failure(1, FailureKind.PERMANENT));

        SpanData attempt = spans().get(1);
        assertThat(attempt.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(text(attempt, "carillon.attempt.end")).isEqualTo("failed_for_good");
        assertThat(text(attempt, "error.type")).isEqualTo("java.sql.SQLException");
        assertThat(attempt.toString()).doesNotContain("hunter2");
    }

    @Test
    void a_run_that_is_cancelled_before_it_is_due_has_one_span_without_length() {
        happen(-10, new Cancel("cancelled"));

        assertThat(spans()).singleElement().satisfies(span -> {
            assertThat(span.getStartEpochNanos()).isEqualTo(nanosAt(-10));
            assertThat(span.getEndEpochNanos()).isEqualTo(nanosAt(-10));
            assertThat(text(span, "carillon.run.state")).isEqualTo("cancelled");
        });
    }

    private void happen(int second, RunEvent event) {
        Moved moved = (Moved) RunTransitions.decide(
                run, event, DUE.plusSeconds(second), ONE_RETRY, 0.5, new UUID(0, run.version() + 1));
        traces.moved(run, moved);
        run = moved.run();
    }

    private List<SpanData> spans() {
        return spans.getFinishedSpanItems();
    }

    private static Start start(long token) {
        return new Start("w", token, DUE.plusSeconds(60));
    }

    private static Report success(long token) {
        return new Report(token, new Outcome.Success(null));
    }

    private static Report failure(long token, FailureKind kind) {
        AttemptError error = new AttemptError("java.sql.SQLException", SECRET, SECRET);
        return new Report(token, new Outcome.Failure(kind, error, null));
    }

    private static long nanosAt(int second) {
        return (DUE.getEpochSecond() + second) * 1_000_000_000L;
    }

    private static String text(SpanData span, String key) {
        return String.valueOf(span.getAttributes().get(AttributeKey.stringKey(key)));
    }
}
